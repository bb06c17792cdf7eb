// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ExponentialBoundsTest {

    @Test
    void of_one_givesTheDigitsOfOneOverE() {
        ExponentialBounds e = ExponentialBounds.of(BigInteger.ONE, BigInteger.ONE, 128);
        // 1/e = 0.36787944117144232159552377016146086744581113103176...
        BigInteger scaled = e.lower().multiply(BigInteger.TEN.pow(36)).shiftRight(128);
        assertEquals("367879441171442321595523770161460867", scaled.toString());
    }

    @Test
    void of_zero_isExact() {
        ExponentialBounds e = ExponentialBounds.of(BigInteger.ZERO, BigInteger.TWO, 10);
        assertEquals(BigInteger.valueOf(1024), e.lower());
        assertEquals(e.lower(), e.upper());
    }

    @Property(tries = 300)
    void bounds_encloseAndAreOnePartApart(
            @ForAll @LongRange(min = 1, max = 1L << 40) long p,
            @ForAll @LongRange(min = 1, max = 1L << 40) long q,
            @ForAll @IntRange(min = 8, max = 200) int bits) {
        long bounded = (long) Math.min((double) p, 300.0 * q);
        ExponentialBounds e = ExponentialBounds.of(BigInteger.valueOf(bounded), BigInteger.valueOf(q), bits);
        ExponentialBounds fine = ExponentialBounds.of(BigInteger.valueOf(bounded), BigInteger.valueOf(q), bits + 100);
        assertTrue(e.lower().shiftLeft(100).compareTo(fine.upper()) <= 0);
        assertTrue(e.upper().shiftLeft(100).compareTo(fine.lower()) >= 0);
        assertTrue(e.upper().subtract(e.lower()).compareTo(BigInteger.TWO) <= 0);
        // 35 · 2^-53 from the rounding of the exponent; smaller results have too few bits to compare
        double near = Math.exp(-(double) bounded / q);
        double mine = Math.scalb(fine.lower().doubleValue(), -(bits + 100));
        assertEquals(1, near == 0 ? 1 : mine / near, near > 1e-15 ? 1e-14 : 1);
    }
}
