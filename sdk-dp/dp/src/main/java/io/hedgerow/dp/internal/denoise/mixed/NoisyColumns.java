// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.mixed;

import io.hedgerow.core.internal.search.posterior.MomentNoise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Mean products of {@link MixedColumns} over the rows, with noise: σ on the diagonal and s = σ/√2 beside it, each of
 * its own. What is known of a category is taken for granted: a row has one level at most, so levels have no products
 * with each other; and the levels of a category together have what the rows have that have any, so that noise which
 * would change a sum over levels is taken off. Public by post-processing; costs no budget. Immutable.
 *
 * <p>A level of which noise hides whether there are rows has no column, and the most frequent one of each category,
 * which the others determine, has none.
 */
public final class NoisyColumns {

    /** The deviations of the noise of a share from which on a level is seen. */
    private static final double SEEN = 4;
    /** Sums over levels farther from those of all rows by so many deviations are of fewer rows. */
    private static final double FEWER = 4;
    /** The least share of a level beside others. */
    private static final double LEAST = 1e-6;
    /** Of a number, in units in which it is about 1. */
    private static final double LEAST_VARIANCE = 1e-4;

    private final MixedColumns shape;
    private final double[] products;
    private final double sigma;
    private final double[] centre;
    private final double[] units;
    private final long rows;
    /** Of columns: the mean of a number in its unit, the share of a level: [q]. */
    private final double[] means;
    /** Of columns, about their means: [q, q]. */
    private final double[] covariance;
    /** The share of rows that have both of two variables: [d, d]. */
    private final double[] seen;
    /** The columns of each variable that are searched, in the order of the search, and what they are. */
    private final int[][] blocks;

    private final int[] chosen;

