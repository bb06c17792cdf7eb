// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

import java.util.Arrays;

/**
 * Computes −log det(I − A / s) on one component, and those entries of (sI − A)⁻¹ that lie at its edges and on the
 * diagonal.
 *
 * <p>Elimination goes through an {@link EliminationOrder}. With P the current state of A, eliminating k gives P_ij +=
 * P_ik P_kj / (s − P_kk) for its later neighbours i, j. Without pivoting, all pivots s − P_kk are positive exactly when
 * sI − A is an M-matrix, that is when the spectral radius of A is below s. The way back (Takahashi, Fagan and Chin
 * 1973) needs only known entries of the inverse Z: with r_j = P_kj / (s − P_kk) and c_i = P_ik / (s − P_kk),
 *
 * <pre>Z_kj = Σ_i r_i Z_ij,   Z_ik = Σ_j Z_ij c_j,   Z_kk = 1 / (s − P_kk) + Σ_j Z_kj c_j.</pre>
 *
 * <p>Terms are ≥ 0, so nothing cancels but in the pivots. Cost: 4 Σ m_k² + 2 c³ operations for lists of m_k neighbours
 * and a dense rest of c vertices. Not thread-safe.
 */
final class EliminatedComponent {

    private final Component component;
    private final EliminationOrder order;
    private final double s;
    /** P, then Z, by the numbers of the order; only entries that the order names are ever read. */
    private final double[][] matrix;

    private final double[] row;
    private final double[] column;
    private final double[] pivot;
    private final double[][] rest;

    EliminatedComponent(Component component, double s) {
        this.component = component;
        this.order = EliminationOrder.of(component);
        this.s = s;
        int n = component.size();
        this.matrix = new double[n][n];
        this.row = new double[n];
        this.column = new double[n];
        this.pivot = new double[order.core()];
        this.rest = new double[n - order.core()][n - order.core()];
    }

    /** Sets the gradient of the component's edges and returns its part of h; positive infinity outside the domain. */
    double evaluate(double[] squared, double[] gradient) {
        fill(squared);
        double h = 0;
        for (int k = 0; k < order.core(); k++) {
            double left = s - matrix[k][k];
            if (!(left > 0)) {
                return Double.POSITIVE_INFINITY;
            }
            h -= Math.log1p(-matrix[k][k] / s);
            pivot[k] = left;
            eliminate(matrix, order.later(k), k, 1 / left);
        }
        h += invertRest();
        if (h == Double.POSITIVE_INFINITY) {
            return h;
        }
        for (int k = order.core() - 1; k >= 0; k--) {
            goBack(k);
        }
        for (int i = 0; i < component.size(); i++) {
            int at = order.position(i);
            for (int e = component.start()[i]; e < component.start()[i + 1]; e++) {
                gradient[component.edge()[e]] = matrix[order.position(component.target()[e])][at];
            }
        }
        return h;
    }

    private void fill(double[] squared) {
        int core = order.core();
        for (int k = 0; k < core; k++) {
            matrix[k][k] = 0;
            for (int i : order.later(k)) {
                matrix[k][i] = 0;
                matrix[i][k] = 0;
            }
        }
        for (int k = core; k < matrix.length; k++) {
            Arrays.fill(matrix[k], core, matrix.length, 0);
        }
        for (int i = 0; i < component.size(); i++) {
            double[] to = matrix[order.position(i)];
            for (int e = component.start()[i]; e < component.start()[i + 1]; e++) {
                to[order.position(component.target()[e])] = squared[component.edge()[e]];
            }
        }
    }

    private static void eliminate(double[][] matrix, int[] later, int k, double inverse) {
        double[] from = matrix[k];
        for (int i : later) {
            double factor = matrix[i][k] * inverse;
            if (factor != 0) {
                double[] to = matrix[i];
                for (int j : later) {
                    to[j] += factor * from[j];
                }
            }
        }
    }

    private void goBack(int k) {
        int[] later = order.later(k);
        int m = later.length;
        double inverse = 1 / pivot[k];
        for (int a = 0; a < m; a++) {
            row[a] = matrix[k][later[a]] * inverse;
            column[a] = matrix[later[a]][k] * inverse;
            matrix[k][later[a]] = 0;
        }
        double[] across = matrix[k];
        double diagonal = inverse;
        for (int a = 0; a < m; a++) {
            double[] known = matrix[later[a]];
            double factor = row[a];
            double down = 0;
            for (int b = 0; b < m; b++) {
                double z = known[later[b]];
                across[later[b]] += factor * z;
                down += z * column[b];
            }
            known[k] = down;
            diagonal += factor * down;
        }
        across[k] = diagonal;
    }

    /**
     * Gauss-Jordan elimination of the dense rest: at step k columns before k hold the inverse, others what A became.
     */
    private double invertRest() {
        int core = order.core();
        int c = rest.length;
        for (int i = 0; i < c; i++) {
            System.arraycopy(matrix[core + i], core, rest[i], 0, c);
        }
        double h = 0;
        for (int k = 0; k < c; k++) {
            double[] from = rest[k];
            double left = s - from[k];
            if (!(left > 0)) {
                return Double.POSITIVE_INFINITY;
            }
            h -= Math.log1p(-from[k] / s);
            double inverse = 1 / left;
            from[k] = 1;
            for (int j = 0; j < c; j++) {
                from[j] *= inverse;
            }
            for (int i = 0; i < c; i++) {
                double factor = rest[i][k];
                if (i != k && factor != 0) {
                    rest[i][k] = 0;
                    add(factor, from, rest[i], c);
                }
            }
        }
        for (int i = 0; i < c; i++) {
            System.arraycopy(rest[i], 0, matrix[core + i], core, c);
        }
        return h;
    }

    private static void add(double factor, double[] from, double[] to, int n) {
        for (int j = 0; j < n; j++) {
            to[j] += factor * from[j];
        }
    }
}
