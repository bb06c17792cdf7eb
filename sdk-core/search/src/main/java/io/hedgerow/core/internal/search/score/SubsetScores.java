// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

/** Scores of a variable with all subsets of a few candidate parents, for chains over orders. */
public interface SubsetScores extends FamilyScores {

    /** The parents that a variable must have; not to be changed. */
    int[] required(int target);

    /** [2^candidates], bit b for b: scores of the required parents, finite, and of them with all subsets of others. */
    double[] ofSubsets(int target, int[] candidates);

    /** {@link StructureScore#caution}. */
    default double caution() {
        return 0;
    }
}
