// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.Accountant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Charges the ε of a whole plan, by one accountant; the ε of other accountants is recorded with it. */
final class FixedPlanRule implements SpendingRule {

    private final Accountant deciding;
    private final List<Accountant> all;

    FixedPlanRule(Accountant deciding, List<Accountant> others) {
        this.deciding = deciding;
        this.all = new ArrayList<>(others);
        all.add(0, deciding);
    }

    @Override
    public AccountingMode mode() {
        return new AccountingMode.FixedPlan();
    }

    @Override
    public Charge charge(MechanismEvent event, double delta) {
        Map<String, Double> certificates = new TreeMap<>();
        for (Accountant accountant : all) {
            double epsilon = accountant.epsilon(event, delta);
            if (epsilon >= 0 && epsilon < Double.POSITIVE_INFINITY) {
                certificates.put(accountant.id(), epsilon);
            }
        }
        Double charged = certificates.get(deciding.id());
        if (charged == null) {
            throw new IllegalArgumentException(
                    "accountant " + deciding.id() + " certifies no finite epsilon for this event at delta " + delta
                            + ": give it a larger delta, or more noise");
        }
        return new Charge(charged, delta, certificates);
    }
}
