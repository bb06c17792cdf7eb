package io.hedgerow.core.graph;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * One edge of a {@link NamedNetwork} as a reader is to see it.
 *
 * @param from i, the cause
 * @param to j, the effect
 * @param weight W[i, j] of the estimate; of the truth when the edge is missing
 * @param status how it compares with the truth
 * @param confidence 0 to 1, when known; empty for a missing edge
 */
public record NetworkEdge(int from, int to, double weight, EdgeStatus status, OptionalDouble confidence) {
    public NetworkEdge {
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(confidence, "confidence");
    }
}
