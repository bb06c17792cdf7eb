// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.AncestralMarks.End;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.graph.export.ExportedNetwork;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.internal.truth.TruthReader.Listed;
import io.hedgerow.core.predict.FittedNetwork;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.ReleasedFigures;
import io.hedgerow.core.table.DiscreteNetwork;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A network as it was read from a file. Cycles are allowed. Immutable.
 *
 * @param source what messages call it
 * @param variables names in order, without lags; empty where the file lists edges only
 * @param lags how many steps back an edge may come from; 0 of other networks
 * @param edges an edge whose direction is not identified once, as it is written
 * @param learned the whole of a {@code result.json}; empty of other files
 * @param probabilities of edges that have some
 * @param marks of edges that have those of causes that may be hidden, from first to last, such as {@code o->}; empty of
 *     a network that is shown with directions
 * @param tables conditional probabilities, of all variables or of those that have only categorical causes; empty of
 *     other networks
 */
public record SavedNetwork(
        String source,
        List<String> variables,
        int lags,
        List<Listed> edges,
        Optional<NetworkPart> learned,
        Map<Listed, Joined> probabilities,
        Map<Listed, String> marks,
        Optional<DiscreteNetwork> tables) {
    public SavedNetwork {
        variables = List.copyOf(variables);
        edges = List.copyOf(edges);
        probabilities = Map.copyOf(probabilities);
        marks = Map.copyOf(marks);
    }

    /**
     * The probabilities of an edge and its direction, as written in a file.
     *
     * @param adjacent that the two are joined
     * @param direction that it is in this direction, if they are
     * @param noiseRatio by how much noises alone make the direction likelier, as a logarithm; 0 where they were not
     *     asked
     */
    public record Joined(double adjacent, double direction, double noiseRatio) {}

    SavedNetwork(String source, List<String> variables, int lags, List<Listed> edges, Optional<NetworkPart> learned) {
        this(source, variables, lags, edges, learned, Map.of(), Map.of(), Optional.empty());
    }

    /** The tables, where they say all of this network; empty where some variable has none. */
    public Optional<DiscreteNetwork> allTables() {
        return tables.filter(known -> Set.copyOf(known.schema().names()).equals(Set.copyOf(variables)));
    }

    /**
     * The network with all that predicts.
     *
     * @throws DataException when it has no parameters, or not all; says what is missing
     */
    public FittedNetwork fitted() {
        if (learned.isEmpty()) {
            return allTables()
                    .map(known -> FittedNetwork.of(source, known))
                    .orElseThrow(() -> new DataException(source
                            + ": has no parameters (intercepts, weights, noise variances), which only the result.json"
                            + " of learn or of a study has: give that, or its directory"));
        }
        NetworkPart part = learned.get();
        Optional<DiscreteNetwork> all = allTables();
        if (all.isPresent()) {
            return FittedNetwork.of(source, part.network(), all.get());
        }
        try {
            return FittedNetwork.of(source, part.network(), part.evidence(), part.fitted());
        } catch (DataException e) {
            // as the option is called
            throw new DataException(Words.reason(e).replace("without a transform", "without --transform"), e);
        }
    }

    /** What the release of a private network tells of margins and pairs; empty of others. */
    public Optional<ReleasedFigures> figures() {
        return learned.flatMap(NetworkPart::evidence).flatMap(Evidence::figures);
    }

    /** The network as formats of other programs get it, with edges as the file lists them. */
    public ExportedNetwork exported() {
        NamedNetwork shown = named();
        ExportedNetwork known = learned.isEmpty()
                ? ExportedNetwork.of(shown)
                : ExportedNetwork.of(
                        source,
                        learned.get().network(),
                        learned.get().evidence(),
                        learned.get().fitted());
        ExportedNetwork whole = known.shownAs(source, shown);
        return allTables().map(whole::withTables).orElse(whole);
    }

    /** The edges by the names of some variables, with weights and probabilities, also those without a direction. */
    NamedNetwork named(VariableSchema names, int steps) {
        VariableSchema columns = steps == 0 ? names : new TimeSlices(names, steps).stacked();
        int d = columns.size();
        double[] weights = new double[d * d];
        double[] directed = new double[d * d];
        double[] joined = new double[d * d];
        double[] ratios = new double[d * d];
        boolean open = false;
        for (Listed edge : edges) {
            int from = edge.lag() * names.size() + place(edge.from(), names);
            int to = place(edge.to(), names);
            weights[from * d + to] = edge.weight();
            directed[from * d + to] = 1;
            Joined known = probabilities.getOrDefault(edge, new Joined(0, 0, 0));
            ratios[from * d + to] = known.noiseRatio();
            joined[from * d + to] = known.adjacent() * known.direction();
            joined[to * d + from] = known.adjacent() * (1 - known.direction());
            if (!edge.directed()) {
                directed[to * d + from] = 1;
                open = true;
            }
        }
        NamedNetwork network = NamedNetwork.of(columns, WeightMatrix.ofRows(d, weights));
        if (!open && probabilities.isEmpty() && marks.isEmpty()) {
            return network;
        }
        PairProbabilities pairs = new PairProbabilities(
                open ? Optional.of(EquivalenceClass.ofMarks(WeightMatrix.ofRows(d, directed))) : Optional.empty(),
                probabilities.isEmpty() ? Optional.empty() : Optional.of(WeightMatrix.ofRows(d, joined)),
                1,
                Optional.of(WeightMatrix.ofRows(d, ratios)),
                marks.isEmpty() ? Optional.empty() : Optional.of(ancestral(names, d)));
        return network.withPairs(pairs.byMarks().beingCautious()); // what a file lists was shown
    }

    /** Of so many columns: the variables, and their lags after them. */
    private AncestralMarks ancestral(VariableSchema names, int columns) {
        Map<List<Integer>, End> ends = new HashMap<>();
        marks.forEach((edge, mark) -> {
            int from = edge.lag() * names.size() + place(edge.from(), names);
            int to = place(edge.to(), names);
            ends.put(List.of(to, from), End.of(mark.charAt(0)));
            ends.put(List.of(from, to), End.of(mark.charAt(mark.length() - 1)));
        });
        return AncestralMarks.of(
                columns,
                (from, at) -> Optional.ofNullable(ends.get(List.of(from, at))),
                (from, to) -> false,
                Optional.empty(),
                0);
    }

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
            throw new DataException(source + ": " + Words.reason(e), e);
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
