package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.Objects;

/**
 * What a search on a noisy matrix found.
 *
 * @param network acyclic; weights in the units of the rows
 * @param discrepancy Q, half the squared distance of the matrix from what the network implies, in units of its noise;
 *     of the order of d²/4 when model and noise are as assumed
 */
public record PrivateNetwork(WeightMatrix network, double discrepancy) {
    public PrivateNetwork {
        Objects.requireNonNull(network, "network");
    }
}
