// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.Accountant;
import io.hedgerow.dp.accounting.BasicAccountant;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.dp.accounting.RenyiAccountant;
import io.hedgerow.dp.accounting.ZcdpAccountant;
import java.util.List;
import java.util.Map;

/** The rule by which a ledger charges events. It sees the event and δ, never data. Implementations are thread-safe. */
public interface SpendingRule {

    /** Returns the mode in which the charges add up: a ledger's terms must have it to use this rule. */
    AccountingMode mode();

    /**
     * Charges an event that is fixed in advance.
     *
     * @param event the calls, in chronological order
     * @param delta the δ at which ε is charged; ignored in mode rdp-filter
     * @throws IllegalArgumentException when the event cannot be charged at this δ
     */
    Charge charge(MechanismEvent event, double delta);

    /**
     * {@return the rule that this module offers for a mode: the smallest certified ε, with basic, concentrated and
     * Rényi composition recorded beside it; or tight Rényi divergences}
     *
     * @param mode of the ledger
     */
    static SpendingRule standard(AccountingMode mode) {
        return mode instanceof AccountingMode.RdpFilter filter
                ? rdpFilter(filter.order(), RenyiAccountant::divergence)
                : fixedPlan(
                        new CertifiedAccountant(), new BasicAccountant(), new ZcdpAccountant(), new RenyiAccountant());
    }

    /**
     * {@return the same rule, which remembers its charges and does not compute one again} Charges depend on public
     * numbers only, so sites of one process may share it.
     */
    default SpendingRule remembering() {
        return new RememberedCharges(this);
    }

    /**
     * {@return the rule of mode fixed-plan}
     *
     * @param deciding the accountant whose ε is charged
     * @param others accountants whose ε is recorded beside it, for comparison
     */
    static SpendingRule fixedPlan(Accountant deciding, Accountant... others) {
        return new FixedPlanRule(deciding, List.of(others));
    }

    /**
     * {@return the rule of mode rdp-filter}
     *
     * @param order α, as in the ledger's terms
     * @param cost the divergences that are added
     */
    static SpendingRule rdpFilter(double order, RenyiCost cost) {
        AccountingMode.RdpFilter mode = new AccountingMode.RdpFilter(order);
        return new SpendingRule() {
            @Override
            public AccountingMode mode() {
                return mode;
            }

            @Override
            public Charge charge(MechanismEvent event, double delta) {
                return new Charge(cost.divergence(event, order), 0, Map.of());
            }
        };
    }

    /** The Rényi divergence of an event at one order, rounded up. Implementations are thread-safe. */
    @FunctionalInterface
    interface RenyiCost {

        /**
         * {@return the divergence: an upper bound of D_α(P‖Q) over adjacent data sets}
         *
         * @param event the calls, in chronological order
         * @param order α &gt; 1
         * @throws IllegalArgumentException when the event holds a part without a guarantee
         */
        double divergence(MechanismEvent event, double order);
    }
}
