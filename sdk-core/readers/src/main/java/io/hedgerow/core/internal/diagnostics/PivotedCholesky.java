// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.diagnostics;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds which variables are linear combinations of others, by Cholesky factorisation of their correlations with the
 * largest remaining share of variance first; those whose share ends below 10⁻⁵ depend on the chosen ones.
 */
final class PivotedCholesky {

    /**
     * A column of whose variance others leave less is computed from them: a total of rounded amounts, an amount in two
     * units, a fee for minutes. Others leave more of columns that are measured, unless a few rows are very far away.
     */
    private static final double COMPUTED = 1e-5;

    /** A standardised coefficient that is worth a name. */
    private static final double NEGLIGIBLE = 0.01;

    private PivotedCholesky() {}

    /**
     * A variable that is a linear combination of the variables {@code on}, up to a share of its variance, at least 0.
     */
    record Dependence(int variable, List<Integer> on, double unexplained) {}

    static List<Dependence> dependences(int d, double[] correlations) {
        double[][] factor = new double[d][d]; // [r, i]: row i of column r
        int[] order = new int[d];
        double[] left = new double[d];
        for (int i = 0; i < d; i++) {
            order[i] = i;
            left[i] = correlations[i * d + i];
        }
        int rank = 0;
        while (rank < d) {
            int best = rank;
            for (int k = rank + 1; k < d; k++) {
                best = left[order[k]] > left[order[best]] ? k : best;
            }
            int pivot = order[best];
            if (!(left[pivot] > COMPUTED)) {
                break;
            }
            order[best] = order[rank];
            order[rank] = pivot;
            eliminate(d, correlations, factor, order, left, rank);
            rank++;
        }
        List<Dependence> found = new ArrayList<>();
        for (int k = rank; k < d; k++) {
            found.add(new Dependence(order[k], support(factor, order, order[k], rank), Math.max(0, left[order[k]])));
        }
        return found;
    }

    /** Column by column: one straight loop over all variables, also those that were chosen, is faster than sums. */
    private static void eliminate(
            int d, double[] correlations, double[][] factor, int[] order, double[] left, int rank) {
        int pivot = order[rank];
        double root = Math.sqrt(left[pivot]);
        double[] column = factor[rank];
        System.arraycopy(correlations, pivot * d, column, 0, d);
        for (int r = 0; r < rank; r++) {
            subtract(column, factor[r][pivot], factor[r]);
        }
        for (int k = rank + 1; k < d; k++) {
            int i = order[k];
            column[i] /= root;
            left[i] -= column[i] * column[i];
        }
        column[pivot] = root;
    }

    private static void subtract(double[] from, double times, double[] what) {
        for (int i = 0; i < from.length; i++) {
            from[i] -= what[i] * times;
        }
    }

    /** Solves Lᵀ c = l for the coefficients of a dependent variable on the chosen ones. */
    private static List<Integer> support(double[][] factor, int[] order, int variable, int rank) {
        double[] coefficients = new double[rank];
        List<Integer> on = new ArrayList<>();
        for (int r = rank - 1; r >= 0; r--) {
            double sum = factor[r][variable];
            for (int k = r + 1; k < rank; k++) {
                sum -= factor[r][order[k]] * coefficients[k];
            }
            coefficients[r] = sum / factor[r][order[r]];
        }
        for (int r = 0; r < rank; r++) {
            if (Math.abs(coefficients[r]) > NEGLIGIBLE) {
                on.add(order[r]);
            }
        }
        on.sort(null);
        return on;
    }
}
