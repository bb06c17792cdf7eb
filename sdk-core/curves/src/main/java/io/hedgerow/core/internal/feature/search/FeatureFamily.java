// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.search;

import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.FeatureMoments;
import io.hedgerow.core.internal.linalg.RowUpdate;
import java.util.Arrays;

/**
 * The regression of one variable on the columns of its parents: Bayesian, with normal coefficients.
 *
 * <p>Symbols: A the columns, K of them; g_a = G_aa, or 1 where the {@link FeaturePrior} says so; τ_a the prior variance
 * of coefficient a in units of σ² / g_a; R = diag(g_a / (n τ_a)); L Lᵀ = G_AA + R; y = L⁻¹ c, c = G_Aj:
 *
 * <pre>r = v_j − yᵀy, complexity = Σ ln L_aa² − Σ ln R_aa</pre>
 *
 * <p>so that −2 ln of the marginal likelihood is n ln r, or n r / σ² where σ² is given, plus complexity, up to terms
 * that are equal for all parents. Columns come in the order: standardised values, other columns of single variables,
 * simple products of pairs, other products; a fit may stop after any of the four. Columns that others determine are
 * left out. There may be more columns than rows: R keeps every pivot above 0.
 *
 * <p>Rows of Lᵀ are arrays, made by adding multiples of four earlier ones at once: loops that run along memory, where
 * sums of products would wait for each addition. Not thread-safe.
 */
public final class FeatureFamily {

    private static final double PIVOT = 1e-10;

    private final FeatureMoments moments;
    private final double rows;
    private final FeaturePrior prior;
    private int[] columns = new int[64];
    private int count;
    private int lines;
    private int singles;
    private int simple;
    private int in;
    /** G_AA, and Lᵀ, each row from its diagonal on, which is kept as its inverse, 0 for a column left out. */
    private double[][] gram = new double[0][];

    private double[][] upper = new double[0][];
    private double[] inverse = new double[0];
    private double[] right = new double[64];
    /** c without the part that earlier columns explain. */
    private double[] rest = new double[64];

    private double[] explained = new double[64];

    private double variance;
    private double residual;
    private double complexity;

    FeatureFamily(FeatureMoments moments, double rows, FeaturePrior prior) {
        this.moments = moments;
        this.rows = rows;
        this.prior = prior;
    }

    void take(int target, int[] parents, int parentCount) {
        int m = moments.map().width();
        count = 0;
        for (int p = 0; prior.lines() && p < parentCount; p++) {
            add(parents[p] * m);
        }
        lines = count;
        for (int p = 0; p < parentCount; p++) {
            for (int a = 1; a < m; a++) {
                add(parents[p] * m + a);
            }
        }
        singles = count;
        addProducts(parents, parentCount, 0, FeatureMap.SIMPLE);
        simple = count;
        addProducts(parents, parentCount, FeatureMap.SIMPLE, FeatureMap.OF_PAIR);
        int own = moments.columnOf(target);
        variance = moments.covariance(own, own);
        if (gram.length < count) {
            gram = new double[columns.length][columns.length];
            upper = new double[columns.length][columns.length];
            inverse = new double[columns.length];
        }
        for (int a = 0; a < count; a++) {
            right[a] = moments.covariance(columns[a], own);
            for (int b = a; b < count; b++) {
                gram[a][b] = moments.covariance(columns[a], columns[b]);
            }
        }
    }

    private void addProducts(int[] parents, int parentCount, int from, int to) {
        for (int p = 0; p < parentCount; p++) {
            for (int q = 0; q < p; q++) {
                int first = moments.columnOfPair(parents[p], parents[q]);
                for (int a = from; first >= 0 && a < to; a++) {
                    add(first + a);
                }
            }
        }
    }

    private void add(int column) {
        if (count == columns.length) {
            columns = Arrays.copyOf(columns, 2 * count);
            right = Arrays.copyOf(right, 2 * count);
            rest = Arrays.copyOf(rest, 2 * count);
            explained = Arrays.copyOf(explained, 2 * count);
        }
        columns[count++] = column;
    }

    int columns() {
        return count;
    }

    /** The number of standardised values among the columns, which come first. */
    int lines() {
        return lines;
    }

    /** The number of columns of single variables, which come first. */
    int singles() {
        return singles;
    }

    /** The number of columns of single variables and simple products of pairs, which come first. */
    int simple() {
        return simple;
    }

    public int column(int a) {
        return columns[a];
    }

    void clear() {
        in = 0;
        residual = variance;
        complexity = 0;
    }

    /** Restores {@link #residual} and {@link #complexity} of fewer columns. */
    void back(double earlierResidual, double earlierComplexity) {
        residual = earlierResidual;
        complexity = earlierComplexity;
    }

    /** Adds columns; those before must be in. */
    void extend(int from, int to, double tau) {
        in = to;
        System.arraycopy(right, from, rest, from, to - from);
        for (int k = 0; k < to; k++) {
            int start = Math.max(k, from);
            double[] row = upper[k];
            System.arraycopy(gram[k], start, row, start, to - start);
            subtractEarlier(k, start, to);
            if (k >= from) {
                pivot(k, row[k], tau);
            }
            scale(row, inverse[k], start, to);
            RowUpdate.subtract(rest, explained[k], row, start, to);
        }
    }

    private void pivot(int k, double left, double tau) {
        double own = gram[k][k];
        double ridge = (prior.unitVariance() ? 1 : own) / (rows * tau);
        double pivot = left + ridge;
        if (pivot > PIVOT * own && own > PIVOT) {
            inverse[k] = 1 / Math.sqrt(pivot);
            explained[k] = rest[k] * inverse[k];
            residual -= explained[k] * explained[k];
            complexity += Math.log(pivot / ridge);
        } else {
            inverse[k] = 0;
            explained[k] = 0;
        }
    }

    private void subtractEarlier(int k, int start, int to) {
        double[] row = upper[k];
        int p = 0;
        for (; p + 3 < k; p += 4) {
            double[] first = upper[p];
            double[] second = upper[p + 1];
            double[] third = upper[p + 2];
            double[] fourth = upper[p + 3];
            RowUpdate.subtract(row, first[k], first, second[k], second, third[k], third, fourth[k], fourth, start, to);
        }
        for (; p < k; p++) {
            RowUpdate.subtract(row, upper[p][k], upper[p], start, to);
        }
    }

    private static void scale(double[] row, double factor, int start, int to) {
        for (int i = start; i < to; i++) {
            row[i] *= factor;
        }
    }

    double variance() {
        return variance;
    }

    /** r, in units of the target's standardised value. */
    public double residual() {
        return residual;
    }

    double complexity() {
        return complexity;
    }

    public int in() {
        return in;
    }

    public double[] coefficients() {
        double[] b = new double[in];
        for (int a = in - 1; a >= 0; a--) {
            double value = explained[a];
            for (int c = a + 1; c < in; c++) {
                value -= upper[a][c] * b[c];
            }
            b[a] = value * inverse[a];
        }
        return b;
    }

    /** ψᵀ (G_AA + R)⁻¹ ψ of the columns that are in: n / σ² times the posterior variance of ψᵀ b. */
    double spread(double[] psi) {
        double[] solved = new double[in];
        double sum = 0;
        for (int a = 0; a < in; a++) {
            double value = psi[a];
            for (int c = 0; c < a; c++) {
                value -= upper[c][a] * solved[c];
            }
            solved[a] = value * inverse[a];
            sum += solved[a] * solved[a];
        }
        return sum;
    }
}
