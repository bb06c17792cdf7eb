// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What happens exactly at a limit, and one step beside it. */
class SpendingTest {

    private static final SpendingLimit LIMIT = new SpendingLimit(1, 1e-6);
    /** Less than half a unit in the last place of 1, so that a sum in doubles would lose it. */
    private static final double CRUMB = 0x1p-60;

    private static Spending spent(double amount, double delta) {
        return Spending.NONE.plus(new Charge(amount, delta, Map.of()));
    }

    @Test
    void isWithin_upToTheLimitItself_andNotACrumbBeyond() {
        assertTrue(Spending.NONE.isWithin(new SpendingLimit(0, 0)));
        assertTrue(spent(1, 1e-6).isWithin(LIMIT));
        assertFalse(spent(1, 0).plus(new Charge(CRUMB, 0, Map.of())).isWithin(LIMIT));
        assertFalse(spent(0, 1e-6).plus(new Charge(0, 0x1p-90, Map.of())).isWithin(LIMIT));
        assertFalse(spent(Math.nextUp(1.0), 1e-6).isWithin(LIMIT));
        assertFalse(spent(1, Math.nextUp(1e-6)).isWithin(LIMIT));
    }

    /** In doubles three times 4e-8 is above 1.2e-7. */
    @Test
    void isWithin_ofDecimalDeltas_isWhatTheirDecimalsSay() {
        SpendingLimit limit = new SpendingLimit(3, 1.2e-7);
        Spending twice = spent(1, 4e-8).plus(new Charge(1, 4e-8, Map.of()));
        assertEquals(4e-8, Spending.leftDelta(1.2e-7, twice.delta()));
        Spending all = twice.plus(new Charge(1, 4e-8, Map.of()));
        assertTrue(all.isWithin(limit));
        assertEquals(1.2e-7, all.deltaUp());
        assertEquals(0, Spending.leftDelta(1.2e-7, all.delta()));
        assertFalse(twice.plus(new Charge(1, Math.nextUp(4e-8), Map.of())).isWithin(limit));
        assertFalse(all.plus(new Charge(0, Double.MIN_VALUE, Map.of())).isWithin(limit));
    }

    @Test
    void left_ofDelta_roundsDown() {
        BigDecimal third = new BigDecimal("1").divide(new BigDecimal("3"), new MathContext(40));
        double left = Spending.leftDelta(0.5, third);
        assertTrue(Spending.written(left).add(third).compareTo(new BigDecimal("0.5")) <= 0);
        assertTrue(Spending.written(Math.nextUp(left)).add(third).compareTo(new BigDecimal("0.5")) > 0);
    }

    @Test
    void up_isTheSmallestDoubleThatIsNotBelow() {
        Spending exact = spent(0.75, 0.25);
        assertEquals(0.75, exact.amountUp());
        assertEquals(0.25, exact.deltaUp());
        Spending little = exact.plus(new Charge(CRUMB, CRUMB, Map.of()));
        assertEquals(Math.nextUp(0.75), little.amountUp());
        assertEquals(Math.nextUp(0.25), little.deltaUp());
        // the nearest double is above already
        BigDecimal nearlyOne = BigDecimal.ONE.subtract(new BigDecimal(CRUMB));
        assertEquals(1, Spending.up(nearlyOne));
    }

    @Test
    void left_isTheLargestDoubleThatIsNotAbove_andNeverNegative() {
        assertEquals(0.25, Spending.left(1, new BigDecimal("0.75")));
        assertEquals(Math.nextDown(1.0), Spending.left(1, new BigDecimal(CRUMB)));
        BigDecimal more = BigDecimal.ONE.subtract(new BigDecimal(CRUMB)).subtract(BigDecimal.ONE);
        // 1 + 2^-60: the nearest double, 1, is below already
        assertEquals(1, Spending.left(1, more));
        assertEquals(0, Spending.left(1, BigDecimal.ONE));
        assertEquals(0, Spending.left(1, new BigDecimal("1.5")));
        assertEquals(CRUMB, Spending.left(1, BigDecimal.ONE.subtract(new BigDecimal(CRUMB))));
    }

    @Test
    void undeclaredDelta_mayBeNothingOrAllOfAStudys() {
        PrivacyBudget study = new PrivacyBudget(1, 1e-6);
        assertEquals(0, new StudyCap(study, 0).undeclaredDelta());
        assertEquals(1e-6, new StudyCap(study, 1e-6).undeclaredDelta());
        assertThrows(IllegalArgumentException.class, () -> new StudyCap(study, Math.nextUp(1e-6)));
        assertThrows(IllegalArgumentException.class, () -> new StudyCap(study, -Double.MIN_VALUE));
    }
}
