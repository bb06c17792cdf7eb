package io.hedgerow.core.internal.text;

import java.util.List;
import java.util.Locale;

/** The name that a mistyped one was probably meant to be: the fewest edits (Levenshtein 1966), whatever the case. */
public final class Nearest {

    private final String name;
    private final int edits;

    private Nearest(String name, int edits) {
        this.name = name;
        this.edits = edits;
    }

    /**
     * Compares a word with all names.
     *
     * @param typed the word
     * @param names at least one
     * @return the first of the nearest names
     */
    public static Nearest to(String typed, List<String> names) {
        String lower = typed.toLowerCase(Locale.ROOT);
        Nearest nearest = new Nearest(names.get(0), Integer.MAX_VALUE);
        for (String name : names) {
            int edits = edits(lower, name.toLowerCase(Locale.ROOT));
            if (edits < nearest.edits) {
                nearest = new Nearest(name, edits);
            }
        }
        return nearest;
    }

    /**
     * The nearest name.
     *
     * @return as it was given
     */
    public String name() {
        return name;
    }

    /**
     * How far away it is.
     *
     * @return insertions, deletions and replacements of characters
     */
    public int edits() {
        return edits;
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
