// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import io.hedgerow.core.graph.AncestralMarks.End;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The probabilities of each pair of variables of an acyclic network, and the rule by which they are shown.
 *
 * <p>P(edge) is the probability of a dependence that no recorded variable explains away. It is no claim of a direct
 * cause: variables with a hidden cause in common have an edge, too, as in a maximal ancestral graph (Richardson and
 * Spirtes 2002).
 *
 * <p>Files, pictures, lists and counts follow one rule, which is here. With raw probabilities, not those that
 * {@link #cap} makes equal: a pair is an edge from {@value #LEAST_JOINED} on, has a dashed line below {@value #SURE},
 * and an arrowhead where its direction is identified and has {@value #SURE} or more. Without probabilities the network
 * decides alone. {@linkplain #cautious() Cautious} ones show which edges are sure, and remove an edge below
 * {@value #LEAST_CAUTIOUS} only. Immutable.
 *
 * @param pattern the directions that are identified; empty when all are
 * @param directed [d, d]: the posterior probability of i → j as computed; an edge whose direction is not identified has
 *     part of its probability in each; empty when there is none to trust
 * @param cap the largest probability that is shown
 * @param noiseRatios [d, d]: for an edge whose direction only the shape of the noises tells, how much likelier it makes
 *     i → j than j → i, as a logarithm; elsewhere 0; empty where noises were not asked. The probabilities do not know
 *     of it
 * @param marks the directions that remain when causes may be hidden; empty where that was not asked
 * @param ancestral whether edges are to be shown with these marks instead of directions
 * @param cautious whether probabilities are lower than they should be for safety's sake, as those of a private release:
 *     a network that was found by other means is then shown but for edges that are next to impossible, and a direction
 *     needs only be likelier than not
 */
public record PairProbabilities(
        Optional<EquivalenceClass> pattern,
        Optional<WeightMatrix> directed,
        double cap,
        Optional<WeightMatrix> noiseRatios,
        Optional<AncestralMarks> marks,
        boolean ancestral,
        boolean cautious) {

    /** The least P(edge) of a pair that is shown with an edge. */
    public static final double LEAST_JOINED = 0.5;

    /**
     * The least P(edge) of a shown edge where probabilities are cautious: they are too low, but not by as much (ADR
     * 28). Effects with a smaller probability are left out, too.
     */
    public static final double LEAST_CAUTIOUS = 0.05;

    /**
     * The probability from which a line is solid, and a direction has an arrowhead. One level for both, so that an
     * arrowhead says as much as a solid line: four of five at the least. At one half an arrowhead would be the throw of
     * a coin.
     */
    public static final double SURE = 0.8;

    private static final double STRONG = 0.95;
    /** Above this a cap makes few numbers equal. */
    private static final double CAPPED = 0.95;

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
     * Creates probabilities that are shown with directions.
     *
     * @param pattern the directions that are identified; empty when all are
     * @param directed [d, d]: the posterior probability of i → j as computed; empty when there is none to trust
     * @param cap the largest probability that is shown
     * @param noiseRatios [d, d]: the log-likelihood ratios of directions that only the shape of the noises tells; empty
     *     where it was not asked
     * @param marks the directions that remain when causes may be hidden; empty where that was not asked
     */
    public PairProbabilities(
            Optional<EquivalenceClass> pattern,
            Optional<WeightMatrix> directed,
            double cap,
            Optional<WeightMatrix> noiseRatios,
            Optional<AncestralMarks> marks) {
        this(pattern, directed, cap, noiseRatios, marks, false, false);
    }

    /**
     * Creates probabilities that follow from covariances alone.
     *
     * @param pattern the directions that are identified; empty when all are
     * @param directed [d, d]: the posterior probability of i → j as computed; empty when there is none to trust
     * @param cap the largest probability that is shown
     */
    public PairProbabilities(Optional<EquivalenceClass> pattern, Optional<WeightMatrix> directed, double cap) {
        this(pattern, directed, cap, Optional.empty(), Optional.empty());
    }

    /**
     * {@return the log-likelihood ratio above 0 by which the noise makes i → j likelier than j → i, where only it
     * tells; empty where covariances tell the direction, or nothing does}
     *
     * @param from i
     * @param to j
     */
    public OptionalDouble noiseRatio(int from, int to) {
        double ratio = noiseRatios.map(ratios -> ratios.get(from, to)).orElse(0.0);
        return ratio > 0 ? OptionalDouble.of(ratio) : OptionalDouble.empty();
    }

    /** {@return a copy displayed with the marks that remain when causes may be hidden; unchanged without marks} */
    public PairProbabilities byMarks() {
        return new PairProbabilities(pattern, directed, cap, noiseRatios, marks, marks.isPresent(), cautious);
    }

    /** {@return a copy that is {@linkplain #cautious() cautious}, so that nearly every edge of a network is shown} */
    public PairProbabilities beingCautious() {
        return new PairProbabilities(pattern, directed, cap, noiseRatios, marks, ancestral, true);
    }

    /**
     * Says whether i → j is identified, where there is an edge, and likely enough for an arrowhead.
     *
     * @param from i
     * @param to j
     * @return false when the reverse explains the data as well, when hidden causes are claimed and the pair's mark has
     *     no arrowhead at j alone, or its probability is above 1 − {@value #SURE}, of cautious ones above one half. A
     *     direction that only noises identify has no probability of its own, and is identified
     */
    public boolean isDirected(int from, int to) {
        boolean identified = pattern.isEmpty() || !pattern.get().isUndirected(from, to);
        return identified
                && leavesDirection(from, to)
                && (noiseRatio(from, to).isPresent() || directionRaw(from, to).orElse(1) >= leastDirection(cautious));
    }

    /**
     * {@return the probability from which on an identified direction has an arrowhead}
     *
     * @param cautious whether probabilities are lower than they should be
     */
    public static double leastDirection(boolean cautious) {
        return cautious ? LEAST_JOINED : SURE;
    }

    /** Where hidden causes are claimed, marks decide: an arrowhead at j, and none at i. */
    private boolean leavesDirection(int from, int to) {
        return marks.isEmpty()
                || !marks.get().claimHiddenCauses()
                || (marks.get().end(from, to).filter(End.ARROW::equals).isPresent()
                        && !marks.get().haveHiddenCause(from, to));
    }

    /**
     * {@return whether a network's edge is shown: likelier than not, or where probabilities are cautious not next to
     * impossible}
     *
     * @param i one
     * @param j the other
     */
    public boolean isShown(int i, int j) {
        return adjacentRaw(i, j).orElse(1) >= (cautious ? LEAST_CAUTIOUS : LEAST_JOINED);
    }

    /**
     * {@return a network without the edges that are not shown}
     *
     * @param network acyclic
     */
    public WeightMatrix shown(WeightMatrix network) {
        int d = network.variables();
        double[] drawn = network.toRows();
        for (int k = 0; k < drawn.length; k++) {
            drawn[k] = isShown(k / d, k % d) ? drawn[k] : 0;
        }
        return WeightMatrix.ofRows(d, drawn);
    }

    /**
     * {@return the edges of a network that are shown with an arrowhead, as marks of a class; empty where all directions
     * are claimed}
     *
     * @param network acyclic
     */
    public Optional<EquivalenceClass> shownClass(WeightMatrix network) {
        int d = network.variables();
        WeightMatrix drawn = shown(network);
        double[] marks = new double[d * d];
        boolean open = pattern.isPresent();
        for (int k = 0; k < marks.length; k++) {
            int i = k / d;
            int j = k % d;
            if (drawn.hasEdge(i, j)) {
                marks[k] = 1;
                marks[j * d + i] = isDirected(i, j) ? marks[j * d + i] : 1;
                open |= !isDirected(i, j);
            }
        }
        return open ? Optional.of(EquivalenceClass.ofMarks(WeightMatrix.ofRows(d, marks))) : Optional.empty();
    }

    /**
     * {@return whether the line of an edge is solid; false below {@value #SURE}}
     *
     * @param i one
     * @param j the other
     */
    public boolean isSure(int i, int j) {
        return adjacentRaw(i, j).orElse(1) >= SURE;
    }

    /**
     * Describes the evidence of an edge in words, where a cap makes the numbers of most edges equal: strong from
     * {@value #STRONG} on, moderate from {@value #SURE}, weak from {@value #LEAST_JOINED}, little below, and the same
     * of its direction where it has an arrowhead.
     *
     * @param from i
     * @param to j
     * @return such as {@code strong evidence, moderate of its direction}; empty where numbers say more, or there are
     *     none
     */
    public Optional<String> evidence(int from, int to) {
        OptionalDouble joined = adjacentRaw(from, to);
        if (cap >= CAPPED || joined.isEmpty()) {
            return Optional.empty();
        }
        boolean ofDirection =
                !ancestral && isDirected(from, to) && noiseRatio(from, to).isEmpty();
        String words = word(joined.getAsDouble()) + " evidence";
        String own = word(directionRaw(from, to).orElse(0));
        return Optional.of(ofDirection && !words.startsWith(own) ? words + ", " + own + " of its direction" : words);
    }

    private static String word(double probability) {
        if (probability >= STRONG) {
            return "strong";
        }
        if (probability >= SURE) {
            return "moderate";
        }
        return probability >= LEAST_JOINED ? "weak" : "little";
    }

    /**
     * {@return the probability of a direction given that there is an edge, as computed, from 0 to 1; empty, too, when
     * P(edge) is 0}
     *
     * @param from i
     * @param to j
     */
    public OptionalDouble directionRaw(int from, int to) {
        OptionalDouble joined = adjacentRaw(from, to);
        return joined.isPresent() && joined.getAsDouble() > 0
                ? OptionalDouble.of(Math.min(1, directed.orElseThrow().get(from, to) / joined.getAsDouble()))
                : OptionalDouble.empty();
    }

    /**
     * {@return P(edge) as computed, from 0 to 1: the probability that no recorded variable explains the dependence of
     * the two away}
     *
     * @param i one
     * @param j the other
     */
    public OptionalDouble adjacentRaw(int i, int j) {
        return directed.map(p -> OptionalDouble.of(Math.min(1, p.get(i, j) + p.get(j, i))))
                .orElseGet(OptionalDouble::empty);
    }

    /**
     * {@return P(edge) as it should be shown, from 0 to {@link #cap}}
     *
     * @param i one
     * @param j the other
     */
    public OptionalDouble adjacent(int i, int j) {
        OptionalDouble raw = adjacentRaw(i, j);
        return raw.isPresent() ? OptionalDouble.of(Math.min(cap, raw.getAsDouble())) : raw;
    }

    /**
     * {@return the probability of a direction given that there is an edge, as it should be shown, from 0 to
     * {@link #cap}; empty, too, when P(edge) is 0}
     *
     * @param from i
     * @param to j
     */
    public OptionalDouble direction(int from, int to) {
        OptionalDouble raw = directionRaw(from, to);
        return raw.isPresent() ? OptionalDouble.of(Math.min(cap, raw.getAsDouble())) : raw;
    }
}
