// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.core.search.CategoricalModel.FamilyCounts;
import io.hedgerow.core.search.CategoricalModel.Line;
import io.hedgerow.core.search.CategoricalModel.Term;
import io.hedgerow.core.search.FittedEquations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A network of numbers and categories: P(x_j | categorical parents) of each category, x_j = a_j + Σ of terms + u_j of
 * each number. A category's parents that are numbers are not in its table. Immutable. Not private.
 *
 * <p>A row holds numbers and places of levels. From all other variables a level has the probability that its table, the
 * tables of its children and the normal densities of its numeric children give together; a number has the mean of the
 * normal distribution that its own equation and those of its children give. From some variables the same follows by a
 * sum over all combinations of the levels that are not known: under each of them the numbers are normal together, with
 * means of its own and one covariance (conditional Gaussian networks, Lauritzen 1992).
 */
final class MixedModel {

    /** So many combinations of unknown levels are summed over. */
    private static final int MOST_COMBINATIONS = 4096;

    /** A smaller variance would divide by 0. */
    private static final double SMALLEST_VARIANCE = 1e-100;

    private final VariableSchema schema;
    private final WeightMatrix weights;
    private final Map<Integer, FamilyCounts> tables = new HashMap<>();
    /** Probabilities of each category, ordered as its counts: its own level changes fastest. */
    private final Map<Integer, double[]> probabilities = new HashMap<>();

    private final Map<Integer, Line> lines = new HashMap<>();
    /** The numbers, causes first. */
    private final int[] numbers;

    MixedModel(VariableSchema schema, WeightMatrix weights, CategoricalModel model) {
        this.schema = schema;
        this.weights = weights;
        model.tables().forEach(table -> {
            tables.put(table.target(), table);
            probabilities.put(
                    table.target(),
                    IntStream.range(0, table.counts().size())
                            .mapToDouble(cell -> table.probability(cell / table.levels(), cell % table.levels()))
                            .toArray());
        });
        model.equations().forEach(line -> lines.put(line.target(), line));
        this.numbers = Arrays.stream(Dag.of(weights).topologicalOrder())
                .filter(lines::containsKey)
                .toArray();
    }

