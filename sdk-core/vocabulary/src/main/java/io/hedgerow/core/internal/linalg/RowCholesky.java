// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.linalg;

import java.util.Arrays;

/**
 * Cholesky factorisation a = Uᵀ U of the upper triangle of a matrix whose rows are arrays. Inner loops add multiples of
 * rows, which processors do several at a time: with 40 to 100 unknowns it takes a third of the time of
 * {@link SmallCholesky}, whose inner loops are sums.
 */
public final class RowCholesky {

    private RowCholesky() {}

    /**
     * Replaces the upper triangle of a, [k, k] at least, by its factor; only that triangle is read. False when a pivot
     * does not exceed the smallest, and the triangle is spoilt.
     */
    public static boolean factor(double[][] a, int k, double smallestPivot) {
        for (int i = 0; i < k; i++) {
            double[] row = a[i];
            int m = 0;
            for (; m + 3 < i; m += 4) {
                subtract(row, i, k, a[m], a[m][i], a[m + 1], a[m + 1][i], a[m + 2], a[m + 2][i], a[m + 3], a[m + 3][i]);
            }
            for (; m < i; m++) {
                subtract(row, i, k, a[m], a[m][i]);
            }
            if (!(row[i] > smallestPivot)) {
                return false;
            }
            double root = Math.sqrt(row[i]);
            row[i] = root;
            scale(row, i + 1, k, 1 / root);
        }
        return true;
    }

    private static void scale(double[] row, int first, int k, double times) {
        for (int j = first; j < k; j++) {
            row[j] *= times;
        }
    }

    private static void subtract(double[] row, int first, int k, double[] other, double times) {
        for (int j = first; j < k; j++) {
            row[j] -= times * other[j];
        }
    }

    private static void subtract(
            double[] row,
            int first,
            int k,
            double[] one,
            double ones,
            double[] two,
            double twos,
            double[] three,
            double threes,
            double[] four,
            double fours) {
        for (int j = first; j < k; j++) {
            row[j] -= ones * one[j] + twos * two[j] + threes * three[j] + fours * four[j];
        }
    }

    /** Replaces x, a right-hand side, by the solution. */
    public static void solve(double[][] factor, int k, double[] x) {
        for (int i = 0; i < k; i++) {
            x[i] /= factor[i][i];
            subtract(x, i + 1, k, factor[i], x[i]);
        }
        for (int i = k - 1; i >= 0; i--) {
            x[i] = (x[i] - dot(factor[i], x, i + 1, k)) / factor[i][i];
        }
    }

    /** Replaces a factor U by V = U⁻¹, so that V Vᵀ is the inverse; what is below the diagonal must be zero. */
    public static void invertFactor(double[][] factor, int k) {
        double[] times = new double[k];
        for (int i = k - 1; i >= 0; i--) {
            double[] row = factor[i];
            System.arraycopy(row, i, times, i, k - i);
            Arrays.fill(row, i, k, 0);
            row[i] = 1;
            subtract(row, i + 1, k, factor, times);
            scale(row, i, k, 1 / times[i]);
        }
    }

    /** Subtracts multiples of the rows from a first one of an upper triangle. */
    private static void subtract(double[] row, int first, int k, double[][] triangle, double[] times) {
        int m = first;
        for (; m + 3 < k; m += 4) {
            subtract(
                    row,
                    m,
                    k,
                    triangle[m],
                    times[m],
                    triangle[m + 1],
                    times[m + 1],
                    triangle[m + 2],
                    times[m + 2],
                    triangle[m + 3],
                    times[m + 3]);
        }
        for (; m < k; m++) {
            subtract(row, m, k, triangle[m], times[m]);
        }
    }

    /** −Vᵀ c, given an upper triangle, below which is zero. */
    public static double[] minusTransposedTimes(double[][] v, int k, double[] c) {
        double[] product = new double[k];
        subtract(product, 0, k, v, c);
        return product;
    }

    /** Writes V Vᵀ, both of its triangles, in place of an upper triangle V. */
    public static void square(double[][] v, int k) {
        for (int i = 0; i < k; i++) {
            for (int j = i; j < k; j++) {
                v[i][j] = dot(v[i], v[j], j, k);
                v[j][i] = v[i][j];
            }
        }
    }

    /** The product of two rows from a first column on: four sums, for one would wait for each addition. */
    public static double dot(double[] one, double[] other, int first, int k) {
        double a = 0;
        double b = 0;
        double c = 0;
        double e = 0;
        int j = first;
        for (; j + 3 < k; j += 4) {
            a += one[j] * other[j];
            b += one[j + 1] * other[j + 1];
            c += one[j + 2] * other[j + 2];
            e += one[j + 3] * other[j + 3];
        }
        for (; j < k; j++) {
            a += one[j] * other[j];
        }
        return a + b + c + e;
    }
}
