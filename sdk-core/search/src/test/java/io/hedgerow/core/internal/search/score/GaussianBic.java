// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

/**
 * The Bayesian information criterion of a linear Gaussian network with a noise variance per variable: Σ_j (n / 2) log
 * r_j + (log n / 2) · edges (Schwarz 1978), up to a constant. It does not depend on the units of the columns.
 *
 * <p>Graphs that imply the same independences have the same score, so directions are found only as far as these tell
 * them; {@link EqualVarianceScore} tells all, under its stronger assumption. A residual variance that is not positive
 * scores infinity: such an edge is not taken.
 *
 * <p>Immutable and thread-safe.
 *
 * @param rows n; at least 2
 */
public record GaussianBic(long rows) implements DecomposableScore {
    public GaussianBic {
        if (rows < 2) {
            throw new IllegalArgumentException("rows must be >= 2, was " + rows);
        }
    }

    @Override
    public double fit(int target, double residualVariance) {
        return residualVariance > 0 ? 0.5 * rows * StrictMath.log(residualVariance) : Double.POSITIVE_INFINITY;
    }

    @Override
    public double penalty(int from, int to) {
        return 0.5 * StrictMath.log((double) rows);
    }
}
