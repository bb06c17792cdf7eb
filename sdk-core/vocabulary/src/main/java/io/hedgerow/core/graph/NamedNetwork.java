// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A learned network with the names of its variables and all further results for display. All parts are over the same d
 * variables.
 *
 * <p>{@link #weights} is the network that predicts; {@link #edges} are those that are shown, which is fewer where
 * {@link PairProbabilities} make an edge likelier absent than there. Immutable. As private as its parts: names, weights
 * and truth are exported as they are.
 *
 * @param schema the names
 * @param weights W, the estimate; may have cycles
 * @param truth the true graph, when known
 * @param title its title, when it has one
 * @param voteShares [i, j]: share of voting rounds or sites that had i → j, where there was a vote; see
 *     {@code MajorityVote.frequencies}
 * @param pairs directions that are identified and posterior probabilities, where there are any
 * @param deviations standard deviation of every variable; empty where they are not known
 * @param smallestEffect the partial correlation from which on every pair is likelier seen than not; empty where that is
 *     not known
 */
public record NamedNetwork(
        VariableSchema schema,
        WeightMatrix weights,
        Optional<WeightMatrix> truth,
        Optional<String> title,
        Optional<WeightMatrix> voteShares,
        Optional<PairProbabilities> pairs,
        List<Double> deviations,
        OptionalDouble smallestEffect) {
    public NamedNetwork {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(pairs, "pairs");
        requireSize("weights", schema, weights);
        truth.ifPresent(matrix -> requireSize("truth", schema, matrix));
        voteShares.ifPresent(matrix -> requireShares(schema, matrix));
        deviations = List.copyOf(deviations);
        if (!deviations.isEmpty() && deviations.size() != schema.size()) {
            throw new IllegalArgumentException(
                    "deviations must be of " + schema.size() + " variables, were " + deviations.size());
        }
        Objects.requireNonNull(smallestEffect, "smallestEffect");
    }

    /**
     * Creates a network without title, truth, votes or probabilities.
     *
     * @param schema the names of d variables
     * @param weights W: [d, d]
     */
    public static NamedNetwork of(VariableSchema schema, WeightMatrix weights) {
        return new NamedNetwork(
                schema,
                weights,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                OptionalDouble.empty());
    }

    /**
     * Returns a copy with the true graph for comparison.
     *
     * @param known the true graph
     */
    public NamedNetwork withTruth(WeightMatrix known) {
        return new NamedNetwork(
                schema, weights, Optional.of(known), title, voteShares, pairs, deviations, smallestEffect);
    }

    /**
     * Returns a copy with a title.
     *
     * @param text the title
     */
    public NamedNetwork withTitle(String text) {
        return new NamedNetwork(
                schema, weights, truth, Optional.of(text), voteShares, pairs, deviations, smallestEffect);
    }

    /**
     * Returns a copy with the vote share of each edge.
     *
     * @param shares [i, j]: share that had i → j, from 0 to 1
     */
    public NamedNetwork withVoteShares(WeightMatrix shares) {
        return new NamedNetwork(schema, weights, truth, title, Optional.of(shares), pairs, deviations, smallestEffect);
    }

    /**
     * Returns a copy with the probabilities of pairs.
     *
     * @param known of every pair, over the same variables
     */
    public NamedNetwork withPairs(PairProbabilities known) {
        return new NamedNetwork(
                schema, weights, truth, title, voteShares, Optional.of(known), deviations, smallestEffect);
    }

    /**
     * Returns a copy with other weights.
     *
     * @param others W: [d, d]
     */
    public NamedNetwork withWeights(WeightMatrix others) {
        return new NamedNetwork(schema, others, truth, title, voteShares, pairs, deviations, smallestEffect);
    }

    /**
     * Returns a copy with the standard deviations of its variables.
     *
     * @param known of every variable, or none
     */
    public NamedNetwork withDeviations(List<Double> known) {
        return new NamedNetwork(schema, weights, truth, title, voteShares, pairs, known, smallestEffect);
    }

    /**
     * {@return a copy with the smallest effect that could have been detected, which is shown for pairs without an edge}
     *
     * @param correlation partial correlation, given all that explains the two
     */
    public NamedNetwork withSmallestEffect(OptionalDouble correlation) {
        return new NamedNetwork(schema, weights, truth, title, voteShares, pairs, deviations, correlation);
    }

    /**
     * {@return the kind of the edges: {@code dag} when all directions are claimed, {@code cpdag} when some are not,
     * {@code pag} where edges have the marks that are left when causes may be hidden}
     */
    public String kind() {
        if (isAncestral()) {
            return "pag";
        }
        boolean open = pairs.isPresent()
                && (pairs.get().pattern().isPresent() || edges().stream().anyMatch(edge -> !edge.directed()));
        return open ? "cpdag" : "dag";
    }

    /** Whether edges are shown with the marks that are left when causes may be hidden. */
    boolean isAncestral() {
        return pairs.isPresent() && pairs.get().ancestral();
    }

    /**
     * {@return the meaning of a dynamic network's variables, the columns of present and past; empty for other networks,
     * and where an edge leads into the past}
     */
    public Optional<TimeSlices> slices() {
        return TimeSlices.of(schema).filter(known -> edges().stream().allMatch(edge -> known.lag(edge.to()) == 0));
    }

    /** {@return d, the number of variables} */
    public int size() {
        return schema.size();
    }

    /**
     * {@return the name of a variable}
     *
     * @param variable its index
     */
    public String name(int variable) {
        return schema.names().get(variable);
    }

    /**
     * {@return the edges to show, by cause, then by effect: those of the estimate that are likelier there than not and,
     * when a truth is known, the missing ones}
     */
    public List<NetworkEdge> edges() {
        return new DrawnEdges(this).all();
    }

    /** {@return the number of edges that are shown, without missing ones} */
    public int edgeCount() {
        return shown().edgeCount();
    }

    /**
     * {@return weights of the edges that are shown, each in the direction in which it is written, for counts and
     * comparisons; a pair of {@link AncestralMarks} that has no weight has the smallest number above 0} The network
     * that predicts is {@link #weights}.
     */
    public WeightMatrix shown() {
        return new DrawnEdges(this).graph();
    }

    /**
     * {@return the comparison of the shown edges with the truth; empty when no truth is known} An edge counts in the
     * direction in which it is written, and the class is that of the network that predicts, without the pairs that are
     * not shown.
     */
    public Optional<StructureMetrics> metrics() {
        WeightMatrix drawn = shown();
        return truth.map(known -> StructureMetrics.of(drawn, known)
                .withEquivalenceDistance(EquivalenceClass.distance(weights, known, this::isShown)));
    }

    /**
     * {@return the meaning of the weights, in words, where not all are coefficients: with a category as an end an edge
     * has the informational correlation √(1 − exp(−2 I)) (Linfoot 1957), I in nats; empty where all variables are
     * numbers}
     */
    public Optional<String> weightMeaning() {
        if (!schema.hasCategories()) {
            return Optional.empty();
        }
        boolean numbers = schema.categorical().size() < schema.size();
        return Optional.of(
                "how much a cause tells of the effect beyond its other causes, from 0 to 1 and without a sign"
                        + " (informational correlation)"
                        + (numbers ? ", where an end is a category; coefficients between numbers" : ""));
    }

    private boolean isShown(int i, int j) {
        return pairs.isEmpty() || pairs.get().isShown(i, j);
    }

    private static void requireSize(String what, VariableSchema schema, WeightMatrix matrix) {
        if (matrix.variables() != schema.size()) {
            throw new IllegalArgumentException(
                    what + " must have the " + schema.size() + " variables of the schema, has " + matrix.variables());
        }
    }

    private static void requireShares(VariableSchema schema, WeightMatrix matrix) {
        requireSize("vote shares", schema, matrix);
        for (double share : matrix.toRows()) {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("vote shares must be from 0 to 1, was " + share);
            }
        }
    }
}
