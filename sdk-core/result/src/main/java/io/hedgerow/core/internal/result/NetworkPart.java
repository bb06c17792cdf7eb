// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.posterior.SmallestEffect;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.Trust.Misfit;
import io.hedgerow.core.table.DiscreteNetwork;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The network part that every {@code result.json} has; {@code fitted} has equations only where the evidence has none.
 */
public record NetworkPart(NamedNetwork network, Optional<Evidence> evidence, FittedEquations fitted) {

    /** With these a document has the equation of every number. */
    static final Set<Model> COMPLETE = Set.of(Model.LINEAR, Model.CLASS_MEMBER, Model.TABLES);

    public enum Model {
        LINEAR("every equation of a linear network: enough to predict"),
        CLASS_MEMBER("every equation of one member of the class of equivalent networks: other members have other "
                + "weights, and the same joint distribution if noise is normal"),
        TABLES("a table of probabilities of every category, and every equation of numbers: enough to predict, but"
                + " for categories with numbers among their parents, whose tables are means over these"),
        /** Intercepts and noise variances were not computed. */
        WEIGHTS_ONLY("weights only: no message had means and noise variances, so deviations from the means can "
                + "be predicted, but not values"),
        CURVES("means and noise variances; each curve shows how a variable depends on one parent, averaged over "
                + "the others, which is not enough to predict"),
        NORMS("none: weights are norms of first-layer weights, and the networks behind them are not written");

        private final String meaning;

        Model(String meaning) {
            this.meaning = meaning;
        }

        public String meaning() {
            return meaning;
        }

        /** The word in the document: lower case with dashes. */
        public String word() {
            return Words.dashed(this);
        }
    }

    /** The network as it is shown, with what its evidence says of pairs. */
    public static NamedNetwork named(
            VariableSchema schema,
            WeightMatrix network,
            Optional<WeightMatrix> voteShares,
            Optional<Evidence> evidence) {
        NamedNetwork plain = NamedNetwork.of(schema, network);
        NamedNetwork voted = voteShares.map(plain::withVoteShares).orElse(plain);
        return evidence.map(known -> SmallestEffect.in(voted.withPairs(known.pairs()), known)
                        .withDeviations(deviations(schema, known.equations())))
                .orElse(voted);
    }

    /** The deviations of all columns; those of a series vary as much as they do in the present. */
    static List<Double> deviations(VariableSchema schema, List<Evidence.Equation> known) {
        boolean all = !known.isEmpty()
                && schema.size() % known.size() == 0
                && known.stream().allMatch(equation -> equation.deviation().isPresent());
        return all
                ? IntStream.range(0, schema.size())
                        .mapToObj(k -> known.get(k % known.size()).deviation().getAsDouble())
                        .toList()
                : List.of();
    }

    /** The names of the variables, of series without lags. */
    public List<String> variables() {
        return network.slices()
                .map(slices -> slices.variables().names())
                .orElse(network.schema().names());
    }

    VariableSchema names() {
        return network.slices().map(TimeSlices::variables).orElseGet(network::schema);
    }

    /** The levels of every categorical variable, by name and in order. */
    public Map<String, List<String>> levels() {
        VariableSchema schema = network.schema();
        Map<String, List<String>> levels = new LinkedHashMap<>();
        schema.categorical().forEach(name -> levels.put(name, schema.levels(schema.indexOf(name))));
        return levels;
    }

    /** Equations of the variables: those of the search, or others; empty where there are none. */
    public List<Evidence.Equation> equations() {
        return evidence.map(Evidence::equations)
                .filter(known -> !known.isEmpty())
                .orElse(fitted.equations());
    }

    /** The families of a network with categories; empty where all variables are numbers. */
    public Optional<CategoricalModel> categories() {
        return evidence.flatMap(Evidence::categories);
    }

    /** Tables of those categories whose ancestors are all categories: their joint distribution. */
    public Optional<DiscreteNetwork> tables() {
        return categories().flatMap(model -> new FamilyTables(network, model).exact());
    }

    /** One curve for each edge: none where relations are lines. */
    public List<Evidence.Curve> curves() {
        return evidence.map(Evidence::curves).orElseGet(List::of);
    }

