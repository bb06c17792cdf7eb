// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.posterior.EvidenceMatrix;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import java.util.List;

/** Covariances of blocks of columns in which every relation has the weight of the rows that tell of it. */
public final class WeighedBlocks {

    private WeighedBlocks() {}

    /**
     * Returns the covariances that {@link GaussianBlocks} of so many rows may take for as sure as all of them.
     *
     * @param blocks the columns of each variable: [d][]
     * @param covariance of all columns, row by row, with noise
     * @param rows n_eff without regard to the noise
     * @param noise of the correlations of columns
     * @param knowledge of edges of the variables
     * @param seed of the search for relations beyond doubt
     */
    public static double[] of(
            int[][] blocks, double[] covariance, double rows, MomentNoise noise, EdgeKnowledge knowledge, long seed) {
        return EvidenceMatrix.of(
                blocks,
                s -> EdgeShare.search(knowledge, SetScores.of(knowledge, new GaussianBlocks(blocks, s, rows), 0), seed)
                        .search(List.of(knowledge.requiredParents()))
                        .marks(),
                covariance,
                rows,
                noise);
    }
}
