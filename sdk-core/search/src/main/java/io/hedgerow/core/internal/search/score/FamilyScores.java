// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

/** Scores of a variable and its parents, for climbs; an implementation need not be thread-safe. */
public interface FamilyScores {

    int variables();

    /** The variables that are explained, in order; not to be changed. */
    int[] targets();

    double of(int target, int[] parents, int count);

    /** Writes the target's score after toggling each variable as a parent, [d]; −∞ at the target. */
    void toggled(int target, int[] parents, int count, double[] out);
}
