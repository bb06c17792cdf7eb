// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise;

import java.util.Arrays;

/**
 * The target of a {@code GramFit}: a noisy matrix C with noise of known scale, and the assumption about the noise
 * variances.
 *
 * <p>Symbols: C: [d, d], symmetric, need not be positive definite; K: [d, d], symmetric positive definite, such that
 * K^½ (C − Σ) K^½ has entries of variance 1 on the diagonal and ½ beside it when Σ is the truth; m: [d], the logarithms
 * of the noise variances up to a common constant, as assumed; τ, how far they are expected to be from that.
 *
 * <p>Keeps the arrays it is given; they are not changed.
 */
public final class GramTarget {

    private final int variables;
    private final double[] matrix;
    private final double[] precision;
    private final double[][] matrixWeighted;
    private final double[] logRatios;
    private final double spread;

    public GramTarget(int variables, double[] matrix, double[] precision, double[] logRatios, double spread) {
        this.variables = variables;
        this.matrix = matrix;
        this.precision = precision;
        this.matrixWeighted = rows(variables, product(variables, matrix, precision));
        this.logRatios = logRatios;
        this.spread = spread;
    }

    public int variables() {
        return variables;
    }

    public double[] matrix() {
        return matrix;
    }

    public double[] precision() {
        return precision;
    }

    /** The rows of CK. */
    public double[][] matrixWeighted() {
        return matrixWeighted;
    }

    public double[] logRatios() {
        return logRatios;
    }

    public double spread() {
        return spread;
    }

    /** A B, [d, d] each. */
    public static double[] product(int d, double[] a, double[] b) {
        return product(d, a, rows(d, b), 0);
    }

    /** A B of A and the rows of B, [d, d] each, when it is known to be symmetric. Half the work. */
    public static double[] symmetricProduct(int d, double[] a, double[][] b) {
        double[] product = product(d, a, b, 1);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                product[i * d + j] = product[j * d + i];
            }
        }
        return product;
    }

    /**
     * Row i from position i · {@code slant} on. Adds multiples of four rows of B at once, which becomes vector
     * instructions.
     */
    private static double[] product(int d, double[] a, double[][] b, int slant) {
        double[] product = new double[d * d];
        double[] row = new double[d];
        for (int i = 0; i < d; i++) {
            Arrays.fill(row, 0);
            int k = 0;
            for (; k + 3 < d; k += 4) {
                int at = i * d + k;
                add(row, a[at], b[k], a[at + 1], b[k + 1], a[at + 2], b[k + 2], a[at + 3], b[k + 3], i * slant);
            }
            for (; k < d; k++) {
                double factor = a[i * d + k];
                for (int j = i * slant; j < d; j++) {
                    row[j] += factor * b[k][j];
                }
            }
            System.arraycopy(row, 0, product, i * d, d);
        }
        return product;
    }

    private static void add(
            double[] row,
            double p,
            double[] a,
            double q,
            double[] b,
            double r,
            double[] c,
            double s,
            double[] e,
            int from) {
        for (int j = from; j < row.length; j++) {
            row[j] += (p * a[j] + q * b[j]) + (r * c[j] + s * e[j]);
        }
    }

    public static double[][] rows(int d, double[] a) {
        double[][] rows = new double[d][];
        for (int i = 0; i < d; i++) {
            rows[i] = Arrays.copyOfRange(a, i * d, (i + 1) * d);
        }
        return rows;
    }

    public static double[] transpose(int d, double[][] rows) {
        double[] transposed = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                transposed[j * d + i] = rows[i][j];
            }
        }
        return transposed;
    }

    public static double[] transpose(int d, double[] a) {
        return transpose(d, rows(d, a));
    }
}
