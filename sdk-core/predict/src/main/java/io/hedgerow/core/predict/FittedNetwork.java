// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.core.table.DiscreteNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A fitted network that can predict: equations of numbers, tables of categories, or both. It says what some cells of a
 * row tell of the others, what follows where variables are set, and draws rows. Weights without equations, cycles,
 * lags, curves, neural networks and numbers that are no longer in the unit of the data are refused with the reason.
 * Immutable; thread-safe.
 *
 * <p>As private as the network: what it says of none but cells that are given follows from the network alone, so after
 * a release under a budget it costs nothing more. What it says of rows is as sensitive as these rows.
 */
public final class FittedNetwork {

    private final String source;
    private final ShownEdges edges;
    private final VariableSchema schema;
    private final WeightMatrix weights;
    private final int[] order;
    private final Optional<LinearNetwork> linear;
    private final Optional<DiscreteNetwork> tables;
    private final Optional<MixedModel> mixed;

    private FittedNetwork(String source, NamedNetwork shown, LinearNetwork linear) {
        this.source = source;
        this.edges = ShownEdges.of(shown);
        this.schema = linear.schema();
        this.weights = linear.weights();
        this.order = linear.order();
        this.linear = Optional.of(linear);
        this.tables = Optional.empty();
        this.mixed = Optional.empty();
    }

    private FittedNetwork(String source, NamedNetwork shown, DiscreteNetwork tables) {
        this.source = source;
        this.edges = ShownEdges.of(shown);
        this.schema = tables.schema();
        this.weights = tables.dag().weights();
        this.order = tables.dag().topologicalOrder();
        this.linear = Optional.empty();
        this.tables = Optional.of(tables);
        this.mixed = Optional.empty();
    }

    private FittedNetwork(String source, NamedNetwork shown, MixedModel mixed) {
        this.source = source;
        this.edges = ShownEdges.of(shown);
        this.schema = mixed.schema();
        this.weights = mixed.weights();
        this.order = Dag.of(weights).topologicalOrder();
        this.linear = Optional.empty();
        this.tables = Optional.empty();
        this.mixed = Optional.of(mixed);
    }

    /**
     * The network of a result.
     *
     * @param source what messages call it, such as the name of its file
     * @param network with its edges as they are shown
     * @param evidence what the search says of it: equations, and families of categories
     * @param fitted the scale of its numbers, and equations where the evidence has none
     * @throws DataException when it is not complete, so that no values follow from it; says what is missing
     */
    public static FittedNetwork of(
            String source, NamedNetwork network, Optional<Evidence> evidence, FittedEquations fitted) {
        NetworkPart part = new NetworkPart(network, evidence, fitted);
        Set<String> names = Set.copyOf(part.variables());
        Optional<DiscreteNetwork> tables =
                part.tables().filter(known -> Set.copyOf(known.schema().names()).equals(names));
        if (tables.isPresent()) {
            return new FittedNetwork(source, network, tables.get());
        }
        return part.categories()
                .map(model -> new FittedNetwork(source, network, MixedModel.of(source, part, model)))
                .orElseGet(() -> new FittedNetwork(source, network, LinearNetwork.of(source, part)));
    }

    /**
     * A network of tables, such as one that was read from a file in BIF.
     *
     * @param source what messages call it
     * @param tables of all variables
     */
    public static FittedNetwork of(String source, DiscreteNetwork tables) {
        return of(source, NamedNetwork.of(tables.schema(), tables.dag().weights()), tables);
    }

    /**
     * A network of tables that was learned.
     *
     * @param source what messages call it
     * @param shown its edges as they are shown, by the same names: of directions that are not identified too
     * @param tables of all variables
     */
    public static FittedNetwork of(String source, NamedNetwork shown, DiscreteNetwork tables) {
        return new FittedNetwork(source, shown, tables);
    }

    /** {@return the name of the network in messages} */
    public String source() {
        return source;
    }

    /** {@return the variables, with the levels of categories} */
    public VariableSchema schema() {
        return schema;
    }

    /** {@return the equations, where all variables are numbers} */
    public Optional<LinearNetwork> linear() {
        return linear;
    }

    /** {@return the tables, where all variables are categories} */
    public Optional<DiscreteNetwork> tables() {
        return tables;
    }

    Optional<MixedModel> mixed() {
        return mixed;
    }

    /** Causes first. */
    int[] order() {
        return order.clone();
    }

    /** {@return the first edge whose direction is not identified, such as {@code a - b}; empty where all are} */
    public Optional<String> openDirection() {
        return edges.openDirection();
    }

