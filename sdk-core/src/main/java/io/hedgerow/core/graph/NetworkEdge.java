package io.hedgerow.core.graph;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * One edge of a {@link NamedNetwork} as a reader is to see it.
 *
 * @param from i, the cause
 * @param to j, the effect
 * @param directed whether the direction is identified; when not, the reverse explains the data as well
 * @param weight W[i, j] of the estimate; of the truth when the edge is missing
 * @param status how it compares with the truth
 * @param voteShare share of voting rounds or sites that had it, 0 to 1; empty without a vote and for a missing edge
 * @param adjacent posterior probability that the two are joined; empty when there is none
 * @param direction posterior probability of i → j given that they are joined; empty when there is none
 */
public record NetworkEdge(
        int from,
        int to,
        boolean directed,
        double weight,
        EdgeStatus status,
        OptionalDouble voteShare,
        OptionalDouble adjacent,
        OptionalDouble direction) {
    public NetworkEdge {
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(voteShare, "voteShare");
        Objects.requireNonNull(adjacent, "adjacent");
        Objects.requireNonNull(direction, "direction");
    }

    /** Of which nothing is known but that it is in the truth. */
    static NetworkEdge missing(int from, int to, double trueWeight) {
        return new NetworkEdge(
                from,
                to,
                true,
                trueWeight,
                EdgeStatus.MISSING,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty());
    }
}
