// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.regression;

import java.util.Arrays;

/**
 * Regressions of each variable on all before it, by one growing Cholesky factor S = L Lᵀ and L⁻¹, O(k²) each. Not
 * thread-safe.
 */
public final class LeadingRegressions {

    /** Lower triangular: row r holds L⁻¹[r, 0 … r]. */
    private final double[][] inverse;
    /** The same by columns: a holds L⁻¹[a …, a]. */
    private final double[][] columns;
    /** diag(S_AA⁻¹) of the variables included, Σ_r L⁻¹[r, a]². */
    private final double[] diagonal;

    private double[] coefficients = new double[0];
    private double residual;
    private int size;

    public LeadingRegressions(int capacity) {
        this.inverse = new double[capacity][];
        this.columns = new double[capacity][];
        this.diagonal = new double[capacity];
    }

    /** Regresses a variable given its covariances with those included and, last, its variance; returns r. */
    public double regress(double[] column) {
        residual = column[size];
        coefficients = new double[size];
        double[] scores = new double[size];
        for (int a = 0; a < size; a++) {
            addTo(scores, a, size - a, columns[a], column[a]);
        }
        for (int r = 0; r < size; r++) {
            residual -= scores[r] * scores[r];
            addTo(coefficients, 0, r + 1, inverse[r], scores[r]);
        }
        return residual;
    }

    /** One straight loop, which runs several steps at once where a sum into one number would not. */
    private static void addTo(double[] sums, int from, int count, double[] line, double times) {
        for (int k = 0; k < count; k++) {
            sums[from + k] += line[k] * times;
        }
    }

    public void include() {
        double scale = 1 / Math.sqrt(residual);
        double[] row = Arrays.copyOf(coefficients, size + 1);
        for (int a = 0; a < size; a++) {
            row[a] *= -scale;
        }
        row[size] = scale;
        columns[size] = new double[inverse.length - size];
        for (int a = 0; a <= size; a++) {
            columns[a][size - a] = row[a];
            diagonal[a] += row[a] * row[a];
        }
        inverse[size++] = row;
    }

    /** Least-squares coefficients of the variable regressed last. Not a copy. */
    public double[] coefficients() {
        return coefficients;
    }

    /** (S_AA⁻¹)_aa with A the variables included. */
    public double inverseDiagonal(int a) {
        return diagonal[a];
    }

    /** (S_AA⁻¹)_aa for all of A. A copy. */
    public double[] inverseDiagonals() {
        return Arrays.copyOf(diagonal, size);
    }
}
