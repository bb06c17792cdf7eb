package io.hedgerow.core.graph;

import io.hedgerow.core.data.VariableSchema;
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
 * @param confidence [i, j]: confidence in i → j from 0 to 1, when known; see {@link MajorityVote#frequencies}
 */
public record NamedNetwork(
        VariableSchema schema,
        WeightMatrix weights,
        Optional<WeightMatrix> truth,
        Optional<String> title,
        Optional<WeightMatrix> confidence) {
    public NamedNetwork {
        Objects.requireNonNull(title, "title");
        requireSize("weights", schema, weights);
        truth.ifPresent(matrix -> requireSize("truth", schema, matrix));
        confidence.ifPresent(matrix -> requireShares(schema, matrix));
    }

    /**
     * A network without title, truth or confidence.
     *
     * @param schema the names of d variables
     * @param weights W: [d, d]
     * @return the network
     */
    public static NamedNetwork of(VariableSchema schema, WeightMatrix weights) {
        return new NamedNetwork(schema, weights, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * The same network beside the truth.
     *
     * @param known the true graph
     * @return a copy with this truth
     */
    public NamedNetwork withTruth(WeightMatrix known) {
        return new NamedNetwork(schema, weights, Optional.of(known), title, confidence);
    }

    /**
     * The same network with a title.
     *
     * @param text the title
     * @return a copy with this title
     */
    public NamedNetwork withTitle(String text) {
        return new NamedNetwork(schema, weights, truth, Optional.of(text), confidence);
    }

    /**
     * The same network with confidences.
     *
     * @param shares [i, j]: confidence in i → j from 0 to 1
     * @return a copy with these confidences
     */
    public NamedNetwork withConfidence(WeightMatrix shares) {
        return new NamedNetwork(schema, weights, truth, title, Optional.of(shares));
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
                    edges.add(new NetworkEdge(i, j, weights.get(i, j), status(i, j), confidence(i, j)));
                } else if (truth.isPresent()
                        && truth.get().hasEdge(i, j)
                        && EdgeStatus.isMissing(weights, truth.get(), i, j)) {
                    double missed = truth.get().get(i, j);
                    edges.add(new NetworkEdge(i, j, missed, EdgeStatus.MISSING, OptionalDouble.empty()));
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

    private EdgeStatus status(int from, int to) {
        return truth.map(known -> EdgeStatus.ofEstimated(weights, known, from, to))
                .orElse(EdgeStatus.UNJUDGED);
    }

    private OptionalDouble confidence(int from, int to) {
        return confidence.isPresent() ? OptionalDouble.of(confidence.get().get(from, to)) : OptionalDouble.empty();
    }

    private static void requireSize(String what, VariableSchema schema, WeightMatrix matrix) {
        if (matrix.variables() != schema.size()) {
            throw new IllegalArgumentException(
                    what + " must have the " + schema.size() + " variables of the schema, has " + matrix.variables());
        }
    }

    private static void requireShares(VariableSchema schema, WeightMatrix matrix) {
        requireSize("confidence", schema, matrix);
        for (double share : matrix.toRows()) {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("confidence must be from 0 to 1, was " + share);
            }
        }
    }
}
