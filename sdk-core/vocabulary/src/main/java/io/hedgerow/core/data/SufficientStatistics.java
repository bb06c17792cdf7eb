// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import io.hedgerow.core.internal.text.NumberToken;
import java.util.Arrays;

/**
 * Row count n, means and centred second moments of a data set: all that the linear methods need. Mergeable: the
 * statistics of two sets of rows give those of their union (Chan, Golub and LeVeque 1979), without the cancellation
 * that raw sums of products suffer when means are large. As sensitive as the records themselves. Immutable; its text
 * form shows no values.
 */
public final class SufficientStatistics {

    private final long rows;
    private final double[] mean;
    /** Σ (x − mean)(x − mean)ᵀ, [d, d] row by row, symmetric. */
    private final double[] scatter;

    SufficientStatistics(long rows, double[] mean, double[] scatter) {
        this.rows = rows;
        this.mean = mean;
        this.scatter = scatter;
    }

    static SufficientStatistics of(RowSource source) {
        int d = source.schema().size();
        SufficientStatistics statistics =
                source.sumOfRows(new StatisticsAccumulator(d)).finish();
        requireRows(source, statistics.rows);
        for (int i = 0; i < d; i++) {
            // A product of two columns is finite when the squares of both are.
            requireFinite(
                    source,
                    i,
                    Double.isFinite(statistics.mean[i]) && Double.isFinite(statistics.scatter[i * d + i]),
                    ", or cells that are none: change its unit, or complete the cells, or learn with a method that"
                            + " takes missing cells");
        }
        return statistics;
    }

    static SufficientStatistics ofSeenCells(RowSource source) {
        int d = source.schema().size();
        StatisticsAccumulator[] columns = new StatisticsAccumulator[d];
        Arrays.setAll(columns, j -> new StatisticsAccumulator(1));
        long[] rows = new long[1];
        source.forEachRow(row -> {
            rows[0]++;
            for (int j = 0; j < d; j++) {
                if (!Double.isNaN(row[j])) {
                    columns[j].add(new double[] {row[j]});
                }
            }
        });
        requireRows(source, rows[0]);
        double[] mean = new double[d];
        double[] covariance = new double[d * d];
        for (int j = 0; j < d; j++) {
            SufficientStatistics column = columns[j].finish();
            boolean empty = column.rows == 0;
            mean[j] = empty ? Double.NaN : column.mean[0];
            covariance[j * d + j] = empty ? 0 : column.scatter[0] / column.rows;
            requireFinite(
                    source,
                    j,
                    empty || (Double.isFinite(mean[j]) && Double.isFinite(column.scatter[0])),
                    ": change its unit");
        }
        return ofMoments(rows[0], mean, covariance);
    }

    private static void requireRows(RowSource source, long rows) {
        if (rows < 2) {
            throw new DataException(source.description() + ": needs at least 2 rows, has " + rows);
        }
    }

    private static void requireFinite(RowSource source, int column, boolean finite, String advice) {
        if (!finite) {
            throw new DataException(source.description() + ", column "
                    + NumberToken.quote(source.schema().names().get(column))
                    + ": must have a finite variance, has numbers too large for one" + advice);
        }
    }

    /**
     * {@return statistics stated directly, for exact population moments in simulations and tests}
     *
     * @param rows n, as the methods will see it; at least 1
     * @param mean [d]
     * @param covariance [d, d] row by row, symmetric, divisor n
     */
    public static SufficientStatistics ofMoments(long rows, double[] mean, double[] covariance) {
        int d = mean.length;
        if (covariance.length != d * d) {
            throw new IllegalArgumentException(
                    "covariance must have " + d * d + " entries for " + d + " variables, has " + covariance.length);
        }
        double[] scatter = new double[d * d];
        for (int k = 0; k < d * d; k++) {
            scatter[k] = covariance[k] * rows;
        }
        return new SufficientStatistics(rows, mean.clone(), scatter);
    }

    /** {@return n, the number of rows} */
    public long rows() {
        return rows;
    }

    /** {@return d, the number of variables} */
    public int variables() {
        return mean.length;
    }

    /**
     * {@return the mean of a variable}
     *
     * @param variable its index
     */
    public double mean(int variable) {
        return mean[variable];
    }

    /**
     * {@return Σ (x_i − mean_i)(x_j − mean_j) / n, the covariance; NaN without rows}
     *
     * @param i a variable
     * @param j a variable
     */
    public double covariance(int i, int j) {
        return scatter[i * mean.length + j] / rows;
    }

    void copyScatter(double[] into) {
        System.arraycopy(scatter, 0, into, 0, scatter.length);
    }

    /**
     * {@return the second-moment matrix S that the solvers use: [d, d] row by row, symmetric, a new array}
     *
     * @param centring what is subtracted first; not bias terms, for which S has no column
     * @throws IllegalArgumentException when there are to be bias terms
     */
    public double[] secondMoment(Centring centring) {
        if (centring == Centring.BIAS_TERMS) {
            throw new IllegalArgumentException(
                    "centring must be NONE or LOCAL_MEAN, because only rounds of linear models have bias terms; was "
                            + centring);
        }
        int d = mean.length;
        double[] s = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                double raw = centring == Centring.NONE ? mean[i] * mean[j] : 0;
                s[i * d + j] = scatter[i * d + j] / rows + raw;
            }
        }
        return s;
    }

    /**
     * {@return statistics of the union of two disjoint sets of rows}
     *
     * @param other over the same variables
     */
    public SufficientStatistics merge(SufficientStatistics other) {
        int d = mean.length;
        if (other.mean.length != d) {
            throw new IllegalArgumentException("cannot merge statistics of " + d + " variables with statistics of "
                    + other.mean.length + " variables");
        }
        long total = Math.addExact(rows, other.rows);
        if (rows == 0 || other.rows == 0) {
            return rows == 0 ? other : this;
        }
        double share = (double) other.rows / total;
        double factor = rows * share;
        double[] delta = new double[d];
        double[] merged = new double[d];
        for (int i = 0; i < d; i++) {
            delta[i] = other.mean[i] - mean[i];
            merged[i] = mean[i] + share * delta[i];
        }
        double[] sum = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                int k = i * d + j;
                sum[k] = scatter[k] + other.scatter[k] + factor * (delta[i] * delta[j]);
            }
        }
        return new SufficientStatistics(total, merged, sum);
    }

    /**
     * {@return the statistics of the first columns alone, of the same rows}
     *
     * @param columns how many; from 1 to d
     */
    public SufficientStatistics first(int columns) {
        int d = variables();
        if (columns < 1 || columns > d) {
            throw new IllegalArgumentException("columns must be from 1 to " + d + ", was " + columns);
        }
        double[] means = new double[columns];
        double[] covariances = new double[columns * columns];
        for (int i = 0; i < columns; i++) {
            means[i] = mean(i);
            for (int j = 0; j < columns; j++) {
                covariances[i * columns + j] = covariance(i, j);
            }
        }
        return ofMoments(rows(), means, covariances);
    }

    @Override
    public String toString() {
        return "SufficientStatistics[variables=" + mean.length + "]";
    }
}
