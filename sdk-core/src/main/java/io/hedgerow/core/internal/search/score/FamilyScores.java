// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

/** Scores of a variable and its parents that a climb compares; an implementation need not be thread-safe. */
public interface FamilyScores {

    int variables();

    /** The variables that are explained, in order; not to be changed. */
    int[] targets();

    /** The score of a target given parents. */
    double of(int target, int[] parents, int count);

    /**
     * The target's score after adding each variable that is no parent and after dropping each that is one.
     *
     * @param out [d]; −∞ at the target
     */
    void toggled(int target, int[] parents, int count, double[] out);
}
