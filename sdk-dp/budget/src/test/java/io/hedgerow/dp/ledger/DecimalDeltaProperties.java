// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Sums of δ are those of the decimals that somebody wrote, and never more than the limit's decimal. */
class DecimalDeltaProperties {

    /** Fifteen digits survive the way into a double and back. */
    private static BigDecimal decimal(long digits, int scale) {
        return new BigDecimal(BigInteger.valueOf(digits), scale);
    }

    @Property(tries = 300)
    void written_isTheDecimalThatWasRead(
            @ForAll @LongRange(min = 1, max = 999_999_999_999_999L) long digits,
            @ForAll @IntRange(min = 15, max = 300) int scale) {
        BigDecimal text = decimal(digits, scale);
        assertEquals(0, text.compareTo(Spending.written(text.doubleValue())));
    }

    @Property(tries = 300)
    void written_readsAsItsDouble_andIsWithinHalfAPlaceOfIt(
            @ForAll @LongRange(min = 1, max = 0x3fefffffffffffffL) long bits) {
        double delta = Double.longBitsToDouble(bits);
        BigDecimal written = Spending.written(delta);
        assertEquals(delta, written.doubleValue());
        BigDecimal off = written.subtract(new BigDecimal(delta)).abs();
        assertTrue(off.multiply(BigDecimal.valueOf(2)).compareTo(new BigDecimal(Math.ulp(delta))) <= 0);
    }

    @Property(tries = 200)
    void studiesThatFit_areThoseWhoseDecimalsFit(
            @ForAll @LongRange(min = 1, max = 99_999) long perStudy,
            @ForAll @LongRange(min = 1, max = 9_999_999) long whole,
            @ForAll @IntRange(min = 7, max = 30) int scale) {
        BigDecimal each = decimal(perStudy, scale);
        SpendingLimit limit = new SpendingLimit(1, decimal(whole, scale).doubleValue());
        Spending spent = Spending.NONE;
        BigDecimal sum = BigDecimal.ZERO;
        for (int k = 0; k < 40; k++) {
            spent = spent.plus(new Charge(0, each.doubleValue(), Map.of()));
            sum = sum.add(each);
            assertEquals(sum.compareTo(decimal(whole, scale)) <= 0, spent.isWithin(limit));
        }
    }
}
