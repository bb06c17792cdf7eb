// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.mechanism.Lattice;
import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

class FixedDecayTest {

    private static final int BITS = 260;

    @Property(tries = 400)
    void at_isWithinTwoToTheMinus55OfTheExactDecay(
            @ForAll @DoubleRange(min = 8, max = 54) @Scale(12) double exponent,
            @ForAll @DoubleRange(min = 0, max = 1) @Scale(12) double share) {
        double scale = Math.min(0x1p54, Math.max(0x1p8, Math.pow(2, exponent)));
        FixedDecay decay = new FixedDecay(scale);
        // up to 2^-116, further than any weight is kept
        long k = (long) (share * scale * 80);
        decay.at(k);
        BigInteger whole = new BigDecimal(scale)
                .multiply(new BigDecimal(BigInteger.TWO.pow(52)))
                .toBigIntegerExact();
        BigInteger exact = ExponentialBounds.of(BigInteger.valueOf(k).shiftLeft(52), whole, BITS)
                .lower();
        BigInteger mine = BigInteger.valueOf(decay.mantissa()).shiftLeft(BITS - 62 - decay.shift());
        assertTrue(mine.subtract(exact).abs().shiftLeft(55).compareTo(exact) <= 0, k + " at scale " + scale);
        assertTrue(decay.mantissa() > 1L << 61 && decay.mantissa() <= 1L << 62);
    }

    @Test
    void at_zero_isOneAndFarAwayIsNothing() {
        FixedDecay decay = new FixedDecay(1000);
        decay.at(0);
        assertEquals(1L << 62, decay.mantissa());
        assertEquals(0, decay.shift());
        decay.at(Lattice.MAX_STEPS);
        assertTrue(decay.shift() >= 129 && decay.shift() <= 131);
        assertEquals(2, decay.evaluations());
    }

    @Test
    void ln2_agreesWithItsSeries() {
        // ln 2 = Σ 1/(k·2^k)
        BigInteger sum = BigInteger.ZERO;
        for (int k = 1; k <= 160; k++) {
            sum = sum.add(BigInteger.ONE.shiftLeft(160 - k).divide(BigInteger.valueOf(k)));
        }
        assertEquals(FixedDecay.LN2, sum.shiftRight(32));
    }

    @Test
    void scales_outOfRangeAreRefused() {
        for (double scale : new double[] {0, 255, 0x1.1p54, Double.NaN}) {
            assertThrows(IllegalArgumentException.class, () -> new FixedDecay(scale));
        }
    }
}
