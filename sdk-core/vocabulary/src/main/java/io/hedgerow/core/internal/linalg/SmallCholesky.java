// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.linalg;

import java.util.Arrays;

/** Cholesky factorisation of systems of a few dozen unknowns: k³/3 operations on one flat array, row by row. */
public final class SmallCholesky {

    private SmallCholesky() {}

    /** Replaces a's lower triangle, [k, k] or more, by L, a = L Lᵀ; false, and spoilt, at a pivot that is too small. */
    public static boolean factor(double[] a, int k, double smallestPivot) {
        for (int u = 0; u < k; u++) {
            for (int v = 0; v <= u; v++) {
                double sum = a[u * k + v];
                for (int m = 0; m < v; m++) {
                    sum -= a[u * k + m] * a[v * k + m];
                }
                if (u != v) {
                    a[u * k + v] = sum / a[v * k + v];
                } else if (sum > smallestPivot) {
                    a[u * k + u] = Math.sqrt(sum);
                } else {
                    return false;
                }
            }
        }
        return true;
    }

    /** Replaces x, a right-hand side, by the solution. */
    public static void solve(double[] factor, int k, double[] x) {
        for (int u = 0; u < k; u++) {
            for (int m = 0; m < u; m++) {
                x[u] -= factor[u * k + m] * x[m];
            }
            x[u] /= factor[u * k + u];
        }
        for (int u = k - 1; u >= 0; u--) {
            x[u] /= factor[u * k + u];
            for (int m = 0; m < u; m++) {
                x[m] -= factor[u * k + m] * x[u];
            }
        }
    }

    /** Writes the inverse of a = L Lᵀ, [k, k] row by row, given its factor. */
    public static void invert(double[] factor, int k, double[] inverse) {
        double[] unit = new double[k];
        for (int c = 0; c < k; c++) {
            Arrays.fill(unit, 0);
            unit[c] = 1;
            solve(factor, k, unit);
            System.arraycopy(unit, 0, inverse, c * k, k);
        }
    }

    /** What all others leave of each variance, 1 / (S⁻¹)_jj, [k]; S's own where a pivot is not above the smallest. */
    public static double[] conditionalVariances(double[] s, int k, double smallestPivot) {
        double[] factor = s.clone();
        double[] inverse = new double[k * k];
        boolean regular = factor(factor, k, smallestPivot);
        if (regular) {
            invert(factor, k, inverse);
        }
        double[] left = new double[k];
        for (int j = 0; j < k; j++) {
            left[j] = regular ? 1 / inverse[j * (k + 1)] : s[j * (k + 1)];
        }
        return left;
    }
}