    public Optional<TotalEffects> effects() {
        return evidence.flatMap(Evidence::effects);
    }

    /** What total effects assume, in sentences. */
    public List<String> effectAssumptions() {
        List<String> assumes = new ArrayList<>();
        boolean numbers = levels().size() < variables().size();
        if (numbers) {
            assumes.add(
                    levels().isEmpty()
                            ? "relations are linear"
                            : "relations are linear, those of shares of levels too, and no cause changes what another"
                                    + " does");
        }
        assumes.add(
                evidence.filter(known -> known.trust().flags().contains(Misfit.HIDDEN_CAUSE))
                                .isPresent()
                        ? "hidden causes are claimed here: only effects that are identified also if causes are"
                                + " hidden"
                                + " should be acted on"
                        : "no hidden cause acts on both, beyond what is said of hidden causes");
        assumes.add("those who are acted on are like those in the rows, and only this variable is set");
        if (!fitted.scale().equals(FittedEquations.DATA)) {
            assumes.add("units are " + fitted.scale().replace('-', ' ') + ", not those of the data");
        }
        return List.copyOf(assumes);
    }

    /** How far to trust it, in words: empty where it was not searched on moments. */
    public Optional<TrustDescription> trust() {
        return evidence.map(known -> new TrustDescription(network, known));
    }

    /** The most steps that edges go back; 0 of other networks. */
    public int lags() {
        return network.slices()
                .map(slices -> evidence.map(Evidence::lags)
                        .filter(known -> known.isPresent())
                        .map(known -> known.getAsInt())
                        .orElse(slices.lags()))
                .orElse(0);
    }

    public static int place(String name, List<String> names) {
        int place = names.indexOf(name);
        if (place < 0) {
            throw new IllegalArgumentException("variable must be one of " + String.join(", ", names) + ", was \"" + name
                    + "\""
                    + Nearest.to(name, names)
                            .map(near -> "; did you mean \"" + near + "\"?")
                            .orElse(""));
        }
        return place;
    }

    public Model model() {
        if (fitted.norms()) {
            return Model.NORMS;
        }
        if (!curves().isEmpty()) {
            return Model.CURVES;
        }
        if (equations().isEmpty() && categories().isEmpty()) {
            return Model.WEIGHTS_ONLY;
        }
        boolean open = network.pairs()
                .flatMap(PairProbabilities::pattern)
                .map(pattern -> pattern.undirected() > 0)
                .orElse(false);
        return open ? Model.CLASS_MEMBER : categories().isPresent() ? Model.TABLES : Model.LINEAR;
    }

    /**
     * Says why its parameters are not those of a complete linear network in the unit of the data; empty where they are.
     */
    public Optional<String> whyNotLinear() {
        if (!levels().isEmpty()) {
            return Optional.of("variables must be all numbers or all categories for a fitted network without tables of"
                    + " all categories, and " + String.join(", ", levels().keySet())
                    + " are categories beside numbers");
        }
        if (lags() > 0) {
            return Optional.of("is a dynamic network, whose parents are earlier rows: only networks without lags are"
                    + " predicted with and written as fitted networks");
        }
        if (model() != Model.LINEAR && model() != Model.CLASS_MEMBER) {
            return Optional.of("parameters must be those of a complete linear network, are " + model().meaning());
        }
        if (!fitted.scale().equals(FittedEquations.DATA)) {
            return Optional.of("parameters are in " + fitted.scale() + ", which every site made of its own rows, and"
                    + " not in the unit of data: learn without a transform");
        }
        return Optional.empty();
    }

    /** The name of a column as the document has it: that of its variable. */
    public String name(int column) {
        return network.slices()
                .map(slices -> network.name(slices.variable(column)))
                .orElseGet(() -> network.name(column));
    }

    /** P(direction | edge); empty for a lagged edge, whose direction time gives. */
    public OptionalDouble direction(NetworkEdge edge) {
        return lag(edge.from()) > 0 ? OptionalDouble.empty() : edge.direction();
    }

    /** The steps of a column before the present; 0 of other networks. */
    public int lag(int column) {
        return network.slices().map(slices -> slices.lag(column)).orElse(0);
    }
}
