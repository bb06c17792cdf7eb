// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.accounting.AttainedCompositionContract;
import io.hedgerow.contract.accounting.AttainedLoss;
import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.MechanismEvent.Gaussian;
import io.hedgerow.core.privacy.MechanismEvent.NonPrivate;
import io.hedgerow.core.privacy.MechanismEvent.Selection;
import io.hedgerow.dp.internal.accounting.RenyiConversion;
import io.hedgerow.dp.internal.accounting.RenyiCurve;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RdpFilterTest extends AttainedCompositionContract {

    private static final PrivacyBudget BUDGET = new PrivacyBudget(2, 1e-6);

    /** What is spent at an order that fits the event, as if it had been foreseen. */
    @Override
    protected double bound(MechanismEvent event, double delta) {
        double epsilon = new RenyiAccountant().epsilon(event, delta);
        if (delta == 0 || epsilon == Double.POSITIVE_INFINITY) {
            return Double.POSITIVE_INFINITY;
        }
        PrivacyBudget ample = new PrivacyBudget(2 * epsilon + 1, delta);
        RdpFilter filter = new RdpFilter(ample, RdpFilter.orderFor(new PrivacyBudget(epsilon + 1e-3, delta)));
        filter.spend(event);
        return filter.spent();
    }

    @Test
    void spend_admitsUntilTheBudgetIsUsedUp() {
        RdpFilter filter = new RdpFilter(BUDGET, 15);
        MechanismEvent event = new Gaussian(0.1, 1);
        int admitted = 0;
        while (filter.admits(event)) {
            filter.spend(event);
            admitted++;
        }
        // 15·0.01/2 = 0.075 each; 2 − [ln(1 − 1/15) + (ln 1e6 − ln 15)/14] = 1.2755 holds seventeen.
        assertEquals(17, admitted);
        double spent = filter.spent();
        BudgetExhaustedException refused = assertThrows(BudgetExhaustedException.class, () -> filter.spend(event));
        assertEquals(event, refused.event());
        assertEquals(spent, filter.spent(), "a refusal costs nothing");
        assertTrue(spent <= 2 && spent > 1.9);
    }

    @Property(tries = 50)
    void spent_isTheConversionAtThePrecommittedOrder(@ForAll @DoubleRange(min = 8, max = 40) double order) {
        RdpFilter filter = new RdpFilter(BUDGET, order);
        MechanismEvent event = new Selection(0.05, 20);
        filter.spend(event);
        RenyiCurve curve = RenyiCurve.boundedRange(0.05).times(20);
        assertEquals(RenyiConversion.at(curve, order, 1e-6), filter.spent(), 1e-10);
    }

    /** Whatever is admitted, what it attains at the budget's ε is within the budget's δ: near the limit, and beyond. */
    @Property(tries = 50)
    void admitted_neverAttainsMoreThanTheBudget(
            @ForAll @DoubleRange(min = 8, max = 40) double order,
            @ForAll @DoubleRange(min = 0.3, max = 1.3) double part,
            @ForAll boolean noise) {
        double square = 2 * part * BUDGET.epsilon() / order;
        MechanismEvent event = noise ? new Gaussian(Math.sqrt(square), 1) : new Selection(0.1 * Math.sqrt(square), 400);
        if (new RdpFilter(BUDGET, order).admits(event)) {
            AttainedLoss attained = noise
                    ? AttainedLoss.gaussian(square)
                    : AttainedLoss.extremeSelection(0.1 * Math.sqrt(square), 0.5, 2)
                            .times(400);
            assertTrue(attained.delta(BUDGET.epsilon()) <= BUDGET.delta());
        }
    }

    @Test
    void spent_beforeAnythingWasAdmitted_isZero() {
        assertEquals(0, new RdpFilter(BUDGET, 15).spent());
    }

    @Test
    void orderFor_letsMostGaussianNoiseThrough() {
        double order = RdpFilter.orderFor(BUDGET);
        double best = capacity(order);
        for (double other = 1.5; other < 200; other *= 1.07) {
            assertTrue(capacity(other) <= best * (1 + 1e-6), "order " + other);
        }
        assertEquals(order, new RdpFilter(BUDGET, order).order());
        assertEquals(BUDGET, new RdpFilter(BUDGET, order).budget());
    }

    /** The ρ that the order leaves: (ε − ln(1 − 1/α) + (ln δ + ln α)/(α − 1))/α. */
    private static double capacity(double alpha) {
        return (2 - Math.log(1 - 1 / alpha) + (Math.log(1e-6) + Math.log(alpha)) / (alpha - 1)) / alpha;
    }

    @Test
    void filter_neverSpendsLessThanTheAccountantThatChoosesItsOrderLater() {
        RdpFilter filter = new RdpFilter(BUDGET, RdpFilter.orderFor(BUDGET));
        MechanismEvent event = new Gaussian(0.05, 10);
        filter.spend(event);
        assertTrue(filter.spent() >= new RenyiAccountant().epsilon(event, 1e-6));
    }

    @Test
    void orderThatLeavesNothing_isRefused() {
        String message = assertThrows(IllegalArgumentException.class, () -> new RdpFilter(BUDGET, 3))
                .getMessage();
        assertTrue(message.startsWith("order must leave a part of epsilon 2.0"), message);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 0.5, Double.NaN, Double.POSITIVE_INFINITY})
    void badOrder_isRefused(double order) {
        assertThrows(IllegalArgumentException.class, () -> new RdpFilter(BUDGET, order));
    }

    @Test
    void pureBudget_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new RdpFilter(new PrivacyBudget(1, 0), 5));
        assertThrows(IllegalArgumentException.class, () -> RdpFilter.orderFor(new PrivacyBudget(1, 0)));
    }

    @Test
    void partWithoutAGuarantee_isRefused() {
        RdpFilter filter = new RdpFilter(BUDGET, 15);
        assertThrows(IllegalArgumentException.class, () -> filter.admits(new NonPrivate("plain")));
        assertFalse(filter.admits(new Gaussian(5, 1)));
    }
}
