// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

/** Scores of a variable with all subsets of a few candidate parents, for chains over orders. */
public interface SubsetScores extends FamilyScores {

    /** The parents that a variable must have; not to be changed. */
    int[] required(int target);

    /**
     * The scores of the required parents with all subsets of candidates, none of which is required; bit b of an index
     * is candidate b: [2^candidates]. The required parents alone have a finite score.
     */
    double[] ofSubsets(int target, int[] candidates);

    /** {@link StructureScore#caution}. */
    default double caution() {
        return 0;
    }
}
