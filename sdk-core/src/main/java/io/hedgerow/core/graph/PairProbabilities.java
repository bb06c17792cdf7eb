// SPDX-License-Identifier: Apache-2.0
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
 * @param noiseRatios [d, d]: for an edge whose direction only the shape of the noises tells, how much likelier it makes
 *     i → j than j → i, as a logarithm; elsewhere 0; empty where noises were not asked. The probabilities do not know
 *     of it
 * @param marks what is left of the directions when causes may be hidden; empty where that was not asked
 */
public record PairProbabilities(
        Optional<EquivalenceClass> pattern,
        Optional<WeightMatrix> directed,
        double cap,
        Optional<WeightMatrix> noiseRatios,
        Optional<AncestralMarks> marks) {
    public PairProbabilities {
        Objects.requireNonNull(pattern, "pattern");
        Objects.requireNonNull(directed, "directed");
        Objects.requireNonNull(noiseRatios, "noiseRatios");
        Objects.requireNonNull(marks, "marks");
        if (!(cap > 0 && cap <= 1)) {
            throw new IllegalArgumentException("cap must be above 0 and at most 1, was " + cap);
        }
    }

    /**
     * Of covariances alone.
     *
     * @param pattern the directions that are identified; empty when all are
     * @param directed [d, d]: the posterior probability of i → j as computed; empty when there is none to trust
     * @param cap the largest probability that is shown
     */
    public PairProbabilities(Optional<EquivalenceClass> pattern, Optional<WeightMatrix> directed, double cap) {
        this(pattern, directed, cap, Optional.empty(), Optional.empty());
    }

    /**
     * By how much the noise makes i → j likelier than j → i, where only it tells.
     *
     * @param from i
     * @param to j
     * @return a log-likelihood ratio above 0; empty where covariances tell the direction, or nothing does
     */
    public OptionalDouble noiseRatio(int from, int to) {
        double ratio = noiseRatios.map(ratios -> ratios.get(from, to)).orElse(0.0);
        return ratio > 0 ? OptionalDouble.of(ratio) : OptionalDouble.empty();
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
