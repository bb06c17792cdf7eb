// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpendingLimitTest {

    private static final PrivacyBudget BUDGET = new PrivacyBudget(3, 4e-8);

    /** ε = R + log(1 − 1/α) − (log δ + log α)/(α − 1), with the limit for R; logarithms to 30 digits by bc. */
    @Test
    void limitOfTheFilter_matchesProposition12OfCanonneKamathSteinke() {
        // 3 - l(15/16) + (l(0.00000004) + l(16))/15
        double expected = 2.1137520104313916;
        double limit =
                SpendingLimit.of(BUDGET, new AccountingMode.RdpFilter(16)).amount();
        assertTrue(limit < expected, "rounds down");
        // 2^-48 of terms that add up to about 4.4, and the rounding of the expected value itself
        assertEquals(expected, limit, 5e-14);
    }

    @Test
    void epsilonOfTheLimit_isWithinTheBudget() {
        for (double order : new double[] {1.5, 2, 3.7, 16, 128, 1e4, 1e9}) {
            for (double delta : new double[] {1e-12, 4e-8, 0.01, 0.5}) {
                PrivacyBudget budget = new PrivacyBudget(60, delta);
                AccountingMode mode = new AccountingMode.RdpFilter(order);
                double limit = SpendingLimit.of(budget, mode).amount();
                Spending spent = Spending.NONE.plus(new Charge(limit, 0, Map.of()));
                assertTrue(spent.isWithin(SpendingLimit.of(budget, mode)));
                double epsilon = SpendingLimit.epsilon(spent, budget, mode);
                // Both roundings go to the safe side, so that the ε shown may exceed the budget by twice 2^-48 of the
                // terms.
                assertEquals(60, epsilon, 60 * 0x1p-45, order + " " + delta);
            }
        }
    }

    /**
     * How far both numbers are moved to the safe side: by 2⁻⁴⁸ of the sizes of their terms, neither less, or a rounding
     * error could show, nor more. The exact offset log(1 − 1/α) − (log δ + log α)/(α − 1) is to 40 digits by Python's
     * decimal.
     */
    @Test
    void roundingOfTheFilter_isTheOneThatCoversItsTerms() {
        AccountingMode mode = new AccountingMode.RdpFilter(1.5);
        PrivacyBudget budget = new PrivacyBudget(60, 4e-8);
        BigDecimal offset = new BigDecimal("32.15923026078051120942254166100895215863");
        double sizes = 35.97831527054939;
        BigDecimal limit = new BigDecimal(SpendingLimit.of(budget, mode).amount());
        double below = BigDecimal.valueOf(60).subtract(offset).subtract(limit).doubleValue();
        // terms near 32 and 60 are rounded to multiples of 2^-47, a few times; the sizes move the result by ten times
        // that
        assertEquals(0x1p-48 * (60 + sizes), below, 0x1p-46);
        Spending spent = Spending.NONE.plus(new Charge(20, 0, Map.of()));
        BigDecimal epsilon = new BigDecimal(SpendingLimit.epsilon(spent, budget, mode));
        double above = epsilon.subtract(offset).subtract(BigDecimal.valueOf(20)).doubleValue();
        assertEquals(0x1p-48 * (20 + sizes), above, 0x1p-46);
    }

    @Test
    void epsilonOfNothing_isNothing_andOfFixedPlansTheSum() {
        AccountingMode filter = new AccountingMode.RdpFilter(16);
        assertEquals(0, SpendingLimit.epsilon(Spending.NONE, BUDGET, filter));
        Spending spent = Spending.NONE.plus(new Charge(0.5, 1e-9, Map.of()));
        assertEquals(0.5, SpendingLimit.epsilon(spent, BUDGET, new AccountingMode.FixedPlan()));
    }

    @Test
    void limitOfFixedPlans_isTheBudget() {
        assertEquals(new SpendingLimit(3, 4e-8), SpendingLimit.of(BUDGET, new AccountingMode.FixedPlan()));
    }

    @Test
    void orderThatLeavesNothing_isRefused() {
        assertThrows(
                IllegalArgumentException.class, () -> SpendingLimit.of(BUDGET, new AccountingMode.RdpFilter(1.01)));
        assertThrows(
                IllegalArgumentException.class,
                () -> SpendingLimit.of(new PrivacyBudget(3, 0), new AccountingMode.RdpFilter(16)));
        for (double order : new double[] {1, 0.5, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> new AccountingMode.RdpFilter(order));
        }
    }

    @Test
    void spentRoundsUp_andLeftRoundsDown() {
        Spending spent = Spending.NONE;
        for (int k = 0; k < 3; k++) {
            spent = spent.plus(new Charge(0.1, 0, Map.of()));
        }
        assertTrue(new BigDecimal(spent.amountUp()).compareTo(spent.amount()) >= 0);
        double left = Spending.left(1, spent.amount());
        assertTrue(new BigDecimal(left).compareTo(BigDecimal.ONE.subtract(spent.amount(), MathContext.UNLIMITED)) <= 0);
        assertEquals(0, Spending.left(0.25, spent.amount()));
    }

    @Test
    void chargesThatAreNoNumbers_areRefused() {
        for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> new Charge(bad, 0, Map.of()));
            assertThrows(IllegalArgumentException.class, () -> new Charge(0, bad, Map.of()));
            assertThrows(IllegalArgumentException.class, () -> new StudyCap(BUDGET, bad));
        }
    }
}
