// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

/** The arithmetic of an attack on exact uploads: S = (z − ρW)(I − B)⁻¹ for z = ρB + β. Matrices are flat by columns. */
final class GramAttack {

    private GramAttack() {}

    static double[] plus(double[] a, double[] b, double factor) {
        double[] sum = a.clone();
        for (int k = 0; k < sum.length; k++) {
            sum[k] += factor * b[k];
        }
        return sum;
    }

    static double[] times(double[] a, double factor) {
        return plus(new double[a.length], a, factor);
    }

    /** S from z, W and B, [d, d] each. */
    static double[][] secondMoments(double[] z, double[] w, double[] b, double rho) {
        int d = (int) Math.sqrt(b.length);
        // X (I − B) = Y, transposed to (I − B)ᵀ Xᵀ = Yᵀ and eliminated with pivots
        double[][] rows = new double[d][2 * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                rows[i][j] = (i == j ? 1 : 0) - b[i * d + j];
                rows[i][d + j] = z[i * d + j] - rho * w[i * d + j];
            }
        }
        for (int k = 0; k < d; k++) {
            eliminate(rows, k);
        }
        double[][] found = new double[d][d];
        for (int k = 0; k < d; k++) {
            for (int j = 0; j < d; j++) {
                found[j][k] = rows[k][d + j] / rows[k][k];
            }
        }
        return found;
    }

    private static void eliminate(double[][] rows, int k) {
        int best = k;
        for (int i = k; i < rows.length; i++) {
            best = Math.abs(rows[i][k]) > Math.abs(rows[best][k]) ? i : best;
        }
        double[] swap = rows[k];
        rows[k] = rows[best];
        rows[best] = swap;
        for (int i = 0; i < rows.length; i++) {
            double factor = i == k ? 0 : rows[i][k] / rows[k][k];
            for (int j = 0; j < rows[i].length; j++) {
                rows[i][j] -= factor * rows[k][j];
            }
        }
    }

    /** Relative error of the symmetric part, in the Frobenius norm. */
    static double error(double[][] found, double[][] truth) {
        double error = 0;
        double norm = 0;
        for (int i = 0; i < truth.length; i++) {
            for (int j = 0; j < truth.length; j++) {
                error += Math.pow((found[i][j] + found[j][i]) / 2 - truth[i][j], 2);
                norm += Math.pow(truth[i][j], 2);
            }
        }
        return Math.sqrt(error / norm);
    }
}
