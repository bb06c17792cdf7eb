// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.table;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The conditional probabilities of one variable: one line for each configuration of its parents, and the probabilities
 * of all levels in each line.
 *
 * <p>Symbols: q, the number of configurations; k, the number of levels; p[c, l] = P(level l | configuration c).
 * Configurations are counted with the first parent slowest: of parents with sizes 2 and 3 configuration 4 is (1, 1).
 *
 * <p>A table that was made from counts keeps A[c], the rows that a line rests on with those of the prior: line c has
 * the posterior distribution Dirichlet(A[c] p[c, ·]). Immutable; thread-safe. As private as the counts it was made of.
 */
public final class ProbabilityTable {

    /** The largest deviation of a line's sum from 1. */
    static final double ROUNDING = 1e-9;

    private final int[] parents;
    private final int levels;
    private final double[] probabilities;
    /** [q]; empty where they are not known. */
    private final double[] rows;

    private ProbabilityTable(int[] parents, int levels, double[] probabilities, double[] rows) {
        this.parents = parents;
        this.levels = levels;
        this.probabilities = probabilities;
        this.rows = rows;
    }

    /**
     * A table of known probabilities.
     *
     * @param parents their places in the schema, distinct; copied
     * @param probabilities [q][k], each in [0, 1], lines summing to 1 up to 10⁻⁹; copied
     * @throws IllegalArgumentException when they are no such table
     */
    public static ProbabilityTable of(int[] parents, double[][] probabilities) {
        return of(parents, probabilities, new double[0]);
    }

