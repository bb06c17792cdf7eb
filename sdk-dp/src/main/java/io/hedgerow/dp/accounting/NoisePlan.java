package io.hedgerow.dp.accounting;

import io.hedgerow.core.privacy.MechanismEvent;

/**
 * Calibrated noise: an event template whose losses were multiplied by one factor until its cost met a budget.
 *
 * @param scale what every μ, ε₀, ε and 1/scale of the template was multiplied by; finite and &gt; 0
 * @param event the scaled event
 * @param epsilon what the accountant certifies for the event; at most the budget's ε
 * @param accountant the accountant's identifier
 */
public record NoisePlan(double scale, MechanismEvent event, double epsilon, String accountant) {
    public NoisePlan {
        Require.positive("scale", scale);
        Require.atLeastZero("epsilon", epsilon);
    }
}
