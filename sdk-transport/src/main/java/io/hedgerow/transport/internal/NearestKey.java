package io.hedgerow.transport.internal;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The key that a mistyped one was probably meant to be: the fewest edits (Levenshtein 1966), whatever the case. */
final class NearestKey {

    private static final int LONGEST = 40;

    private NearestKey() {}

    /** Empty when more than a third of the letters would have to change. */
    static Optional<String> to(String typed, List<String> keys) {
        String nearest = null;
        int fewest = Math.max(1, typed.length() / 3) + 1;
        for (String key : typed.length() > LONGEST ? List.<String>of() : keys) {
            int edits = edits(typed.toLowerCase(Locale.ROOT), key.toLowerCase(Locale.ROOT));
            if (edits < fewest) {
                nearest = key;
                fewest = edits;
            }
        }
        return Optional.ofNullable(nearest);
    }

    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