    /**
     * A table of probabilities that were learned.
     *
     * @param parents their places in the schema, distinct; copied
     * @param probabilities [q][k], each in [0, 1], lines summing to 1 up to 10⁻⁹; copied
     * @param rows A: [q], finite and &gt; 0; or empty where they are not known; copied
     * @throws IllegalArgumentException when they are no such table
     */
    public static ProbabilityTable of(int[] parents, double[][] probabilities, double[] rows) {
        requireParents(parents);
        double[] flat = flat(probabilities);
        int levels = probabilities[0].length;
        for (int c = 0; c < probabilities.length; c++) {
            double sum = 0;
            for (double p : probabilities[c]) {
                if (!(p >= 0 && p <= 1)) {
                    throw new IllegalArgumentException("a probability must be from 0 to 1, was " + p);
                }
                sum += p;
            }
            if (!(Math.abs(sum - 1) <= ROUNDING)) {
                throw new IllegalArgumentException("the probabilities of configuration " + c + " must sum to 1, sum to "
                        + sum + ": divide them by their sum");
            }
        }
        if (rows.length != 0 && rows.length != probabilities.length) {
            throw new IllegalArgumentException("rows must have one number for each of the " + probabilities.length
                    + " configurations, had " + rows.length);
        }
        for (double one : rows) {
            if (!(one > 0 && one < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("rows must be finite and > 0, was " + one);
            }
        }
        return new ProbabilityTable(parents.clone(), levels, flat, rows.clone());
    }

    /**
     * The mean of the posterior after counts, under the prior of the BDeu score (Heckerman, Geiger and Chickering 1995,
     * equation 28): p[c, l] = (N[c, l] + α/(q k)) / (N[c] + α/q), with A[c] = N[c] + α/q.
     *
     * @param parents their places in the schema, distinct; copied
     * @param counts N: [q][k], finite and at least 0; need not be whole
     * @param equivalentSampleSize α, the rows that the prior counts for; finite and &gt; 0
     * @throws IllegalArgumentException when they are no such counts
     */
    public static ProbabilityTable ofCounts(int[] parents, double[][] counts, double equivalentSampleSize) {
        requireParents(parents);
        if (!(equivalentSampleSize > 0 && equivalentSampleSize < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "equivalentSampleSize must be finite and > 0, was " + equivalentSampleSize);
        }
        double[] probabilities = flat(counts);
        int q = counts.length;
        int k = counts[0].length;
        double[] rows = new double[q];
        for (int c = 0; c < q; c++) {
            double own = 0;
            for (double count : counts[c]) {
                if (!(count >= 0 && count < Double.POSITIVE_INFINITY)) {
                    throw new IllegalArgumentException("a count must be finite and >= 0, was " + count);
                }
                own += count + equivalentSampleSize / (q * (double) k);
            }
            rows[c] = own;
            for (int l = 0; l < k; l++) {
                probabilities[c * k + l] = (counts[c][l] + equivalentSampleSize / (q * (double) k)) / own;
            }
        }
        return new ProbabilityTable(parents.clone(), k, probabilities, rows);
    }

    private static void requireParents(int[] parents) {
        if (Arrays.stream(parents).distinct().count() != parents.length) {
            throw new IllegalArgumentException("parents must be distinct, were " + Arrays.toString(parents));
        }
    }

    private static double[] flat(double[][] table) {
        if (table.length == 0 || table[0].length < 2) {
            throw new IllegalArgumentException("a table must have at least one configuration and two levels, had "
                    + table.length + " and " + (table.length == 0 ? 0 : table[0].length));
        }
        int levels = table[0].length;
        for (double[] line : table) {
            if (line.length != levels) {
                throw new IllegalArgumentException(
                        "all lines of a table must have " + levels + " levels, one had " + line.length);
            }
        }
        return Arrays.stream(table).flatMapToDouble(Arrays::stream).toArray();
    }

    /** {@return the places of the parents in the schema, in the order of the configurations; a copy} */
    public int[] parents() {
        return parents.clone();
    }

    /** {@return q, the number of configurations of the parents; 1 without parents} */
    public int configurations() {
        return probabilities.length / levels;
    }

    /** {@return k, the number of levels} */
    public int levels() {
        return levels;
    }

    /**
     * {@return p[c, l]}
     *
     * @param configuration c, from 0 to q − 1
     * @param level l, from 0 to k − 1
     */
    public double probability(int configuration, int level) {
        return probabilities[at(configuration, level)];
    }

    /**
     * {@return the probabilities of all levels under a configuration; a copy}
     *
     * @param configuration c, from 0 to q − 1
     */
    public double[] probabilities(int configuration) {
        int from = at(configuration, 0);
        return Arrays.copyOfRange(probabilities, from, from + levels);
    }

    /**
     * {@return A[c], the rows that a line rests on, those of the prior among them; empty of a table that was not made
     * from counts}
     *
     * @param configuration c, from 0 to q − 1
     */
    public OptionalDouble rows(int configuration) {
        int line = at(configuration, 0) / levels;
        return rows.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(rows[line]);
    }

    /**
     * {@return the uncertainty of a probability, as the posterior standard deviation √(p (1 − p) / (A[c] + 1)); empty
     * of a table that was not made from counts}
     *
     * @param configuration c, from 0 to q − 1
     * @param level l, from 0 to k − 1
     */
    public OptionalDouble deviation(int configuration, int level) {
        double p = probability(configuration, level);
        return rows.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.sqrt(p * (1 - p) / (rows[configuration] + 1)));
    }

    private int at(int configuration, int level) {
        if (configuration < 0 || configuration >= configurations() || level < 0 || level >= levels) {
            throw new IndexOutOfBoundsException("a table of " + configurations() + " configurations and " + levels
                    + " levels has no probability of configuration " + configuration + ", level " + level);
        }
        return configuration * levels + level;
    }

    /** All lines one after another; not to be changed. */
    double[] flat() {
        return probabilities;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ProbabilityTable that
                && levels == that.levels
                && Arrays.equals(parents, that.parents)
                && Arrays.equals(probabilities, that.probabilities)
                && Arrays.equals(rows, that.rows);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(parents) + Arrays.hashCode(probabilities);
    }

    @Override
    public String toString() {
        return "ProbabilityTable[parents=" + Arrays.toString(parents) + ", configurations=" + configurations()
                + ", levels=" + levels + "]";
    }
}
