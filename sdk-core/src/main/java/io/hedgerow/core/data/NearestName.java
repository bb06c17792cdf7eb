package io.hedgerow.core.data;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says which name was probably meant. */
final class NearestName {

    private static final int LONGEST_LIST = 20;

    private NearestName() {}

    static String complaint(String wanted, List<String> available) {
        String nearest = available.get(0);
        int least = Integer.MAX_VALUE;
        for (String name : available) {
            int distance = distance(wanted.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                nearest = name;
            }
        }
        boolean close = least <= Math.max(1, wanted.length() / 3);
        String list =
                available.stream().limit(LONGEST_LIST).map(NumberToken::oneLine).collect(Collectors.joining(", "));
        String more = available.size() > LONGEST_LIST ? ", and " + (available.size() - LONGEST_LIST) + " more" : "";
        return "has no column " + NumberToken.quote(wanted)
                + (close ? ", did you mean " + NumberToken.quote(nearest) + "?" : "") + " (columns: " + list + more
                + ")";
    }

    /** Levenshtein's distance: insertions, deletions and replacements of characters. */
    private static int distance(String a, String b) {
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
