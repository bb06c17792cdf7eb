// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import io.hedgerow.core.data.DataException;

/**
 * Computes the inverse of a symmetric positive-definite matrix by the block sweep operator (Goodnight 1979), eight
 * pivots at a time. Sweeping the pivots K of a symmetric A gives the symmetric matrix with blocks −P⁻¹ on [K, K],
 * P⁻¹A[K, J] on [K, J] and the Schur complement A[J, J] − A[J, K] P⁻¹ A[K, J] on the rest, P = A[K, K]. After all
 * pivots it is −A⁻¹. Each pivot is a diagonal entry of a Schur complement, hence &gt; 0 for a positive-definite matrix,
 * so none is searched for. Chosen over a Cholesky factor because low-rank updates of whole rows vectorise: 2·n³
 * operations.
 */
final class SpdInverse {

    private static final int BLOCK = 8;

    private SpdInverse() {}

    /** Replaces a symmetric matrix by its inverse, exactly symmetric; throws where a pivot is only round-off. */
    static void invert(double[][] a) {
        int n = a.length;
        double[] floor = new double[n];
        for (int i = 0; i < n; i++) {
            floor[i] = a[i][i] * n * 0x1p-52;
        }
        double[] coefficients = new double[BLOCK];
        for (int from = 0; from < n; from += BLOCK) {
            int m = Math.min(BLOCK, n - from);
            double[][] inverse = negativeInverseOfPivotBlock(a, floor, from, m);
            double[][] scaled = new double[m][n];
            for (int k = 0; k < m; k++) {
                for (int l = 0; l < m; l++) {
                    coefficients[l] = -inverse[k][l];
                }
                for (int l = 0; l < m; l++) {
                    addScaled(scaled[k], coefficients[l], a[from + l]);
                }
            }
            for (int i = 0; i < n; i++) {
                if (i >= from && i < from + m) {
                    continue;
                }
                double[] row = a[i];
                for (int k = 0; k < m; k++) {
                    coefficients[k] = -row[from + k];
                }
                RowCombination.add(row, coefficients, scaled, m, n);
                for (int k = 0; k < m; k++) {
                    row[from + k] = scaled[k][i];
                }
            }
            for (int k = 0; k < m; k++) {
                System.arraycopy(inverse[k], 0, scaled[k], from, m);
                a[from + k] = scaled[k];
            }
        }
        for (int i = 0; i < n; i++) {
            for (int k = 0; k <= i; k++) {
                double entry = -0.5 * (a[i][k] + a[k][i]);
                a[i][k] = entry;
                a[k][i] = entry;
            }
        }
    }

    private static void addScaled(double[] target, double factor, double[] row) {
        for (int i = 0; i < target.length; i++) {
            target[i] += factor * row[i];
        }
    }

    /** Sweeps the m pivots from {@code from} within their own block only. */
    private static double[][] negativeInverseOfPivotBlock(double[][] a, double[] floor, int from, int m) {
        double[][] p = new double[m][m];
        for (int k = 0; k < m; k++) {
            System.arraycopy(a[from + k], from, p[k], 0, m);
        }
        for (int k = 0; k < m; k++) {
            double pivot = p[k][k];
            if (!(pivot > floor[from + k]) || pivot == Double.POSITIVE_INFINITY) {
                throw new DataException("the second moments plus rho2 are not positive definite at variable "
                        + (from + k + 1) + " of " + a.length
                        + ": rho2 must be larger, or the variables in units that differ less");
            }
            for (int i = 0; i < m; i++) {
                if (i != k) {
                    double factor = p[i][k] / pivot;
                    for (int l = 0; l < m; l++) {
                        if (l != k) {
                            p[i][l] -= factor * p[k][l];
                        }
                    }
                }
            }
            for (int i = 0; i < m; i++) {
                if (i != k) {
                    p[i][k] /= pivot;
                    p[k][i] = p[i][k];
                }
            }
            p[k][k] = -1 / pivot;
        }
        return p;
    }
}
