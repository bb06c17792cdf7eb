package io.hedgerow.core.graph;

import java.util.List;
import java.util.Locale;

/** Finds the name a mistyped one was probably meant to be: the fewest edits (Levenshtein 1966), whatever the case. */
final class Nearest {

    private static final int SHOWN = 60;

    private Nearest() {}

    /** The first of the nearest names. */
    static String to(String typed, List<String> names) {
        String nearest = names.get(0);
        int fewest = Integer.MAX_VALUE;
        for (String name : names) {
            int edits = edits(typed.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (edits < fewest) {
                fewest = edits;
                nearest = name;
            }
        }
        return nearest;
    }

    /** A cell as a message may show it: on one line, and not too long. */
    static String shown(String cell) {
        String line = cell.replaceAll("\\p{Cntrl}", " ");
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
    }

    private static int edits(String a, String b) {
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = above[0];
            above[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = above[j];
                above[j] = Math.min(replace, Math.min(above[j], above[j - 1]) + 1);
            }
        }
        return above[b.length()];
    }
}
