package io.hedgerow.dp.accounting;

import java.util.List;

/**
 * Calibrated noise of an {@link IterationPlan}.
 *
 * @param boundedRange ε₀ of each selection
 * @param updateMu μ, sensitivity over standard deviation, of each update
 * @param releaseMus μ of each further release, in the order of the plan
 * @param plan the whole plan and its ε
 */
public record IterationNoise(double boundedRange, double updateMu, List<Double> releaseMus, NoisePlan plan) {
    public IterationNoise {
        releaseMus = List.copyOf(releaseMus);
        Require.positive("boundedRange", boundedRange);
        Require.positive("updateMu", updateMu);
        releaseMus.forEach(mu -> Require.positive("releaseMus", mu));
    }
}
