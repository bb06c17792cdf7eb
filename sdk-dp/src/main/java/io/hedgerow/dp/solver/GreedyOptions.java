package io.hedgerow.dp.solver;

import java.util.Objects;

/**
 * What a private greedy solver computes, on whose behalf and at what cost. Public; contains nothing computed from data.
 *
 * @param units whose contribution is bounded, and what sums are divided by
 * @param steps the steps of a round
 * @param cost of one step
 * @param smoothness where the second moments of the variables are from
 * @param centre what is subtracted from the rows
 */
public record GreedyOptions(
        ProtectedUnits units, GreedySteps steps, GreedyCost cost, Smoothness smoothness, RowCentre centre) {
    public GreedyOptions {
        Objects.requireNonNull(units, "units");
        Objects.requireNonNull(steps, "steps");
        Objects.requireNonNull(cost, "cost");
        Objects.requireNonNull(smoothness, "smoothness");
        Objects.requireNonNull(centre, "centre");
    }
}