    /**
     * {@return the families of a result with categories}
     *
     * @param source what messages call the network
     * @throws DataException when its parameters are not in the unit of the data
     */
    static MixedModel of(String source, NetworkPart part, CategoricalModel model) {
        if (!part.fitted().scale().equals(FittedEquations.DATA)) {
            throw new DataException(source + ": parameters must be in the unit of the data, are in "
                    + part.fitted().scale() + ": learn without a transform");
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

    WeightMatrix weights() {
        return weights;
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

    /** E[x_j | all others] and √Var(x_j | all others). */
    double[] fromOthers(int j, double[] row) {
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
        return new double[] {sum / precision, Math.sqrt(1 / precision)};
    }

    private double variance(int j) {
        return Math.max(SMALLEST_VARIANCE, noiseVariance(j));
    }

    /** P(level | categorical parents) of each level. */
    double[] levelsFromParents(int j, double[] row) {
        FamilyCounts own = table(j);
        int combination = 0;
        for (int i : own.parents()) {
            combination = combination * table(i).levels() + (int) row[i];
        }
        double[] all = Optional.ofNullable(probabilities.get(j)).orElseThrow();
        return Arrays.copyOfRange(all, combination * own.levels(), (combination + 1) * own.levels());
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

    /**
     * Predicts all other variables from the cells of a row that are not NaN.
     *
     * @return of a category P(level | cells) of each level, of a number E[x | cells] and √Var(x | cells); nothing of
     *     what is known
     * @throws DataException when too many levels are unknown together
     */
    double[][] given(double[] row) {
        OpenLevels levels = OpenLevels.all(this, row);
        double combinations = levels.combinations(schema);
        if (combinations > MOST_COMBINATIONS) {
            throw new DataException("categories that are not given must have at most " + MOST_COMBINATIONS
                    + " combinations of levels, have " + (long) combinations + ": name more of them, "
                    + String.join(", ", levels.names(schema)));
        }
        return given(row, levels);
    }

    /**
     * The same of one variable that is not known, by a sum over the levels alone that matter for it; empty where these
     * are too many.
     */
    Optional<double[]> given(double[] row, int variable) {
        OpenLevels levels = OpenLevels.of(this, row, variable);
        if (levels.combinations(schema) > MOST_COMBINATIONS) {
            return Optional.empty();
        }
        double[] assumed = row.clone();
        for (int j : tables.keySet()) {
            boolean fixed = Double.isNaN(row[j]) && IntStream.of(levels.open()).noneMatch(i -> i == j);
            assumed[j] = fixed ? 0 : row[j];
        }
        return Optional.of(given(assumed, levels)[variable]);
    }

    private double[][] given(double[] row, OpenLevels levels) {
        int d = schema.size();
        int[] open = levels.open();
        double[][] covariance = covariance();
        List<Conditioning> steps = conditioning(row, covariance);
        double[] log = new double[(int) levels.combinations(schema)];
        double[][] rows = new double[log.length][];
        for (int c = 0; c < log.length; c++) {
            double[] full = row.clone();
            int rest = c;
            for (int j : open) {
                full[j] = rest % table(j).levels();
                rest /= table(j).levels();
            }
            log[c] = means(full, levels.relevant());
            for (Conditioning step : steps) {
                double error = row[step.of] - full[step.of];
                log[c] -= (error * error / step.variance + Math.log(step.variance)) / 2;
                for (int i : numbers) {
                    full[i] += step.gain[i] * error;
                }
            }
            rows[c] = full;
        }
        double most = DoubleStream.of(log).max().orElseThrow();
        double total = DoubleStream.of(log).map(l -> Math.exp(l - most)).sum();
        double[] weights =
                DoubleStream.of(log).map(l -> Math.exp(l - most) / total).toArray();
        double[][] expected = new double[d][0];
        for (int j = 0; j < d; j++) {
            if (Double.isNaN(row[j])) {
                expected[j] = isCategory(j)
                        ? probabilities(j, weights, rows)
                        : meanAndDeviation(j, weights, rows, covariance[j][j]);
            }
        }
        return expected;
    }

    private double[] probabilities(int j, double[] weights, double[][] rows) {
        double[] all = new double[table(j).levels()];
        for (int c = 0; c < weights.length; c++) {
            all[(int) rows[c][j]] += weights[c];
        }
        return all;
    }

    /** Mean and deviation of a mixture of normal distributions with one variance. */
    private static double[] meanAndDeviation(int j, double[] weights, double[][] rows, double variance) {
        double mean = 0;
        for (int c = 0; c < weights.length; c++) {
            mean += weights[c] * rows[c][j];
        }
        double between = 0;
        for (int c = 0; c < weights.length; c++) {
            between += weights[c] * (rows[c][j] - mean) * (rows[c][j] - mean);
        }
        return new double[] {mean, Math.sqrt(Math.max(0, variance) + between)};
    }

    /** Writes the means of all numbers given the levels of a row; the logarithm of the probability of some levels. */
    private double means(double[] full, BitSet relevant) {
        double log = tables.keySet().stream()
                .filter(relevant::get)
                .mapToDouble(j -> Math.log(levelsFromParents(j, full)[(int) full[j]]))
                .sum();
        for (int j : numbers) {
            full[j] = fromParents(j, full);
        }
        return log;
    }

    /**
     * The conditioning of Gaussian variables on one observed number: the gain by which its deviation from its mean
     * shifts the others.
     */
    private static final class Conditioning {
        private final int of;
        private final double variance;
        private final double[] gain;

        Conditioning(int of, double variance, double[] gain) {
            this.of = of;
            this.variance = variance;
            this.gain = gain;
        }
    }

    /**
     * The known numbers one after another, each given those before: the same for all levels.
     *
     * @param covariance of all numbers; becomes that given the known ones
     */
    private List<Conditioning> conditioning(double[] row, double[][] covariance) {
        int d = schema.size();
        List<Conditioning> steps = new ArrayList<>();
        for (int g : numbers) {
            if (Double.isNaN(row[g])) {
                continue;
            }
            double own = Math.max(SMALLEST_VARIANCE, covariance[g][g]);
            double[] gain = new double[d];
            for (int i : numbers) {
                gain[i] = covariance[i][g] / own;
            }
            double[] with = covariance[g].clone();
            for (int i : numbers) {
                for (int k : numbers) {
                    covariance[i][k] -= gain[i] * with[k];
                }
            }
            steps.add(new Conditioning(g, own, gain));
        }
        return steps;
    }

    /** The covariance of the numbers, given all levels: [d, d], zeros of categories. */
    private double[][] covariance() {
        double[][] covariance = new double[schema.size()][schema.size()];
        for (int at = 0; at < numbers.length; at++) {
            int j = numbers[at];
            double own = variance(j);
            for (Term term : line(j).terms()) {
                if (term.level() < 0) {
                    for (int before = 0; before < at; before++) {
                        covariance[j][numbers[before]] += term.weight() * covariance[term.cause()][numbers[before]];
                    }
                }
            }
            for (Term term : line(j).terms()) {
                own += term.level() < 0 ? term.weight() * covariance[j][term.cause()] : 0;
            }
            for (int before = 0; before < at; before++) {
                covariance[numbers[before]][j] = covariance[j][numbers[before]];
            }
            covariance[j][j] = own;
        }
        return covariance;
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
