// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.settings;

/**
 * The cost of one private greedy step.
 *
 * @param selectionRange ε0, the bounded-range parameter of the selection; finite and &gt; 0
 * @param mu sensitivity divided by the noise of the update; finite and &gt; 0
 */
public record GreedyCost(double selectionRange, double mu) {

    /** The factor on the noise, so that the rounding of the mechanisms cannot exceed the planned cost. */
    private static final double MARGIN = 1 + 1e-12;

    public GreedyCost {
        if (!(selectionRange > 0) || selectionRange == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("selectionRange must be finite and > 0, was " + selectionRange);
        }
        RowMomentsRelease.requireMu(mu);
    }

    /** The noise multiplier of a Gaussian call at cost μ, rounded up. */
    public static double multiplier(double mu) {
        return MARGIN / mu;
    }
}
