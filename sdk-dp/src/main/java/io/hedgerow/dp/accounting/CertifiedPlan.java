package io.hedgerow.dp.accounting;

import io.hedgerow.core.privacy.MechanismEvent;
import java.util.List;

/**
 * A plan and what it costs as a whole. The certificate covers these events and any part of them, and nothing else.
 *
 * @param rounds the events of each round, first round first
 * @param epsilon ε, rounded up; infinite when none can be certified at this δ
 * @param delta δ
 */
public record CertifiedPlan(List<MechanismEvent> rounds, double epsilon, double delta) {
    public CertifiedPlan {
        rounds = List.copyOf(rounds);
        if (!(epsilon >= 0)) {
            throw new IllegalArgumentException("epsilon must be at least 0, was " + epsilon);
        }
        Require.delta(delta);
    }

    /**
     * Whether a budget covers the whole plan.
     *
     * @param budget a bound
     * @return whether ε and δ are both within it
     */
    public boolean within(PrivacyBudget budget) {
        return epsilon <= budget.epsilon() && delta <= budget.delta();
    }
}
