// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.dp.accounting.PrivacyBudget;

/**
 * The limit on the sum of a ledger's charges, in the unit of its accounting mode.
 *
 * <p>Mode rdp-filter: a mechanism whose Rényi divergence of order α is at most R is (ε, δ)-differentially private with
 *
 * <pre>ε = R + log(1 − 1/α) − (log δ + log α) / (α − 1)</pre>
 *
 * <p>(Canonne, Kamath and Steinke 2020, Proposition 12), so that charges must stop at R = ε − log(1 − 1/α) + (log δ +
 * log α) / (α − 1), rounded down.
 *
 * @param amount ε or R
 * @param delta δ, or 0 in mode rdp-filter
 */
record SpendingLimit(double amount, double delta) {

    /** A factor that covers a few roundings of terms whose sizes are added up. */
    private static final double ROUNDING = 0x1p-48;

    static SpendingLimit of(PrivacyBudget budget, AccountingMode mode) {
        if (mode instanceof AccountingMode.RdpFilter filter) {
            if (budget.delta() == 0) {
                throw new IllegalArgumentException("accounting rdp-filter needs a delta > 0, was 0.0");
            }
            double offset = offset(filter.order(), budget.delta());
            double limit = budget.epsilon() - offset - ROUNDING * (budget.epsilon() + sizes(filter.order(), budget));
            if (!(limit > 0)) {
                throw new IllegalArgumentException("order must leave room for at least one event: order "
                        + filter.order() + " needs an epsilon above " + offset + " at delta " + budget.delta()
                        + ", the budget's is " + budget.epsilon());
            }
            return new SpendingLimit(limit, 0);
        }
        return new SpendingLimit(budget.epsilon(), budget.delta());
    }

    /** The ε that a total stands for, rounded up. */
    static double epsilon(Spending total, PrivacyBudget budget, AccountingMode mode) {
        double amount = total.amountUp();
        if (mode instanceof AccountingMode.RdpFilter filter && amount > 0) {
            double offset = offset(filter.order(), budget.delta());
            return Math.max(0, amount + offset + ROUNDING * (amount + sizes(filter.order(), budget)));
        }
        return amount;
    }

    /**
     * A message: the part of a charge that exceeds this limit, the rest of the budget, and which of the two is the
     * reason.
     */
    String refusal(String whose, Charge charge, Spending spent, AccountingMode mode) {
        boolean filter = mode instanceof AccountingMode.RdpFilter;
        String unit = filter ? "Renyi divergence " : "epsilon ";
        return " asks for " + unit + charge.amount() + (filter ? "" : ", delta " + charge.delta()) + "; of " + whose
                + " (" + unit + amount + (filter ? "" : ", delta " + delta) + ") there is left " + unit
                + Spending.left(amount, spent.amount())
                + (filter ? "" : ", delta " + Spending.leftDelta(delta, spent.delta())) + ": "
                + over(spent.plus(charge), filter) + " asked for than is left";
    }

    private String over(Spending sum, boolean filter) {
        boolean delta = !sum.deltaIsWithin(this);
        if (sum.amountIsWithin(this)) {
            return "more delta is";
        }
        return (filter ? "more of it" : "more epsilon") + (delta ? " and delta are" : " is");
    }

    private static double offset(double order, double delta) {
        return StrictMath.log1p(-1 / order) - (StrictMath.log(delta) + StrictMath.log(order)) / (order - 1);
    }

    /** The terms of the offset without their signs: rounding errors do not cancel as the terms do. */
    private static double sizes(double order, PrivacyBudget budget) {
        return -StrictMath.log1p(-1 / order)
                + (Math.abs(StrictMath.log(budget.delta())) + StrictMath.log(order)) / (order - 1);
    }
}
