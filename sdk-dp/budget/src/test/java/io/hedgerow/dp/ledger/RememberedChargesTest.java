// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.privacy.MechanismEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RememberedChargesTest {

    private final List<Double> computed = new ArrayList<>();

    private final SpendingRule counting = new SpendingRule() {
        @Override
        public AccountingMode mode() {
            return new AccountingMode.FixedPlan();
        }

        @Override
        public Charge charge(MechanismEvent event, double delta) {
            computed.add(delta);
            return new Charge(computed.size(), delta, Map.of());
        }
    };

    @Test
    void charge_ofTheSameEventAndDelta_isComputedOnce() {
        SpendingRule rule = counting.remembering();
        MechanismEvent one = new MechanismEvent.Gaussian(2, 1);
        Charge first = rule.charge(one, 1e-6);
        assertEquals(first, rule.charge(new MechanismEvent.Gaussian(2, 1), 1e-6));
        assertEquals(List.of(1e-6), computed);

        assertEquals(2, rule.charge(one, 1e-7).amount());
        assertEquals(3, rule.charge(new MechanismEvent.Gaussian(3, 1), 1e-6).amount());
        assertEquals(List.of(1e-6, 1e-7, 1e-6), computed);
        assertEquals(counting.mode(), rule.mode());
    }
}
