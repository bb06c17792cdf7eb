package io.hedgerow.core.simulation;

import java.util.Arrays;

/**
 * Regressions of each variable on all before it, from one growing factorisation S = L Lᵀ and its inverse factor. After
 * {@link #append} of variable k everything refers to its regression on 0 … k − 1. O(k²) per variable. Not thread-safe.
 */
final class LeadingRegressions {

    /** Lower triangular: row r holds L⁻¹[r, 0 … r]. */
    private final double[][] inverse;
    /** diag((S_AA)⁻¹) for the variables before the last one, Σ_r L⁻¹[r, a]². */
    private final double[] before;

    private double[] coefficients = new double[0];
    private int size;

    LeadingRegressions(int capacity) {
        this.inverse = new double[capacity][];
        this.before = new double[capacity];
    }

    /** Adds a variable given its column S[0 … k, k]; returns its residual variance. */
    double append(double[] column) {
        int k = size;
        if (k > 0) {
            for (int a = 0; a < k; a++) {
                before[a] += inverse[k - 1][a] * inverse[k - 1][a];
            }
        }
        double residual = column[k];
        double[] slope = new double[k];
        for (int r = 0; r < k; r++) {
            double[] row = inverse[r];
            double score = 0;
            for (int a = 0; a <= r; a++) {
                score += row[a] * column[a];
            }
            residual -= score * score;
            for (int a = 0; a <= r; a++) {
                slope[a] += row[a] * score;
            }
        }
        if (!(residual > 0)) {
            throw new IllegalArgumentException(
                    "secondMoment must be positive definite, has a residual variance of " + residual);
        }
        double scale = 1 / Math.sqrt(residual);
        double[] row = Arrays.copyOf(slope, k + 1);
        for (int a = 0; a < k; a++) {
            row[a] *= -scale;
        }
        row[k] = scale;
        inverse[k] = row;
        coefficients = slope;
        size++;
        return residual;
    }

    /** Least-squares coefficients of the last variable; valid until the next call. */
    double[] coefficients() {
        return coefficients;
    }

    /** (S_AA⁻¹)_aa with A all variables before the last. */
    double inverseDiagonal(int a) {
        return before[a];
    }
}
