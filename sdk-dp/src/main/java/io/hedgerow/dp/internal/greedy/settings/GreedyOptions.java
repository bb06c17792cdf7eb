// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.settings;

/**
 * The problem of a private greedy solver, the units that it protects, and its cost. Public; contains nothing computed
 * from data.
 *
 * @param units the units whose contribution is bounded, and the divisors of sums
 * @param steps the steps of a round
 * @param smoothness the source of the second moments of the variables
 * @param centre the centre that is subtracted from the rows
 */
public record GreedyOptions(
        ProtectedUnits units, GreedySteps steps, GreedyCost cost, Smoothness smoothness, RowCentre centre) {
    /** The same with every loss multiplied by one factor, finite and &gt; 0, so that all shares stay as they are. */
    public GreedyOptions scaled(double factor) {
        Smoothness moments = smoothness instanceof Smoothness.PrivateMoments released
                ? new Smoothness.PrivateMoments(
                        released.variables(),
                        released.smallest(),
                        released.largest(),
                        released.mu() * factor,
                        released.shared())
                : smoothness;
        RowCentre mean = centre instanceof RowCentre.PrivateMean released
                ? new RowCentre.PrivateMean(released.bounds(), released.mu() * factor)
                : centre;
        GreedyCost scaled = new GreedyCost(cost.selectionRange() * factor, cost.mu() * factor);
        return new GreedyOptions(units, steps, scaled, moments, mean);
    }
}
