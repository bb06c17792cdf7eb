// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.accounting.Require;
import java.util.List;

/**
 * Certifies a whole plan at once, before its first event: every event, its noise and the number of events are fixed,
 * and a part of the plan may be left out later but nothing may be changed or added.
 *
 * <p>There is no way to add an event to a plan, on purpose: composition theorems that let the noise depend on outputs
 * do not hold for this accountant's bound. For events that are chosen as one goes there is {@link RdpFilter}.
 * Thread-safe.
 */
public final class FixedPlanAccountant {
    private final CertifiedAccountant accountant = new CertifiedAccountant();

    /** Creates an accountant. */
    public FixedPlanAccountant() {}

    /**
     * Certifies the cost of a plan.
     *
     * @param rounds the events of each round, first round first; at least one
     * @param delta δ; at least 0 and &lt; 1
     * @throws IllegalArgumentException when δ is out of range, there is no round or a part has no guarantee
     */
    public CertifiedPlan certify(List<MechanismEvent> rounds, double delta) {
        MechanismEvent whole = new MechanismEvent.Sequence(rounds);
        return new CertifiedPlan(rounds, accountant.epsilon(whole, delta), delta);
    }

    /**
     * A certified plan with its cost as a whole. The certificate covers these events and any part of them, and nothing
     * else.
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
         * Says whether a budget covers the whole plan.
         *
         * @param budget a bound
         */
        public boolean within(PrivacyBudget budget) {
            return epsilon <= budget.epsilon() && delta <= budget.delta();
        }
    }
}
