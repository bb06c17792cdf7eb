// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.settings;

/**
 * What a private greedy solver computes, on whose behalf and at what cost. Public; contains nothing computed from data.
 *
 * @param units whose contribution is bounded, and what sums are divided by
 * @param steps the steps of a round
 * @param smoothness where the second moments of the variables are from
 * @param centre what is subtracted from the rows
 */
public record GreedyOptions(
        ProtectedUnits units, GreedySteps steps, GreedyCost cost, Smoothness smoothness, RowCentre centre) {
    /**
     * The same with every loss multiplied by one factor, so that all shares stay as they are.
     *
     * @param factor on ε0 and on every μ; finite and &gt; 0
     */
    public GreedyOptions scaled(double factor) {
        Smoothness moments = smoothness instanceof Smoothness.PrivateMoments released
                ? new Smoothness.PrivateMoments(
                        released.variables(), released.smallest(), released.largest(), released.mu() * factor)
                : smoothness;
        RowCentre mean = centre instanceof RowCentre.PrivateMean released
                ? new RowCentre.PrivateMean(released.bounds(), released.mu() * factor)
                : centre;
        GreedyCost scaled = new GreedyCost(cost.selectionRange() * factor, cost.mu() * factor);
        return new GreedyOptions(units, steps, scaled, moments, mean);
    }
}