    /**
     * Predicts all other variables from some cells: E[x | cells] of a number, P(level | cells) of a category. Exact for
     * tables, and for equations with normal noise; the best linear prediction for other noise.
     *
     * @param given numbers, or levels as texts, by the names of variables; may be empty
     * @return of all variables that are not given, in the order of the network; not known where the cells cannot be
     *     together in the network
     * @throws IllegalArgumentException when there is no such variable or level, or a number is not finite
     * @throws DataException when one of the given follows from the others without noise, or the answer needs too much
     *     memory or too many combinations of levels
     */
    public List<Expected> predict(Map<String, ?> given) {
        double[] row = new double[schema.size()];
        Arrays.fill(row, Double.NaN);
        given.forEach((name, value) -> {
            int j = Intervention.place(schema, name);
            row[j] = Intervention.value(schema, name, String.valueOf(value));
        });
        int[] known = IntStream.range(0, row.length)
                .filter(j -> !Double.isNaN(row[j]))
                .toArray();
        return predictor(RowPredictor.From.GIVEN, known, known, Intervention.of(schema, Map.of()))
                .next(row);
    }

    /**
     * Prepares to predict rows: each variable from its parents, or all others from those that are given. Tables predict
     * also from all columns that rows have where some are missing, and each variable from all others where a direction
     * is not identified; so do numbers and categories together where a direction is not identified.
     *
     * @param data what messages call the rows
     * @param header the columns that they have; those that the network does not have are ignored
     * @param given variables to predict from; empty for parents
     * @param set numbers, or levels as texts, by the names of variables that were set before the given cells were seen;
     *     may be empty
     * @throws IllegalArgumentException when a name or value is none of the network, a variable is both given and set,
     *     variables are set and none is given, or there are numbers and categories together and variables are set
     * @throws DataException when columns are missing, what follows from what is set is not known, or, of numbers alone,
     *     a direction is not identified and nothing is given
     */
    public RowPredictor predictor(String data, List<String> header, List<String> given, Map<String, ?> set) {
        Intervention done = identified(set);
        for (String name : new TreeSet<>(given)) {
            if (done.sets(name)) {
                throw new IllegalArgumentException(
                        "given and set must not name the same variable, both name " + name + ": leave one out");
            }
        }
        if (given.isEmpty() && !done.isEmpty()) {
            throw new IllegalArgumentException(
                    "given must name variables that were seen after others were set, was" + " empty");
        }
        if (mixed.isPresent() && !done.isEmpty()) {
            throw new IllegalArgumentException("set must be empty for rows of a network of numbers and categories"
                    + " together, was of " + done.words());
        }
        Optional<String> open = openDirection();
        if (linear.isPresent() && given.isEmpty() && open.isPresent()) {
            throw new DataException(source + ": the direction of " + open.get() + " is not identified, so"
                    + " no one can tell whose parent is whose: name variables to predict from, which is the same for"
                    + " all members of the class");
        }
        int[] known = IntStream.range(0, schema.size())
                .filter(j -> header.contains(schema.names().get(j)))
                .toArray();
        boolean all = given.isEmpty() && (tables.isEmpty() || known.length == schema.size());
        int[] sources = sources(data, header, known, given);
        RowPredictor.From from = !all
                ? RowPredictor.From.GIVEN
                : open.isPresent() ? RowPredictor.From.OTHERS : RowPredictor.From.PARENTS;
        return predictor(from, known, sources, done);
    }

    /**
     * Predicts rows whose columns have the units of the training rows.
     *
     * @param rows are read twice
     * @param given columns to predict from; empty for parents
     * @param each receives what is expected of every predicted variable, once for each row, in order
     * @return the predictor, which says what was predicted, and how well where the rows have it
     * @throws IllegalArgumentException when a given column is no variable of the network
     * @throws DataException as {@link #predictor} and {@link RowPredictor#predict}, and when
     *     {@link RowPredictor#otherUnit} finds a column; a predictor of one's own does not look for it
     */
    public RowPredictor predict(RowSource rows, List<String> given, Consumer<List<Expected>> each) {
        RowPredictor predictor = predictor(rows.description(), rows.schema().names(), given, Map.of());
        predictor.otherUnit(rows).ifPresent(odd -> {
            throw new DataException(rows.description() + ": " + odd);
        });
        predictor.predict(rows, each);
        return predictor;
    }

    private RowPredictor predictor(RowPredictor.From from, int[] columns, int[] sources, Intervention set) {
        if (tables.isPresent()) {
            return new LevelPredictor(source, tables.get(), from, columns, sources, set);
        }
        return mixed.<RowPredictor>map(model -> new MixedPredictor(model, from, columns, sources))
                .orElseGet(() -> new LinearPredictor(linear.orElseThrow(), from, columns, sources, set));
    }

