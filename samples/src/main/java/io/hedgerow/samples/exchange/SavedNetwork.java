// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.TruthReader.Listed;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.samples.network.ParametersEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A network as a file has it. Cycles are allowed. Immutable.
 *
 * @param source what messages call it
 * @param variables names in order, without lags; empty where the file lists edges only
 * @param lags how many steps back an edge may come from; 0 of other networks
 * @param edges an edge whose direction is not identified once, as it is written
 * @param parameters of the fitted network; empty where the file has none
 * @param probabilities of edges that have some
 */
public record SavedNetwork(
        String source,
        List<String> variables,
        int lags,
        List<Listed> edges,
        Optional<ParametersEntry> parameters,
        Map<Listed, Joined> probabilities) {
    public SavedNetwork {
        variables = List.copyOf(variables);
        edges = List.copyOf(edges);
        probabilities = Map.copyOf(probabilities);
    }

    /**
     * How likely an edge is, as a file shows it.
     *
     * @param adjacent that the two are joined
     * @param direction that it is in this direction, if they are
     */
    public record Joined(double adjacent, double direction) {}

    /** Without probabilities. */
    SavedNetwork(
            String source, List<String> variables, int lags, List<Listed> edges, Optional<ParametersEntry> parameters) {
        this(source, variables, lags, edges, parameters, Map.of());
    }

    /**
     * The edges by the names of some variables.
     *
     * @param names of all variables, without lags
     * @param steps how many lags columns have; 0 of other networks
     * @return with weights and probabilities, and with directions that are not identified
     * @throws DataException when an edge names another variable
     */
    NamedNetwork named(VariableSchema names, int steps) {
        VariableSchema columns = steps == 0 ? names : new TimeSlices(names, steps).stacked();
        int d = columns.size();
        double[] weights = new double[d * d];
        double[] marks = new double[d * d];
        double[] joined = new double[d * d];
        boolean open = false;
        for (Listed edge : edges) {
            int from = edge.lag() * names.size() + place(edge.from(), names);
            int to = place(edge.to(), names);
            weights[from * d + to] = edge.weight();
            marks[from * d + to] = 1;
            Joined known = probabilities.getOrDefault(edge, new Joined(0, 0));
            joined[from * d + to] = known.adjacent() * known.direction();
            joined[to * d + from] = known.adjacent() * (1 - known.direction());
            if (!edge.directed()) {
                marks[to * d + from] = 1;
                open = true;
            }
        }
        NamedNetwork network = NamedNetwork.of(columns, WeightMatrix.ofRows(d, weights));
        if (!open && probabilities.isEmpty()) {
            return network;
        }
        return network.withPairs(new PairProbabilities(
                open ? Optional.of(EquivalenceClass.ofMarks(WeightMatrix.ofRows(d, marks))) : Optional.empty(),
                probabilities.isEmpty() ? Optional.empty() : Optional.of(WeightMatrix.ofRows(d, joined)),
                1));
    }

    /** By the file's own variables. */
    NamedNetwork named() {
        return named(schema(), lags);
    }

    /** The variables; of a list of edges those that it names, in the order of the list. */
    VariableSchema schema() {
        List<String> names = variables.isEmpty()
                ? edges.stream()
                        .flatMap(edge -> Stream.of(edge.from(), edge.to()))
                        .distinct()
                        .toList()
                : variables;
        try {
            return new VariableSchema(names);
        } catch (IllegalArgumentException e) {
            throw new DataException(source + ": " + e.getMessage(), e);
        }
    }

    private int place(String name, VariableSchema names) {
        int place = names.indexOf(name);
        if (place < 0) {
            throw new DataException(source + ": an edge must join variables of both networks, was \"" + name + "\""
                    + Nearest.to(name, names.names())
                            .map(near -> "; did you mean \"" + near + "\"?")
                            .orElse(""));
        }
        return place;
    }
}
