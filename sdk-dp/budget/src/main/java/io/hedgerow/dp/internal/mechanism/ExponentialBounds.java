// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.mechanism;

import java.math.BigInteger;

/**
 * Certified bounds of e^(−p/q) for whole p ≥ 0 and q &gt; 0: lower ≤ 2^bits · e^(−p/q) ≤ upper, to any number of bits.
 *
 * <p>e^(y/2^s) with y = p/q and y/2^s ≤ 1/2 is summed by its Taylor series, whose terms are all positive: every term
 * rounded down gives a lower bound, every term rounded up plus twice the first term left out an upper one. The bounds
 * are squared s times, rounded outwards, and inverted. Not private; used to make sampling exact. Immutable.
 */
public record ExponentialBounds(BigInteger lower, BigInteger upper) {

    private static final int GUARD_BITS = 32;

    public static ExponentialBounds of(BigInteger p, BigInteger q, int bits) {
        if (p.signum() == 0) {
            BigInteger one = BigInteger.ONE.shiftLeft(bits);
            return new ExponentialBounds(one, one);
        }
        int halvings = Math.max(0, p.bitLength() - q.bitLength() + 2);
        BigInteger divisor = q.shiftLeft(halvings);
        // e^y has at most 1.45·y + 1 bits before the point; squaring doubles relative errors, once per halving
        int precision = bits + GUARD_BITS + 2 * halvings;
        BigInteger one = BigInteger.ONE.shiftLeft(precision);
        BigInteger low = one;
        BigInteger high = one;
        BigInteger lowTerm = one;
        BigInteger highTerm = one;
        for (int k = 1; highTerm.bitLength() > 2; k++) {
            BigInteger whole = divisor.multiply(BigInteger.valueOf(k));
            lowTerm = lowTerm.multiply(p).divide(whole);
            highTerm = ceilDivide(highTerm.multiply(p), whole);
            low = low.add(lowTerm);
            high = high.add(highTerm);
        }
        // terms fall at least by half, so what was left out is at most the last term
        high = high.add(highTerm);
        for (int i = 0; i < halvings; i++) {
            low = low.multiply(low).shiftRight(precision);
            high = ceilShift(high.multiply(high), precision);
        }
        BigInteger numerator = BigInteger.ONE.shiftLeft(bits + precision);
        return new ExponentialBounds(numerator.divide(high), ceilDivide(numerator, low));
    }

    private static BigInteger ceilDivide(BigInteger a, BigInteger b) {
        return a.add(b).subtract(BigInteger.ONE).divide(b);
    }

    private static BigInteger ceilShift(BigInteger a, int bits) {
        return a.negate().shiftRight(bits).negate();
    }
}