    /** The places that are predicted from: those that are given, or all that the rows have. */
    private int[] sources(String data, List<String> header, int[] known, List<String> given) {
        List<String> names = schema.names();
        for (String name : given) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException("given must name variables of the network, "
                        + String.join(", ", names) + ", was " + name + Intervention.suggested(name, names));
            }
        }
        List<String> needed = given.isEmpty() && linear.isPresent() ? names : given;
        List<String> missing =
                needed.stream().filter(name -> !header.contains(name)).toList();
        if (!missing.isEmpty()) {
            throw new DataException(data + ": must have the columns " + String.join(", ", needed) + ", has no "
                    + missing.stream()
                            .limit(linear.isPresent() ? missing.size() : 1)
                            .map(name -> name
                                    + Nearest.to(name, header)
                                            .map(near -> " (but " + near + ")")
                                            .orElse(""))
                            .collect(Collectors.joining(", ")));
        }
        if (known.length == 0) {
            throw new DataException(
                    data + ": must have columns of the network, " + String.join(", ", names) + ", has none of them");
        }
        return given.isEmpty()
                ? known
                : given.stream().distinct().mapToInt(names::indexOf).toArray();
    }

    /**
     * Computes what follows where variables are set, whatever their causes are: do(x = v) (Pearl 2009, section 3.2).
     *
     * @param set numbers, or levels as texts, by the names of variables; at least one
     * @return what is expected of all other variables before and after, and what that assumes
     * @throws IllegalArgumentException when there is no such variable or level, a number is not finite, or none is set
     * @throws DataException when what follows is not known, because a direction at a variable that is set is not
     *     identified
     */
    public InterventionOutcome effects(Map<String, ?> set) {
        if (set.isEmpty()) {
            throw new IllegalArgumentException("set must name at least one variable, was empty");
        }
        return InterventionOutcome.of(this, identified(set));
    }

    /**
     * Says why it is not known what follows from setting variables, as far as that can be seen from the edges at them.
     *
     * @param set numbers, or levels as texts, by the names of variables
     * @return the reason in a sentence; empty where it is known
     * @throws IllegalArgumentException when there is no such variable or level, or a number is not finite
     */
    public Optional<String> unidentified(Map<String, ?> set) {
        return edges.unidentified(Intervention.of(schema, set).texts().keySet());
    }

    private Intervention identified(Map<String, ?> set) {
        unidentified(set).ifPresent(reason -> {
            throw new DataException(source + ": " + reason);
        });
        return Intervention.of(schema, set);
    }

    /**
     * Lists what must be true for that which follows from setting variables.
     *
     * @param set numbers, or levels as texts, by the names of variables
     * @return in sentences; where causes may be hidden the edges that it rests on too
     */
    public List<String> assumptions(Map<String, ?> set) {
        return edges.assumptions(set.keySet());
    }

    /** How far setting variables reaches in this network. */
    InterventionReach reach() {
        return new InterventionReach(order, weights, mixed);
    }

    /**
     * Draws rows: for tests, demonstrations and simulations.
     *
     * @param rows how many; above 0
     * @param seed the same seed draws the same rows on every machine
     * @return rows that are drawn anew, and are the same, at every reading; levels by their places. As private as the
     *     network, however many are drawn: see {@link #limits}
     */
    public RowSource synthesise(long rows, long seed) {
        return synthesise(Map.of(), rows, seed);
    }

    /**
     * Draws rows in which variables are set, whatever their causes are.
     *
     * @param set numbers, or levels as texts, by the names of variables; may be empty
     * @param rows how many; above 0
     * @param seed the same seed draws the same rows on every machine
     * @return rows that are drawn anew, and are the same, at every reading; levels by their places
     * @throws IllegalArgumentException when there is no such variable or level, a number is not finite, or {@code rows}
     *     is not above 0
     * @throws DataException when what follows is not known, or the network does not say it of some variable
     */
    public RowSource synthesise(Map<String, ?> set, long rows, long seed) {
        Intervention done = identified(set);
        reach().unsaid(done).stream().findFirst().ifPresent(j -> {
            throw new DataException("the network does not say how "
                    + schema.names().get(j) + " follows from "
                    + done.words() + ": a category on the way is no function of a number, but a mean"
                    + " over it; set other variables");
        });
        return new FittedRows(this, done, rows, seed);
    }

    /** {@return the limits of rows drawn from the network, in sentences} */
    public List<String> limits() {
        List<String> said = new ArrayList<>();
        boolean numbers = false;
        for (int j = 0; j < schema.size(); j++) {
            numbers |= schema.levels(j).isEmpty();
            List<String> averaged = mixed.isPresent() ? mixed.get().averagedOver(j) : List.of();
            if (!averaged.isEmpty()) {
                said.add(schema.names().get(j) + " does not depend on " + String.join(", ", averaged)
                        + " in these rows: its table is a mean over "
                        + (averaged.size() == 1 ? "this number" : "these numbers"));
            }
        }
        if (numbers) {
            said.add("numbers are normal about their equations: no limits, no whole numbers, no outliers, no bends");
        }
        said.add("variables depend through edges only, sites do not differ, and no cell is missing");
        return said;
    }
}
