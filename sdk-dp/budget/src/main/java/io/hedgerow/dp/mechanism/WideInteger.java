// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import io.hedgerow.dp.internal.mechanism.FixedDecay;

/** A mutable whole number from 0 to 2¹²⁷ − 1, for weights and their sums. Scratch of one thread. */
final class WideInteger {

    private long high;
    private long low;

    long high() {
        return high;
    }

    long low() {
        return low;
    }

    void clear() {
        set(0, 0);
    }

    void set(long newHigh, long newLow) {
        high = newHigh;
        low = newLow;
    }

    void add(long moreHigh, long moreLow) {
        long sum = low + moreLow;
        high += moreHigh + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
        low = sum;
    }

    /** mantissa · 2^places, rounded down when places is negative. */
    void setShifted(long mantissa, int places) {
        if (places >= Long.SIZE) {
            set(mantissa << (places - Long.SIZE), 0);
        } else if (places > 0) {
            set(mantissa >>> (Long.SIZE - places), mantissa << places);
        } else {
            set(0, places > -Long.SIZE ? mantissa >>> -places : 0);
        }
    }

    /** factor · mantissa / 2^(62 + shift), rounded down, for a mantissa of at most 2⁶² and a shift of at most 130. */
    void setProduct(long factorHigh, long factorLow, long mantissa, int shift) {
        long bottom = factorLow * mantissa;
        // the unsigned high word: a negative low word counts 2^64 more
        long carry = Math.multiplyHigh(factorLow, mantissa) + ((factorLow >> 63) & mantissa);
        long middle = factorHigh * mantissa + carry;
        long top = Math.multiplyHigh(factorHigh, mantissa) + (Long.compareUnsigned(middle, carry) < 0 ? 1 : 0);
        long productHigh = (top << 2) | (middle >>> FixedDecay.MANTISSA_BITS);
        long productLow = (middle << 2) | (bottom >>> FixedDecay.MANTISSA_BITS);
        if (shift == 0) {
            set(productHigh, productLow);
        } else if (shift < Long.SIZE) {
            set(productHigh >>> shift, (productHigh << (Long.SIZE - shift)) | (productLow >>> shift));
        } else {
            set(0, shift < 2 * Long.SIZE ? productHigh >>> (shift - Long.SIZE) : 0);
        }
    }

    /** Draws a uniform whole number below the bound: numbers of just enough bits until one is below. */
    void setUniformBelow(WideInteger bound, SecureBits bits) {
        if (bound.high == 0 && bound.low == 0) {
            throw new IllegalArgumentException("bound must be at least 1, was 0");
        }
        int highBits = Long.SIZE - Long.numberOfLeadingZeros(bound.high);
        int lowBits = highBits > 0 ? Long.SIZE : Long.SIZE - Long.numberOfLeadingZeros(bound.low);
        do {
            set(bits.nextBits(highBits), bits.nextLong() >>> (Long.SIZE - lowBits));
        } while (bound.compare(this) <= 0);
    }

    int compare(WideInteger other) {
        int byHigh = Long.compare(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }
}
