// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.simulation;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.samples.exchange.LinearNetwork;
import io.hedgerow.samples.exchange.SavedNetwork;
import io.hedgerow.samples.predict.Intervention;
import io.hedgerow.samples.predict.MixedModel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Rows drawn from a fitted network, in which variables may be set. Every variable is drawn after its parents: a level
 * by its probabilities, a number by the normal distribution of its equation. Immutable. As private as the network.
 *
 * <p>With the same seed, numbers and categories beside numbers that do not follow from those that are set have the same
 * values as without.
 */
public final class FittedRows {

    private interface Mechanism {
        double draw(int variable, double[] row, Random random);
    }

    private interface Drawing {
        void rows(Intervention set, long rows, long seed, Consumer<double[]> consumer);
    }

    private final VariableSchema schema;
    private final int[] order;
    private final Drawing drawing;
    private final Optional<MixedModel> mixed;
    private final WeightMatrix weights;

    private FittedRows(
            VariableSchema schema, int[] order, Drawing drawing, Optional<MixedModel> mixed, WeightMatrix weights) {
        this.schema = schema;
        this.order = order;
        this.drawing = drawing;
        this.mixed = mixed;
        this.weights = weights;
    }

    /** The rows of a network of numbers, of categories, or of both. */
    public static FittedRows of(SavedNetwork network) {
        Optional<DiscreteNetwork> tables = network.allTables();
        if (tables.isPresent()) {
            return of(tables.get());
        }
        Optional<MixedModel> mixed = MixedModel.of(network);
        if (mixed.isPresent()) {
            MixedModel model = mixed.get();
            return new FittedRows(
                    model.schema(),
                    model.order(),
                    oneByOne(model.order(), (j, row, random) -> draw(model, j, row, random)),
                    mixed,
                    model.weights());
        }
        LinearNetwork fitted = LinearNetwork.of(network);
        return new FittedRows(
                fitted.schema(),
                fitted.order(),
                oneByOne(
                        fitted.order(),
                        (j, row, random) -> fitted.fromParents(j, row)
                                + Math.sqrt(fitted.noiseVariance(j)) * random.nextGaussian()),
                Optional.empty(),
                fitted.weights());
    }

    private static FittedRows of(DiscreteNetwork tables) {
        return new FittedRows(
                tables.schema(),
                tables.dag().topologicalOrder(),
                (set, rows, seed, consumer) -> set.in(tables).sample(rows, seed).forEachRow(consumer::accept),
                Optional.empty(),
                tables.dag().weights());
    }

    /** Draws a variable after its parents: a level by its table, a number by its equation and a normal noise. */
    private static double draw(MixedModel model, int j, double[] row, Random random) {
        if (model.isCategory(j)) {
            double[] probabilities = model.levelsFromParents(j, row);
            return drawn(probabilities, random);
        }
        return model.fromParents(j, row) + Math.sqrt(model.noiseVariance(j)) * random.nextGaussian();
    }

    private static int drawn(double[] probabilities, Random random) {
        double left = random.nextDouble();
        int last = 0;
        for (int level = 0; level < probabilities.length; level++) {
            double p = probabilities[level];
            if (p > 0) {
                last = level; // rounding must not draw a level that cannot be
                left -= p;
                if (left < 0) {
                    return level;
                }
            }
        }
        return last;
    }

    private static Drawing oneByOne(int[] order, Mechanism mechanism) {
        return (set, rows, seed, consumer) -> {
            Random random = new Random(seed);
            double[] row = new double[order.length];
            for (long r = 0; r < rows; r++) {
                for (int j : order) {
                    double drawn = mechanism.draw(j, row, random);
                    row[j] = set.values().getOrDefault(j, drawn);
                }
                consumer.accept(row);
            }
        };
    }

    public VariableSchema schema() {
        return schema;
    }

    /** Causes first. */
    int[] order() {
        return order.clone();
    }

    /** The variables that follow from those that are set, without these. */
    BitSet following(Intervention set) {
        BitSet changed = new BitSet();
        for (int j : order) {
            if (!set.sets(j)) {
                for (int i = 0; i < order.length; i++) {
                    if (weights.hasEdge(i, j) && (set.sets(i) || changed.get(i))) {
                        changed.set(j);
                    }
                }
            }
        }
        return changed;
    }

    /** Categories whose tables are means over numbers that follow, and all that follows from them: it is unknown. */
    BitSet unsaid(Intervention set) {
        BitSet changed = following(set);
        BitSet unsaid = new BitSet();
        for (int j : order) {
            for (int i = 0; i < order.length && changed.get(j); i++) {
                boolean averaged = mixed.isPresent()
                        && mixed.get().isCategory(j)
                        && !mixed.get().isCategory(i)
                        && (set.sets(i) || changed.get(i));
                if (weights.hasEdge(i, j) && (averaged || unsaid.get(i))) {
                    unsaid.set(j);
                }
            }
        }
        return unsaid;
    }

    /** Requires that the network says what follows, of all variables. */
    public void requireSaid(Intervention set) {
        unsaid(set).stream().findFirst().ifPresent(j -> {
            throw new DataException("the network does not say how "
                    + schema.names().get(j) + " follows from "
                    + Intervention.words(set.texts()) + ": a category on the way is no function of a number, but a mean"
                    + " over it; set other variables, or ask predict --do of those it does say");
        });
    }

    /** What the rows do not show, in sentences. */
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
        said.add("variables depend through edges only, and sites do not differ");
        return said;
    }

    /**
     * Draws rows in the schema's order, levels by their places; the array is reused. The same seed draws the same rows
     * on every machine.
     */
    void forEach(Intervention set, long rows, long seed, Consumer<double[]> consumer) {
        drawing.rows(set, rows, seed, consumer);
    }

    /** Draws rows as texts: numbers as decimals, categories as levels. */
    public void texts(Intervention set, long rows, long seed, Consumer<List<String>> consumer) {
        if (rows < 1) {
            throw new IllegalArgumentException("--rows must be > 0, was " + rows);
        }
        List<List<String>> levels = new ArrayList<>();
        for (int j = 0; j < schema.size(); j++) {
            levels.add(schema.levels(j));
        }
        forEach(set, rows, seed, row -> {
            List<String> cells = new ArrayList<>();
            for (int j = 0; j < row.length; j++) {
                cells.add(
                        levels.get(j).isEmpty()
                                ? Double.toString(row[j])
                                : levels.get(j).get((int) row[j]));
            }
            consumer.accept(cells);
        });
    }
}
