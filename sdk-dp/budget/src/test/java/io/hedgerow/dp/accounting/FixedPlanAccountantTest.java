// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.accounting.AttainedLoss;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.MechanismEvent.Gaussian;
import io.hedgerow.core.privacy.MechanismEvent.Selection;
import io.hedgerow.dp.accounting.FixedPlanAccountant.CertifiedPlan;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FixedPlanAccountantTest {

    private static final List<MechanismEvent> ROUNDS = List.of(new Gaussian(0.2, 3), new Selection(0.1, 20));

    @Test
    void certify_isTheCertifiedEpsilonOfTheWholePlan() {
        CertifiedPlan plan = new FixedPlanAccountant().certify(ROUNDS, 1e-6);
        assertEquals(new CertifiedAccountant().epsilon(new MechanismEvent.Sequence(ROUNDS), 1e-6), plan.epsilon());
        assertEquals(ROUNDS, plan.rounds());
        assertEquals(1e-6, plan.delta());
    }

    @Property(tries = 6)
    void certificate_isNeverBelowWhatRoundsAttain(
            @ForAll @DoubleRange(min = 0.05, max = 0.4) double range,
            @ForAll @DoubleRange(min = 0.1, max = 1) double mu,
            @ForAll @IntRange(min = 1, max = 50) int count) {
        CertifiedPlan plan = new FixedPlanAccountant()
                .certify(List.of(new Selection(range, 1), new Gaussian(mu, 2), new Selection(range, count)), 1e-6);
        for (double share : new double[] {0.4, 0.5, 0.6, 0.8}) {
            AttainedLoss loss = AttainedLoss.extremeSelection(range, share, 2)
                    .times(count + 1)
                    .and(AttainedLoss.gaussian(2 * mu * mu));
            assertTrue(loss.delta(plan.epsilon()) <= plan.delta());
        }
    }

    @Test
    void within_comparesBothParameters() {
        CertifiedPlan plan = new CertifiedPlan(ROUNDS, 1, 1e-6);
        assertTrue(plan.within(new PrivacyBudget(1, 1e-6)));
        assertFalse(plan.within(new PrivacyBudget(0.999, 1e-6)));
        assertFalse(plan.within(new PrivacyBudget(1, 9e-7)));
    }

    @Test
    void badPlans_areRefused() {
        FixedPlanAccountant accountant = new FixedPlanAccountant();
        assertThrows(IllegalArgumentException.class, () -> accountant.certify(List.of(), 1e-6));
        assertThrows(IllegalArgumentException.class, () -> accountant.certify(ROUNDS, 1));
        assertThrows(IllegalArgumentException.class, () -> new CertifiedPlan(ROUNDS, Double.NaN, 0.1));
    }

    /** A certificate covers a plan that is fixed; nothing here takes a plan apart or adds to one. */
    @Test
    void filterAndCertificate_shareNoType() {
        assertFalse(Accountant.class.isAssignableFrom(FixedPlanAccountant.class));
        assertFalse(Accountant.class.isAssignableFrom(RdpFilter.class));
        assertTrue(Arrays.stream(RdpFilter.class.getMethods())
                .flatMap(method -> Arrays.stream(method.getParameterTypes()))
                .noneMatch(type -> type == CertifiedPlan.class || type == FixedPlanAccountant.class));
    }
}
