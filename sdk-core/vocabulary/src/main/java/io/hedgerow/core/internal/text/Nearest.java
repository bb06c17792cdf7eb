// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Suggests the intended word for a mistyped one: the fewest edits (Levenshtein 1966), without regard to case. */
public final class Nearest {

    /** Longer words are no mistyped names, and not worth the time. */
    private static final int LONGEST = 200;

    private Nearest() {}

    /** The candidate with the fewest edits, at most a third of the longer word's letters; ties go to the first. */
    public static Optional<String> to(String word, Collection<String> candidates) {
        if (word.length() > LONGEST) {
            return Optional.empty();
        }
        String nearest = null;
        int fewest = Integer.MAX_VALUE;
        for (String candidate : candidates) {
            int edits = edits(word.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (edits < fewest && edits <= Math.max(word.length(), candidate.length()) / 3) {
                nearest = candidate;
                fewest = edits;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** Insertions, deletions and replacements of characters. */
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
