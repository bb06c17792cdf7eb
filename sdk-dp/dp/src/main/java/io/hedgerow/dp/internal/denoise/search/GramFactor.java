// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import io.hedgerow.core.internal.linalg.RowUpdate;

/**
 * The Cholesky factor of a damped Gauss–Newton matrix, A + damping · diag(A) = UᵀU, with solutions by it.
 *
 * <p>Rows of U are kept from their diagonal on, in whole arrays, and all work adds multiples of four rows at once: the
 * inner loops run along memory and become vector instructions, which sums of products do not. Cost: n³/6
 * multiplications to factor, n²/2 for a solution. Not thread-safe.
 */
final class GramFactor {

    /** The number of rows that are added in one pass. */
    private static final int BLOCK = 4;

    private final int size;
    private final double[][] upper;

    /** Factors A, row k from column k on, which is overwritten; the diagonal is raised by a share of it. */
    GramFactor(double[][] upper, double damping) {
        this.size = upper.length;
        this.upper = upper;
        double[] diagonal = new double[size];
        for (int k = 0; k < size; k++) {
            diagonal[k] = Math.abs(upper[k][k]);
            upper[k][k] *= 1 + damping;
        }
        for (int first = 0; first < size; first += BLOCK) {
            int end = Math.min(first + BLOCK, size);
            for (int k = first; k < end; k++) {
                for (int before = first; before < k; before++) {
                    RowUpdate.subtract(upper[k], upper[before][k], upper[before], k, size);
                }
                scale(upper[k], k, diagonal[k]);
            }
            for (int row = end; row < size; row++) {
                eliminate(upper[row], row, first, end);
            }
        }
    }

    private void scale(double[] row, int k, double original) {
        // Parameters that the matrix does not tell apart: a tiny pivot would make a huge step, a floor makes none.
        double root = Math.sqrt(Math.max(row[k], 1e-12 * original + Double.MIN_NORMAL));
        row[k] = root;
        for (int i = k + 1; i < size; i++) {
            row[i] /= root;
        }
    }

    private void eliminate(double[] row, int from, int first, int end) {
        if (end - first == BLOCK) {
            RowUpdate.subtract(
                    row,
                    upper[first][from],
                    upper[first],
                    upper[first + 1][from],
                    upper[first + 1],
                    upper[first + 2][from],
                    upper[first + 2],
                    upper[first + 3][from],
                    upper[first + 3],
                    from,
                    size);
        } else {
            for (int k = first; k < end; k++) {
                RowUpdate.subtract(row, upper[k][from], upper[k], from, size);
            }
        }
    }

    /** Solves Uᵀy = b in place; b is zero before {@code first}. */
    double[] forward(double[] b, int first) {
        int k = first;
        for (; k + BLOCK <= size; k += BLOCK) {
            for (int own = k; own < k + BLOCK; own++) {
                double[] row = upper[own];
                b[own] /= row[own];
                for (int i = own + 1; i < k + BLOCK; i++) {
                    b[i] -= b[own] * row[i];
                }
            }
            RowUpdate.subtract(
                    b,
                    b[k],
                    upper[k],
                    b[k + 1],
                    upper[k + 1],
                    b[k + 2],
                    upper[k + 2],
                    b[k + 3],
                    upper[k + 3],
                    k + BLOCK,
                    size);
        }
        for (; k < size; k++) {
            b[k] /= upper[k][k];
            RowUpdate.subtract(b, b[k], upper[k], k + 1, size);
        }
        return b;
    }

    /** Solves Ux = y in place. */
    double[] backward(double[] y) {
        for (int k = size - 1; k >= 0; k--) {
            double sum = y[k];
            for (int i = k + 1; i < size; i++) {
                sum -= upper[k][i] * y[i];
            }
            y[k] = sum / upper[k][k];
        }
        return y;
    }

    double root(int position) {
        return upper[position][position];
    }

    /** A diagonal entry of (A + damping · diag(A))⁻¹. */
    double variance(int position) {
        double[] unit = new double[size];
        unit[position] = 1;
        double variance = 0;
        for (double value : forward(unit, position)) {
            variance += value * value;
        }
        return variance;
    }
}
