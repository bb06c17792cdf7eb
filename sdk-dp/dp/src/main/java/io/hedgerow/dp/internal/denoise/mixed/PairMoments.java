// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.mixed;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What noisy mean products tell of {@link MixedColumns}: shares of levels, means, covariances, and how many rows have
 * each two variables. What is known of a category is taken for granted: a row has one level at most, so levels have no
 * products with each other; and the levels of a category together have what the rows have that have any, so that noise
 * which would change a sum over levels is taken off. Immutable.
 */
final class PairMoments {

    /** Sums over levels farther from those of all rows by so many deviations are of fewer rows. */
    private static final double FEWER = 4;
    /** The least share of a level beside others. */
    private static final double LEAST = 1e-6;

    private final MixedColumns shape;
    private final double[] products;
    private final double sigma;
    /** Of columns: the mean of a number in its unit, the share of a level: [q]. */
    private final double[] means;
    /** Of columns, about their means: [q, q]. */
    private final double[] covariance;
    /** The share of rows that have both of two variables: [d, d]. */
    private final double[] seen;

    /** Takes mean products, [q, q], which are not changed, with noise of σ on the diagonal. */
    PairMoments(MixedColumns shape, double[] products, double sigma) {
        this.shape = shape;
        this.products = products;
        this.sigma = sigma;
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
    }

    /** The mean of a number in its unit, or the share of a level. */
    double mean(int variable, int place) {
        return means[shape.first(variable) + place];
    }

    /** Of two columns, about their means. */
    double covariance(int a, int b) {
        return covariance[a * shape.size() + b];
    }

    /** The shares of rows that have both of two variables: [d, d]; not to be changed. */
    double[] seen() {
        return seen;
    }

    private double product(int a, int b) {
        return products[a * shape.size() + b];
    }

    /** The share of rows that have a variable: a level of a category, or a number where cells may be missing. */
    private double had(int variable) {
        double sum = 0;
        for (int own : seenBy(variable)) {
            sum += product(own, own);
        }
        return sum / square(weightOfSeen(variable));
    }

    /**
     * The share of rows that have anything, of what the products were divided by: where no cell is missing that of the
     * levels of each category, pooled; else the largest that is beyond noise.
     */
    double all() {
        double precision = 0;
        double sum = 0;
        double most = 1;
        double surely = 0;
        for (int j = 0; j < shape.variables(); j++) {
            int[] columns = seenBy(j);
            double own = had(j);
            double least = own - sigma * Math.sqrt(columns.length) / square(weightOfSeen(j));
            if (columns.length > 0) {
                precision += 1.0 / columns.length;
                sum += own / columns.length;
            }
            if (least > surely) {
                surely = least;
                most = own;
            }
        }
        return shape.mayMiss() || precision == 0 ? most : sum / precision;
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
    double deviation(double products) {
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
                sum += all / share(had(o), deviation(2.0 * k)) / k;
                precision += 1.0 / k;
            }
        }
        return sum / precision;
    }

    /** The deviation of the noise of a mean. */
    double meanNoise(int variable) {
        double noise = sigma / Math.sqrt(2);
        double own = seen[variable * (shape.variables() + 1)];
        if (shape.mayMiss()) {
            return noise / own;
        }
        double precision = IntStream.range(0, shape.variables())
                .filter(shape::isCategory)
                .mapToDouble(o -> 1.0 / shape.levels(o))
                .sum();
        return noise / MixedColumns.WEIGHT / Math.sqrt(precision);
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

    /**
     * By how many deviations of chance and noise another column is higher, or lower, where a variable is seen than
     * where it is missing, among the rows that have the other; 0 where noise leaves open whether it is ever missing, or
     * how many rows have the other. Cells may be missing.
     *
     * <pre>
     * D = M/O − (S/O)(T/O),   V(D) = s(1 − s) v / (n O) + Σ over entries of σ_e² (∂D/∂e)²
     * </pre>
     *
     * with the shares O of rows that have the other, S of those that have both, T and M the sums of the column over the
     * same rows, s = S/O, and v the variance of the column.
     *
     * @param at the other column, of all
     * @param rows n
     */
    double dependence(int variable, int other, int at, double rows) {
        double unit = shape.weight(other) * shape.weight(other);
        int[] beside = seenBy(other);
        double have = had(other);
        if (seen[variable * (shape.variables() + 1)] == 1 || have < FEWER * sigma * Math.sqrt(beside.length) / unit) {
            return 0;
        }
        boolean category = shape.isCategory(other);
        double mean = product(at, category ? at : beside[0]) / unit / have;
        double ofBoth = weightOfSeen(variable) * shape.weight(other);
        double sum = 0;
        double both = 0;
        for (int a : seenBy(variable)) {
            sum += product(a, at) / ofBoth;
            both += Arrays.stream(beside).mapToDouble(b -> product(a, b)).sum() / ofBoth;
        }
        double share = Math.max(0, Math.min(1, both / have));
        // squares of derivatives, by O: an entry on the diagonal has twice the variance of one beside it
        double squares = 0;
        for (int b : beside) {
            double own = category && b == at ? 1 : 0;
            squares +=
                    seenBy(variable).length * square((own - mean) / ofBoth) + 2 * square(share * (own - mean) / unit);
        }
        if (!category) {
            squares += seenBy(variable).length * square(1 / ofBoth) + square(share / unit);
        }
        double variance = Math.max(LEAST, covariance[at * (shape.size() + 1)] / unit);
        double chance = share * (1 - share) * variance / (rows * have);
        double noise = sigma * sigma / 2 * squares / (have * have);
        return (sum - both * mean) / have / Math.sqrt(chance + noise);
    }

    private static double square(double x) {
        return x * x;
    }
}
