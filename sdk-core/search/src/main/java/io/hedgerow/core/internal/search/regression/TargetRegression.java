// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.regression;

import java.util.Arrays;

/**
 * The least-squares regression of one variable j on its parents A, in a form that gives the gain of every further
 * parent at once. With S_AA = L Lᵀ it keeps Z = L⁻¹ S[A, ·] ([k, d]), the residual covariances c_i = S[i, j] − Σ_a Z[a,
 * i] Z[a, j], the residual variances v_i = S[i, i] − Σ_a Z[a, i]² of all candidates i given A, and r = v_j. Then adding
 * i leaves r − c_i² / v_i, and dropping a leaves r + b_a² / (S_AA⁻¹)_aa. Adding a parent: O(d k). Not thread-safe.
 */
public final class TargetRegression {

    /** Below this share of its variance a candidate is a combination of the parents, up to round-off. */
    public static final double PIVOT = 1e-10;

    private final int variables;
    private final double[] s;
    private final int target;
    private final int[] parents;
    private final double[][] z;
    private final double[] covariance;
    private final double[] variance;
    private int size;

    public TargetRegression(int variables, double[] s, int target, int maxParents) {
        this.variables = variables;
        this.s = s;
        this.target = target;
        this.parents = new int[maxParents];
        this.z = new double[maxParents][];
        this.covariance = new double[variables];
        this.variance = new double[variables];
        clear();
    }

    public void clear() {
        size = 0;
        System.arraycopy(s, target * variables, covariance, 0, variables);
        for (int i = 0; i < variables; i++) {
            variance[i] = s[i * variables + i];
        }
    }

    /** Adds a parent; false, and nothing changes, when its pivot is not positive. */
    public boolean add(int parent) {
        double pivot = variance[parent];
        // Half the limit: a pivot that was usable stays so when round-off in it changes with the order of the parents.
        if (!(pivot > 0.5 * PIVOT * s[parent * (variables + 1)])) {
            return false;
        }
        if (z[size] == null) {
            z[size] = new double[variables];
        }
        double[] row = z[size];
        System.arraycopy(s, parent * variables, row, 0, variables);
        for (int a = 0; a < size; a++) {
            double[] earlier = z[a];
            double factor = earlier[parent];
            for (int i = 0; i < variables; i++) {
                row[i] -= factor * earlier[i];
            }
        }
        double scale = 1 / Math.sqrt(pivot);
        double own = row[target] * scale;
        for (int i = 0; i < variables; i++) {
            double entry = row[i] * scale;
            row[i] = entry;
            covariance[i] -= entry * own;
            variance[i] -= entry * entry;
        }
        parents[size++] = parent;
        return true;
    }

    /** The parents that were added, in this order, which is that of the coefficients. */
    public int[] parents() {
        return Arrays.copyOf(parents, size);
    }

    /** Whether the residual variance of a candidate, the next pivot, is positive beyond round-off. */
    public boolean usable(int candidate) {
        return variance[candidate] > PIVOT * s[candidate * variables + candidate];
    }

    /** v_i, of any variable given the parents. */
    public double varianceLeft(int candidate) {
        return variance[candidate];
    }

    public double residualVariance() {
        return variance[target];
    }

    /** r after adding a usable candidate. */
    public double residualVarianceWith(int candidate) {
        double c = covariance[candidate];
        return variance[target] - c * c / variance[candidate];
    }

    /** The coefficient of a usable candidate after adding it. */
    public double coefficientWith(int candidate) {
        return covariance[candidate] / variance[candidate];
    }

    /** The parents' coefficients and, into {@code without}, r after dropping each. O(k³) for k parents. */
    public double[] coefficients(double[] without) {
        double[][] inverse = inverseFactor();
        double[] b = new double[size];
        for (int a = 0; a < size; a++) {
            double slope = 0;
            double precision = 0;
            for (int r = a; r < size; r++) {
                slope += inverse[r][a] * z[r][target];
                precision += inverse[r][a] * inverse[r][a];
            }
            b[a] = slope;
            without[a] = variance[target] + slope * slope / precision;
        }
        return b;
    }

    /** L⁻ᵀ noise: the covariance of this is S_AA⁻¹ when noises are independent and of variance 1. */
    public double[] coloured(double[] noise) {
        double[][] inverse = inverseFactor();
        double[] product = new double[size];
        for (int a = 0; a < size; a++) {
            for (int r = a; r < size; r++) {
                product[a] += inverse[r][a] * noise[r];
            }
        }
        return product;
    }

    /** L⁻¹; L[r, a] = Z[a, parent r]. */
    private double[][] inverseFactor() {
        double[][] inverse = new double[size][size];
        for (int column = 0; column < size; column++) {
            for (int r = column; r < size; r++) {
                double sum = r == column ? 1 : 0;
                for (int a = column; a < r; a++) {
                    sum -= z[a][parents[r]] * inverse[a][column];
                }
                inverse[r][column] = sum / z[r][parents[r]];
            }
        }
        return inverse;
    }
}
