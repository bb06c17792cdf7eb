// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.accounting.RdpFilter;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The ledger with the accountants that it is meant for. */
class SpendingRuleTest {

    private static final MechanismEvent ROUND = new MechanismEvent.Sequence(List.of(
            new MechanismEvent.Selection(0.04, 1),
            new MechanismEvent.Gaussian(0.02, 1),
            new MechanismEvent.PureDp(1e-12, 1)));

    @Test
    void fixedPlan_chargesTheSmallestEpsilonOfAll() {
        SpendingRule rule = SpendingRule.standard(new AccountingMode.FixedPlan());
        Charge charge = rule.charge(new MechanismEvent.Sequence(Collections.nCopies(50, ROUND)), 1e-8);
        assertTrue(
                charge.certificates().keySet().containsAll(Set.of("certified", "zcdp", "rdp")),
                charge.certificates().toString());
        charge.certificates()
                .forEach((accountant, epsilon) -> assertTrue(charge.amount() <= epsilon, accountant + " " + epsilon));
        assertEquals(charge.certificates().get("certified"), charge.amount());
        assertEquals(1e-8, charge.delta());
    }

    @Test
    void accountantThatCertifiesNothing_chargesNothing() {
        SpendingRule rule = SpendingRule.standard(new AccountingMode.FixedPlan());
        assertThrows(IllegalArgumentException.class, () -> rule.charge(ROUND, 0));
    }

    @Test
    void ledgerOfModeRdpFilter_admitsAsManyEventsAsTheFilter() {
        PrivacyBudget budget = LedgerFixtures.BUDGET;
        double order = 12;
        AccountingMode mode = new AccountingMode.RdpFilter(order);
        InsecureVolatileLedger ledger = new InsecureVolatileLedger(
                LedgerFixtures.terms(mode), new StudyCap(budget), SpendingRule.standard(mode));
        RdpFilter filter = new RdpFilter(budget, order);
        MechanismEvent event = new MechanismEvent.Sequence(Collections.nCopies(25, ROUND));
        int admitted = 0;
        while (filter.admits(event)) {
            filter.spend(event);
            ledger.reserve(LedgerFixtures.request("s", admitted, event));
            admitted++;
        }
        int next = admitted;
        assertTrue(admitted > 3, "" + admitted);
        assertThrows(BudgetExhaustedException.class, () -> ledger.reserve(LedgerFixtures.request("s", next, event)));
        // Two ways of rounding up the same sum of fewer than a hundred terms.
        assertEquals(filter.spent(), ledger.spent().spentEpsilon(), 1e-11);
    }
}
