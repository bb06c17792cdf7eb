// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.internal.simulation.RandomStream;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.core.search.CategoricalModel.FamilyCounts;
import io.hedgerow.core.search.CategoricalModel.Line;
import io.hedgerow.core.search.CategoricalModel.Term;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.samples.exchange.SavedNetwork;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A network of numbers and categories: P(x_j | categorical parents) of each category, x_j = a_j + Σ of terms + u_j of
 * each number. A category's parents that are numbers are not in its table. Immutable. Not private.
 *
 * <p>A row holds numbers and places of levels. From all other variables a level has the probability that its table, the
 * tables of its children and the normal densities of its numeric children give together; a number has the mean of the
 * normal distribution that its own equation and those of its children give.
 */
public final class MixedModel {

    /** A smaller variance would divide by 0. */
    private static final double SMALLEST_VARIANCE = 1e-100;

    private final VariableSchema schema;
    private final WeightMatrix weights;
    private final Map<Integer, FamilyCounts> tables = new HashMap<>();
    private final Map<Integer, Line> lines = new HashMap<>();

    private MixedModel(VariableSchema schema, WeightMatrix weights, CategoricalModel model) {
        this.schema = schema;
        this.weights = weights;
        model.tables().forEach(table -> tables.put(table.target(), table));
        model.equations().forEach(line -> lines.put(line.target(), line));
    }

    /**
     * The network of a result.
     *
     * @return empty where it has no categories with tables
     * @throws DataException when numbers are not in the unit of data
     */
    public static Optional<MixedModel> of(SavedNetwork network) {
        return network.learned().flatMap(part -> part.categories().map(model -> of(network.source(), part, model)));
    }

    private static MixedModel of(String source, NetworkPart part, CategoricalModel model) {
        if (!part.fitted().scale().equals(FittedEquations.DATA)) {
            throw new DataException(source + ": parameters must be in the unit of the data, are in "
                    + part.fitted().scale() + ": learn without --transform");
        }
        return new MixedModel(part.network().schema(), part.network().weights(), model);
    }

    VariableSchema schema() {
        return schema;
    }

    /** Causes first, numbers that cause a category among them. */
    int[] order() {
        return Dag.of(weights).topologicalOrder();
    }

    boolean hasEdge(int from, int to) {
        return weights.hasEdge(from, to);
    }

    /** Draws a variable after its parents: a level by its table, a number by its equation and a normal noise. */
    double draw(int j, double[] row, RandomStream random) {
        if (isCategory(j)) {
            double[] probabilities = levelsFromParents(j, row);
            return drawn(probabilities.length, level -> probabilities[level], random);
        }
        return fromParents(j, row) + Math.sqrt(noiseVariance(j)) * random.nextGaussian();
    }

    /** Draws a level. */
    static int drawn(int levels, IntToDoubleFunction probability, RandomStream random) {
        double left = random.nextUniform();
        int last = 0;
        for (int level = 0; level < levels; level++) {
            double p = probability.applyAsDouble(level);
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

    boolean isCategory(int j) {
        return tables.containsKey(j);
    }

    /** The numbers among the parents of a category, over which its table is a mean. */
    List<String> averagedOver(int j) {
        return isCategory(j)
                ? IntStream.range(0, schema.size())
                        .filter(i -> weights.hasEdge(i, j) && !isCategory(i))
                        .mapToObj(schema.names()::get)
                        .toList()
                : List.of();
    }

    double noiseVariance(int j) {
        return line(j).noiseVariance();
    }

    private Line line(int j) {
        return Optional.ofNullable(lines.get(j)).orElseThrow();
    }

    private FamilyCounts table(int j) {
        return Optional.ofNullable(tables.get(j)).orElseThrow();
    }

    /** What its table or equation has. */
    int[] parents(int j) {
        return isCategory(j)
                ? table(j).parents().stream().mapToInt(i -> i).toArray()
                : line(j).terms().stream().mapToInt(Term::cause).distinct().toArray();
    }

    private int[] children(int j) {
        return IntStream.range(0, schema.size())
                .filter(k -> IntStream.of(parents(k)).anyMatch(i -> i == j))
                .toArray();
    }

    /** Parents, children and their other parents: no other variable changes what is expected of it. */
    int[] blanket(int j) {
        TreeSet<Integer> near = new TreeSet<>();
        IntStream.of(parents(j)).forEach(near::add);
        for (int child : children(j)) {
            near.add(child);
            IntStream.of(parents(child)).forEach(near::add);
        }
        near.remove(j);
        return near.stream().mapToInt(i -> i).toArray();
    }

    /** a_j + Σ of the terms of a row. */
    double fromParents(int j, double[] row) {
        double value = line(j).intercept();
        for (Term term : line(j).terms()) {
            double cell = row[term.cause()];
            value += term.level() < 0 ? term.weight() * cell : cell == term.level() ? term.weight() : 0;
        }
        return value;
    }

    /** E[x_j | all others]. */
    double fromOthers(int j, double[] row) {
        double precision = 1 / variance(j);
        double sum = precision * fromParents(j, row);
        double[] without = row.clone();
        without[j] = 0;
        for (int child : children(j)) {
            if (!isCategory(child)) {
                double weight = line(child).terms().stream()
                        .filter(term -> term.cause() == j)
                        .mapToDouble(Term::weight)
                        .sum();
                precision += weight * weight / variance(child);
                sum += weight * (row[child] - fromParents(child, without)) / variance(child);
            }
        }
        return sum / precision;
    }

    private double variance(int j) {
        return Math.max(SMALLEST_VARIANCE, noiseVariance(j));
    }

    /** P(level | categorical parents) of each level. */
    double[] levelsFromParents(int j, double[] row) {
        int combination = 0;
        for (int i : table(j).parents()) {
            combination = combination * table(i).levels() + (int) row[i];
        }
        int own = combination;
        return IntStream.range(0, table(j).levels())
                .mapToDouble(level -> table(j).probability(own, level))
                .toArray();
    }

    /** P(level | all others) of each level. */
    double[] levelsFromOthers(int j, double[] row) {
        double[] log = IntStream.range(0, table(j).levels())
                .mapToDouble(level -> {
                    double[] assumed = row.clone();
                    assumed[j] = level;
                    double sum = Math.log(levelsFromParents(j, assumed)[level]);
                    for (int child : children(j)) {
                        sum += logDensity(child, assumed);
                    }
                    return sum;
                })
                .toArray();
        double most =
                IntStream.range(0, log.length).mapToDouble(l -> log[l]).max().orElseThrow();
        double total = IntStream.range(0, log.length)
                .mapToDouble(l -> Math.exp(log[l] - most))
                .sum();
        return IntStream.range(0, log.length)
                .mapToDouble(l -> Math.exp(log[l] - most) / total)
                .toArray();
    }

    /** Up to what is the same for all levels of its parents. */
    private double logDensity(int j, double[] row) {
        if (isCategory(j)) {
            return Math.log(levelsFromParents(j, row)[(int) row[j]]);
        }
        double error = row[j] - fromParents(j, row);
        return -error * error / 2 / variance(j);
    }
}
