// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

/** Scores of a variable with all subsets of a few candidate parents, for chains over orders. */
public interface SubsetScores extends FamilyScores {

    /** The parents that a variable must have; not to be changed. */
    int[] required(int target);

    /**
     * The scores, [2^candidates], of the required parents, which have a finite score, with all subsets of other
     * candidates; bit b of an index is candidate b.
     */
    double[] ofSubsets(int target, int[] candidates);

    /** {@link StructureScore#caution}. */
    default double caution() {
        return 0;
    }
}