    /**
     * Takes mean products: [q, q].
     *
     * @param sigma of an entry on the diagonal
     * @param centre about which numbers are, [N], in the units of the rows
     * @param units by which they are divided, [N]
     * @param rows of all sites, public
     */
    public NoisyColumns(
            MixedColumns shape, double[] products, double sigma, double[] centre, double[] units, long rows) {
        this.shape = shape;
        this.products = products.clone();
        this.sigma = sigma;
        this.centre = centre.clone();
        this.units = units.clone();
        this.rows = rows;
        int q = shape.size();
        this.means = new double[q];
        for (int j = 0; j < shape.variables(); j++) {
            if (shape.isCategory(j)) {
                shares(j);
            }
        }
        int[] numbers = shape.numbers();
        for (int x = 0; x < numbers.length; x++) {
            means[shape.first(numbers[x])] = mean(x);
        }
        this.seen = new double[shape.variables() * shape.variables()];
        this.covariance = new double[q * q];
        for (int i = 0; i < shape.variables(); i++) {
            for (int j = 0; j <= i; j++) {
                covary(i, j);
            }
        }
        this.blocks = new int[shape.variables()][];
        List<Integer> all = new ArrayList<>();
        for (int j = 0; j < blocks.length; j++) {
            blocks[j] = searched(j, all);
        }
        this.chosen = all.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The same of rows whose number is secret, or of which several are a unit: each has some level of a category. */
    public NoisyColumns ofUnknownNumber() {
        double precision = 0;
        double sum = 0;
        for (int j = 0; j < shape.variables(); j++) {
            if (shape.isCategory(j)) {
                precision += 1.0 / shape.levels(j);
                sum += total(j) / shape.levels(j);
            }
        }
        if (precision == 0) {
            return this;
        }
        double all = Math.max(sum / precision, sigma);
        double[] scaled = Arrays.stream(products).map(value -> value / all).toArray();
        return new NoisyColumns(shape, scaled, sigma / all, centre, units, rows);
    }

    /** The same with as much noise again, which is given in deviations, [q (q + 1) / 2]. */
    NoisyColumns noisier(double[] drawn) {
        int q = shape.size();
        double[] more = products.clone();
        int at = 0;
        for (int a = 0; a < q; a++) {
            for (int b = a; b < q; b++) {
                more[a * q + b] += drawn[at++] * sigma * (a == b ? 1 : Math.sqrt(0.5));
                more[b * q + a] = more[a * q + b];
            }
        }
        return new NoisyColumns(shape, more, sigma * Math.sqrt(2), centre, units, rows);
    }

    private double product(int a, int b) {
        return products[a * shape.size() + b];
    }

    /** The share of rows that have a level of a category. */
    private double total(int category) {
        double sum = 0;
        for (int l = 0; l < shape.levels(category); l++) {
            int column = shape.first(category) + l;
            sum += product(column, column);
        }
        return sum / (MixedColumns.WEIGHT * MixedColumns.WEIGHT);
    }

    /** A share of rows with noise of this deviation: 1 where that is as good. */
    private static double share(double value, double deviation) {
        return Math.abs(value - 1) > FEWER * deviation ? Math.max(value, deviation) : 1;
    }

    /** The shares of the levels of a category, pooled over the products with every category, itself included. */
    private void shares(int j) {
        int k = shape.levels(j);
        double[] sums = new double[k];
        double precision = 0;
        for (int o = 0; o < shape.variables(); o++) {
            if (shape.isCategory(o)) {
                // variances of a sum over levels of the other; 2 of the diagonal
                double weight = o == j ? 0.5 : 1.0 / shape.levels(o);
                double[] margin = margin(j, o);
                double all = Arrays.stream(margin).sum();
                double rest = o == j ? share(all, deviation(2.0 * k)) : all;
                for (int l = 0; l < k; l++) {
                    sums[l] += weight * (margin[l] - (all - rest) / k) / Math.max(rest, LEAST);
                }
                precision += weight;
            }
        }
        double total = 0;
        for (int l = 0; l < k; l++) {
            means[shape.first(j) + l] = Math.max(LEAST, sums[l] / precision);
            total += means[shape.first(j) + l];
        }
        for (int l = 0; l < k; l++) {
            means[shape.first(j) + l] /= total;
        }
    }

    /** Shares of rows with each level of j and any of o, or of j alone. */
    private double[] margin(int j, int o) {
        double square = MixedColumns.WEIGHT * MixedColumns.WEIGHT;
        double[] margin = new double[shape.levels(j)];
        for (int l = 0; l < margin.length; l++) {
            int own = shape.first(j) + l;
            for (int m = 0; m < shape.levels(o); m++) {
                int other = shape.first(o) + m;
                margin[l] += o != j || own == other ? product(own, other) / square : 0;
            }
        }
        return margin;
    }

    /** The deviation of a sum of so many products of levels, as a share of rows. */
    private double deviation(double products) {
        return sigma / Math.sqrt(2) * Math.sqrt(products) / (MixedColumns.WEIGHT * MixedColumns.WEIGHT);
    }

    /** The mean of a number, in its unit about its centre, over the rows that have it and a level of a category. */
    private double mean(int place) {
        int column = shape.first(shape.numbers()[place]);
        if (shape.mayMiss()) {
            int own = shape.seen(place);
            return product(column, own) / share(product(own, own), sigma);
        }
        double precision = 0;
        double sum = 0;
        for (int o = 0; o < shape.variables(); o++) {
            if (shape.isCategory(o)) {
                int k = shape.levels(o);
                double all = 0;
                for (int l = 0; l < k; l++) {
                    all += product(column, shape.first(o) + l) / MixedColumns.WEIGHT;
                }
                sum += all / share(total(o), deviation(2.0 * k)) / k;
                precision += 1.0 / k;
            }
        }
        return sum / precision;
    }

    private void covary(int i, int j) {
        int rowsOf = shape.width(i);
        int columnsOf = shape.width(j);
        double[][] entries = new double[rowsOf][columnsOf];
        double unit = shape.weight(i) * shape.weight(j);
        double both = seenTogether(i, j);
        seen[i * shape.variables() + j] = both;
        seen[j * shape.variables() + i] = both;
        double[] ofRows = means(i, j, both);
        double[] ofColumns = means(j, i, both);
        for (int a = 0; a < rowsOf; a++) {
            int row = shape.first(i) + a;
            for (int b = 0; b < columnsOf; b++) {
                int column = shape.first(j) + b;
                double product =
                        i == j && shape.isCategory(i) ? (a == b ? ofRows[a] : 0) : product(row, column) / unit / both;
                entries[a][b] = product - ofRows[a] * ofColumns[b];
            }
        }
        if (i != j) {
            balance(i, j, entries);
        }
        for (int a = 0; a < rowsOf; a++) {
            for (int b = 0; b < columnsOf; b++) {
                int row = shape.first(i) + a;
                int column = shape.first(j) + b;
                covariance[row * shape.size() + column] = unit * entries[a][b];
                covariance[column * shape.size() + row] = unit * entries[a][b];
            }
        }
    }

    /** The share of rows that have both variables, 1 where noise leaves that open. */
    private double seenTogether(int i, int j) {
        if (!shape.mayMiss() && shape.isCategory(i) != shape.isCategory(j)) {
            int category = shape.isCategory(i) ? i : j;
            return seenTogether(category, category);
        }
        double sum = 0;
        double squares = 0;
        for (int a : seenBy(i)) {
            for (int b : seenBy(j)) {
                boolean levels = i == j && shape.isCategory(i);
                double weight = weightOfSeen(i) * weightOfSeen(j);
                if (!levels || a == b) {
                    sum += product(a, b) / weight;
                    squares += (a == b ? 2 : 1) / (weight * weight);
                }
            }
        }
        return squares == 0 ? 1 : share(sum, sigma / Math.sqrt(2) * Math.sqrt(squares));
    }

    /** The columns of which one is there where a variable is seen; none of a number without holes. */
    private int[] seenBy(int variable) {
        if (shape.isCategory(variable)) {
            return IntStream.range(shape.first(variable), shape.first(variable) + shape.levels(variable))
                    .toArray();
        }
        return shape.mayMiss() ? new int[] {shape.seen(Arrays.binarySearch(shape.numbers(), variable))} : new int[0];
    }

    private double weightOfSeen(int variable) {
        return shape.isCategory(variable) ? MixedColumns.WEIGHT : 1;
    }

    /** The means of the columns of a variable, over the rows that have another, too. */
    private double[] means(int variable, int other, double both) {
        double[] own = new double[shape.width(variable)];
        int[] seenByOther = seenBy(other);
        for (int a = 0; a < own.length; a++) {
            int column = shape.first(variable) + a;
            own[a] = means[column];
            if (both != 1 && variable != other && seenByOther.length > 0) {
                own[a] = 0;
                for (int b : seenByOther) {
                    own[a] += product(column, b) / shape.weight(variable) / weightOfSeen(other) / both;
                }
            }
        }
        return own;
    }

    /** Takes off what the levels of a category would have together: exactly one of them is there. */
    private void balance(int i, int j, double[][] entries) {
        for (int b = 0; shape.isCategory(i) && b < entries[0].length; b++) {
            double mean = 0;
            for (double[] row : entries) {
                mean += row[b] / entries.length;
            }
            for (double[] row : entries) {
                row[b] -= mean;
            }
        }
        for (double[] row : entries) {
            double mean = shape.isCategory(j) ? Arrays.stream(row).average().orElse(0) : 0;
            for (int b = 0; b < row.length; b++) {
                row[b] -= mean;
            }
        }
    }

    /** The most common level of a category; −1 of a number. */
    int commonest(int variable) {
        int first = shape.first(variable);
        int most = shape.isCategory(variable) ? 0 : -1;
        for (int l = 1; l < shape.levels(variable); l++) {
            most = means[first + l] > means[first + most] ? l : most;
        }
        return most;
    }

    /** Adds the columns of a variable that are searched, and returns their places among these. */
    private int[] searched(int j, List<Integer> all) {
        int first = shape.first(j);
        int most = commonest(j);
        List<Integer> own = new ArrayList<>();
        for (int l = 0; l < shape.width(j); l++) {
            boolean kept = !shape.isCategory(j) || (l != most && means[first + l] > SEEN * deviation(1));
            if (kept) {
                own.add(all.size());
                all.add(first + l);
            }
        }
        return own.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * By how many deviations of chance and noise another column is higher, or lower, where a variable is seen than
     * where it is missing, among the rows that have the other; 0 where noise leaves open whether it is ever missing.
     */
    double dependence(int variable, int other, int column) {
        int d = shape.variables();
        double of = seen[other * d + other];
        if (seen[variable * d + variable] == 1) {
            return 0;
        }
        int at = chosen[column];
        double weight = shape.weight(other);
        double sum = 0;
        double squares = 0;
        for (int a : seenBy(variable)) {
            sum += product(a, at) / (weightOfSeen(variable) * weight);
            squares += 1 / (weightOfSeen(variable) * weight * weightOfSeen(variable) * weight);
        }
        double share = Math.min(1, seen[variable * d + other] / of);
        double covariance = sum / of - share * means[at];
        double own = this.covariance[at * (shape.size() + 1)] / (weight * weight);
        double chance = share * (1 - share) * own / (rows * of);
        double noise = sigma * sigma / 2 * squares / (of * of) * (1 + means[at] * means[at]);
        return covariance / Math.sqrt(chance + noise);
    }

    MixedColumns shape() {
        return shape;
    }

    long rows() {
        return rows;
    }

    /** Of an entry on the diagonal, in mean products. */
    public double sigma() {
        return sigma;
    }

    /** The columns of each variable among those that are searched: none where noise hides all levels but one. */
    int[][] blocks() {
        return blocks.clone();
    }

    /** The level of a column that is searched; −1 of a number. */
    int level(int variable, int column) {
        return shape.isCategory(variable) ? chosen[column] - shape.first(variable) : -1;
    }

    /** The share of a level. */
    double share(int category, int level) {
        return means[shape.first(category) + level];
    }

    /** The mean of a column that is searched, in the units of the rows: of an indicator the share of its level. */
    double mean(int variable, int column) {
        double own = means[chosen[column]];
        if (shape.isCategory(variable)) {
            return own;
        }
        int x = Arrays.binarySearch(shape.numbers(), variable);
        return centre[x] + units[x] * own;
    }

    /** What one unit of a column that is searched is in the units of the rows; of an indicator 1 over its weight. */
    double unit(int variable) {
        return shape.isCategory(variable)
                ? 1 / MixedColumns.WEIGHT
                : units[Arrays.binarySearch(shape.numbers(), variable)];
    }

    /** Covariances of the columns that are searched, [r, r]; no number has a variance of 0, whatever the noise. */
    double[] covariance() {
        int r = chosen.length;
        double[] own = new double[r * r];
        Arrays.setAll(own, k -> covariance[chosen[k / r] * shape.size() + chosen[k % r]]);
        for (int j : shape.numbers()) {
            int variance = blocks[j][0] * (r + 1);
            own[variance] = Math.max(LEAST_VARIANCE, own[variance]);
        }
        return own;
    }

    /**
     * The noise of correlations of the columns that are searched, and what they vary more than those of all rows.
     *
     * @param deviations of these columns, [r]
     */
    MomentNoise noise(double[] deviations) {
        ColumnNoise noise = new ColumnNoise(shape, seen, blocks, chosen, deviations);
        return new MomentNoise(
                chosen.length, chosen.length, (u, v) -> noise.variance(u, v, sigma * sigma / 2, 1.0 / rows));
    }
}
