package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.Objects;

/**
 * What a search on a noisy matrix found.
 *
 * @param network acyclic; weights in the units of the rows
 * @param confidence for each edge of the network, how much more likely it makes the matrix than the network without it,
 *     as a probability after the price of an edge is paid, the others staying; 0 elsewhere. It takes the noise for
 *     granted and the model as true, and says nothing of directions
 * @param discrepancy Q, half the squared distance of the matrix from what the network implies, in units of its noise;
 *     of the order of d²/4 when model and noise are as assumed
 */
public record PrivateNetwork(WeightMatrix network, WeightMatrix confidence, double discrepancy) {
    public PrivateNetwork {
        Objects.requireNonNull(network, "network");
        Objects.requireNonNull(confidence, "confidence");
    }
}
