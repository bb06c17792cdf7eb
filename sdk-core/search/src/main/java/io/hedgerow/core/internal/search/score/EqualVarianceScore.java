// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

import io.hedgerow.core.internal.search.regression.MomentMatrix;

/**
 * The least-squares score of linear models whose noises have equal variance: Σ_j max(r_j, floor) + Σ_{i → j} τ_ij. It
 * is the criterion of NOTEARS with a price per edge instead of an ℓ1 term, and its population minimum is the true graph
 * when the noise variances are equal (Peters and Bühlmann 2014; Loh and Bühlmann 2014), for small enough τ. τ and floor
 * are in the unit of a noise variance. Columns in different units must be divided by a known multiple of their noise
 * deviations first; the data do not show these ratios, and standardising destroys them. The floor bounds the reward for
 * residual variances below that of noise, which a noisy matrix can have. Immutable.
 */
public final class EqualVarianceScore implements DecomposableScore {

    /** Price per edge in units of the noise variance, for second moments without added noise. */
    public static final double DEFAULT_TAU = 0.02;

    /** Floor in units of the noise variance. */
    public static final double DEFAULT_FLOOR = 0.5;

    private final double floor;
    private final double tau;
    private final int variables;
    /** [d, d] row by row; empty when all edges cost the same. */
    private final double[] edgeTau;

    private EqualVarianceScore(double floor, double tau, int variables, double[] edgeTau) {
        if (!(floor >= 0 && floor < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("floor must be finite and >= 0, was " + floor);
        }
        this.floor = floor;
        this.tau = requireTau(tau);
        this.variables = variables;
        this.edgeTau = edgeTau;
    }

    private static double requireTau(double tau) {
        if (!(tau >= 0 && tau < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("tau must be finite and >= 0, was " + tau);
        }
        return tau;
    }

    public static EqualVarianceScore of(double tau, double floor) {
        return new EqualVarianceScore(floor, tau, 0, new double[0]);
    }

    /** τ of i → j at {@code i * d + j}, in the floor's unit, at least 0, such as one that grows with noise; copied. */
    public static EqualVarianceScore ofEdges(int variables, double[] tau, double floor) {
        MomentMatrix.requireSquare("tau", variables, tau);
        for (double price : tau) {
            requireTau(price);
        }
        return new EqualVarianceScore(floor, 0, variables, tau.clone());
    }

    @Override
    public double fit(int target, double residualVariance) {
        return Math.max(residualVariance, floor);
    }

    @Override
    public double penalty(int from, int to) {
        return edgeTau.length == 0 ? tau : edgeTau[from * variables + to];
    }
}
