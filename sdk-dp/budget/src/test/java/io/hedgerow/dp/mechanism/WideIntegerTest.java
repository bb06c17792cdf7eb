// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Against BigInteger. */
class WideIntegerTest {

    @Property
    void add_carries(
            @ForAll @LongRange(min = 0, max = 1L << 61) long high,
            @ForAll long low,
            @ForAll @LongRange(min = 0, max = 1L << 61) long moreHigh,
            @ForAll long moreLow) {
        WideInteger wide = of(high, low);
        wide.add(moreHigh, moreLow);
        assertEquals(value(of(high, low)).add(value(of(moreHigh, moreLow))), value(wide));
        assertEquals(
                value(of(high, low)).compareTo(value(of(moreHigh, moreLow))),
                of(high, low).compare(of(moreHigh, moreLow)));
    }

    @Property
    void setShifted_shifts(
            @ForAll @LongRange(min = 0, max = 1L << 62) long mantissa,
            @ForAll @IntRange(min = -140, max = 64) int places) {
        WideInteger wide = new WideInteger();
        wide.setShifted(mantissa, places);
        BigInteger exact = BigInteger.valueOf(mantissa);
        assertEquals(places < 0 ? exact.shiftRight(-places) : exact.shiftLeft(places), value(wide));
    }

    @Property
    void setProduct_multipliesAndDropsTheRest(
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long high,
            @ForAll long low,
            @ForAll @LongRange(min = 0, max = 1L << 62) long mantissa,
            @ForAll @IntRange(min = 0, max = 130) int shift) {
        WideInteger wide = new WideInteger();
        wide.setProduct(high, low, mantissa, shift);
        assertEquals(value(of(high, low)).multiply(BigInteger.valueOf(mantissa)).shiftRight(62 + shift), value(wide));
    }

    @Test
    void setUniformBelow_isUniform() {
        SecureBits bits = TestBits.of(21);
        WideInteger drawn = new WideInteger();
        for (WideInteger bound : new WideInteger[] {of(0, 5), of(5, 0), of(3, 7)}) {
            BigInteger whole = value(bound);
            long[] counts = new long[4];
            for (int i = 0; i < 40_000; i++) {
                drawn.setUniformBelow(bound, bits);
                assertTrue(drawn.compare(bound) < 0);
                counts[
                        value(drawn)
                                .multiply(BigInteger.valueOf(4))
                                .divide(whole)
                                .intValueExact()]++;
            }
            double[] expected = {0.25, 0.25, 0.25, 0.25};
            if (whole.bitLength() < 10) {
                // five numbers in four classes: 0 and 1 share the first
                expected = new double[] {0.4, 0.2, 0.2, 0.2};
            }
            assertTrue(GoodnessOfFit.chiSquare(counts, expected) > GoodnessOfFit.REJECT);
        }
        assertThrows(IllegalArgumentException.class, () -> drawn.setUniformBelow(new WideInteger(), bits));
    }

    static WideInteger of(long high, long low) {
        WideInteger wide = new WideInteger();
        wide.set(high, low);
        return wide;
    }

    static BigInteger value(WideInteger wide) {
        return BigInteger.valueOf(wide.high()).shiftLeft(64).add(new BigInteger(Long.toUnsignedString(wide.low())));
    }
}
