package io.hedgerow.samples.cli;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that somebody probably meant. */
public final class Nearest {

    private Nearest() {}

    /**
     * The candidate with the fewest edits, when that is at most a third of the word's length (and at least one).
     * Letter case does not count. Ties go to the first candidate.
     *
     * @param word as given
     * @param candidates that exist
     * @return the nearest, or empty when none is near
     */
    public static Optional<String> to(String word, Collection<String> candidates) {
        String best = null;
        int bestEdits = Math.max(1, word.length() / 3) + 1;
        for (String candidate : candidates) {
            int edits = edits(word.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (edits < bestEdits) {
                best = candidate;
                bestEdits = edits;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Levenshtein distance: insertions, deletions and replacements of one letter. */
    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
