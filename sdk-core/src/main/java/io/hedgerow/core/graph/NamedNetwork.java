// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A learned network with the names of its variables and whatever else is known for showing it. All parts are over the
 * same d variables.
 *
 * <p>Immutable. As private as its parts: names, weights and truth are exported as they are.
 *
 * @param schema the names
 * @param weights W, the estimate; may have cycles
 * @param truth the true graph, when known
 * @param title what to call it, when it has a name
 * @param voteShares [i, j]: share of voting rounds or sites that had i → j, where there was a vote; see
 *     {@link MajorityVote#frequencies}
 * @param pairs directions that are identified and posterior probabilities, where there are any
 */
public record NamedNetwork(
        VariableSchema schema,
        WeightMatrix weights,
        Optional<WeightMatrix> truth,
        Optional<String> title,
        Optional<WeightMatrix> voteShares,
        Optional<PairProbabilities> pairs) {
    public NamedNetwork {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(pairs, "pairs");
        requireSize("weights", schema, weights);
        truth.ifPresent(matrix -> requireSize("truth", schema, matrix));
        voteShares.ifPresent(matrix -> requireShares(schema, matrix));
    }

    /**
     * A network without title, truth, votes or probabilities.
     *
     * @param schema the names of d variables
     * @param weights W: [d, d]
     * @return the network
     */
    public static NamedNetwork of(VariableSchema schema, WeightMatrix weights) {
        return new NamedNetwork(
                schema, weights, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * The same network beside the truth.
     *
     * @param known the true graph
     * @return a copy with this truth
     */
    public NamedNetwork withTruth(WeightMatrix known) {
        return new NamedNetwork(schema, weights, Optional.of(known), title, voteShares, pairs);
    }

    /**
     * The same network with a title.
     *
     * @param text the title
     * @return a copy with this title
     */
    public NamedNetwork withTitle(String text) {
        return new NamedNetwork(schema, weights, truth, Optional.of(text), voteShares, pairs);
    }

    /**
     * The same network with the shares of a vote.
     *
     * @param shares [i, j]: share that had i → j, from 0 to 1
     * @return a copy with these shares
     */
    public NamedNetwork withVoteShares(WeightMatrix shares) {
        return new NamedNetwork(schema, weights, truth, title, Optional.of(shares), pairs);
    }

    /**
     * The same network with probabilities.
     *
     * @param known of every pair, over the same variables
     * @return a copy with these probabilities
     */
    public NamedNetwork withPairs(PairProbabilities known) {
        return new NamedNetwork(schema, weights, truth, title, voteShares, Optional.of(known));
    }

    /**
     * The same network with other weights.
     *
     * @param others W: [d, d]
     * @return a copy with these weights
     */
    public NamedNetwork withWeights(WeightMatrix others) {
        return new NamedNetwork(schema, others, truth, title, voteShares, pairs);
    }

    /**
     * What the edges are.
     *
     * @return {@code dag} when all directions are claimed, {@code cpdag} when some are not identified
     */
    public String kind() {
        return pairs.isPresent() && pairs.get().pattern().isPresent() ? "cpdag" : "dag";
    }

    /**
     * What the variables are of a dynamic network: the columns of present and past.
     *
     * @return empty for other networks, and where an edge leads into the past
     */
    public Optional<TimeSlices> slices() {
        return TimeSlices.of(schema).filter(known -> edges().stream().allMatch(edge -> known.lag(edge.to()) == 0));
    }

    /**
     * Number of variables.
     *
     * @return d
     */
    public int size() {
        return schema.size();
    }

    /**
     * Name of a variable.
     *
     * @param variable its index
     * @return its name
     */
    public String name(int variable) {
        return schema.names().get(variable);
    }

    /**
     * The edges to show: those of the estimate and, when a truth is known, the missing ones.
     *
     * @return by cause, then by effect
     */
    public List<NetworkEdge> edges() {
        List<NetworkEdge> edges = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            for (int j = 0; j < size(); j++) {
                if (weights.hasEdge(i, j)) {
                    edges.add(estimated(i, j));
                } else if (truth.isPresent()
                        && truth.get().hasEdge(i, j)
                        && EdgeStatus.isMissing(weights, truth.get(), i, j)) {
                    edges.add(NetworkEdge.missing(i, j, truth.get().get(i, j)));
                }
            }
        }
        return List.copyOf(edges);
    }

    /**
     * The comparison with the truth.
     *
     * @return the counts; empty when no truth is known
     */
    public Optional<StructureMetrics> metrics() {
        return truth.map(known -> StructureMetrics.of(weights, known));
    }

    /** Whether the direction of an edge is identified; true where nothing is said about it. */
    private boolean directed(int from, int to) {
        return pairs.isEmpty() || pairs.get().isDirected(from, to);
    }

    private NetworkEdge estimated(int from, int to) {
        return new NetworkEdge(
                from,
                to,
                directed(from, to),
                weights.get(from, to),
                status(from, to),
                voteShares
                        .map(shares -> OptionalDouble.of(shares.get(from, to)))
                        .orElseGet(OptionalDouble::empty),
                pairs.map(known -> known.adjacent(from, to)).orElseGet(OptionalDouble::empty),
                pairs.map(known -> known.direction(from, to)).orElseGet(OptionalDouble::empty));
    }

    /** An edge that claims no direction is right when the two are joined. */
    private EdgeStatus status(int from, int to) {
        if (truth.isEmpty()) {
            return EdgeStatus.UNJUDGED;
        }
        EdgeStatus status = EdgeStatus.ofEstimated(weights, truth.get(), from, to);
        return status == EdgeStatus.REVERSED && !directed(from, to) ? EdgeStatus.CORRECT : status;
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
