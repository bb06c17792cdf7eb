// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.OptionalDouble;

/**
 * The result of a search on a noisy matrix.
 *
 * @param network acyclic; weights in the units of the rows
 * @param discrepancy Q, half the squared distance of the matrix from the covariance that the network implies, in units
 *     of its noise; of the order of d²/4 when model and noise are as assumed
 * @param varianceRatio the largest of the fitted noise variances over the smallest, in the units of the rows
 */
public record PrivateNetwork(WeightMatrix network, double discrepancy, double varianceRatio) {
    /** d (d − 1) / 2 − E: pairs that are not joined. */
    public int freedom() {
        int d = network.variables();
        return d * (d - 1) / 2 - network.edgeCount();
    }

    /**
     * 2Q / (d (d − 1) / 2 − E), the squared distance per degree of freedom: at most about 1 when the network explains
     * the release, and less where the model error that Q allows for is larger than any; empty when every pair is
     * joined.
     */
    public OptionalDouble unexplained() {
        return freedom() < 1 ? OptionalDouble.empty() : OptionalDouble.of(2 * discrepancy / freedom());
    }
}
