package io.hedgerow.core.graph;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is known of each pair of variables of an acyclic network: whether its direction is identified, and how likely it
 * is joined.
 *
 * <p>Immutable.
 *
 * @param pattern the directions that are identified; empty when all are
 * @param directed [d, d]: the posterior probability of i → j as computed; an edge whose direction is not identified has
 *     part of its probability in each; empty when there is none to trust
 * @param cap the largest probability that is shown
 */
public record PairProbabilities(Optional<EquivalenceClass> pattern, Optional<WeightMatrix> directed, double cap) {
    public PairProbabilities {
        Objects.requireNonNull(pattern, "pattern");
        Objects.requireNonNull(directed, "directed");
        if (!(cap > 0 && cap <= 1)) {
            throw new IllegalArgumentException("cap must be above 0 and at most 1, was " + cap);
        }
    }

    /**
     * Whether i → j is identified, where i and j are joined.
     *
     * @param from i
     * @param to j
     * @return false when the reverse explains the data as well
     */
    public boolean isDirected(int from, int to) {
        return pattern.isEmpty() || !pattern.get().isUndirected(from, to);
    }

    /**
     * The probability that two variables are joined, as computed.
     *
     * @param i one
     * @param j the other
     * @return from 0 to 1
     */
    public OptionalDouble adjacentRaw(int i, int j) {
        return directed.map(p -> OptionalDouble.of(Math.min(1, p.get(i, j) + p.get(j, i))))
                .orElseGet(OptionalDouble::empty);
    }

    /**
     * The probability that two variables are joined, as it should be shown.
     *
     * @param i one
     * @param j the other
     * @return from 0 to {@link #cap}
     */
    public OptionalDouble adjacent(int i, int j) {
        OptionalDouble raw = adjacentRaw(i, j);
        return raw.isPresent() ? OptionalDouble.of(Math.min(cap, raw.getAsDouble())) : raw;
    }

    /**
     * The probability of a direction given that the two are joined, as it should be shown.
     *
     * @param from i
     * @param to j
     * @return from 0 to {@link #cap}; empty, too, when they are never joined
     */
    public OptionalDouble direction(int from, int to) {
        OptionalDouble raw = adjacentRaw(from, to);
        return raw.isPresent() && raw.getAsDouble() > 0
                ? OptionalDouble.of(Math.min(cap, directed.orElseThrow().get(from, to) / raw.getAsDouble()))
                : OptionalDouble.empty();
    }
}
