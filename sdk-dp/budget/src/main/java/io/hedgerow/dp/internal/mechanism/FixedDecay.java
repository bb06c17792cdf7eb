// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.mechanism;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * e^(−k/b) for whole k ≥ 0 in whole-number arithmetic: after {@link #at}, the value is mantissa · 2^(−62 − shift) with
 * a relative error of at most 2⁻⁵⁵, mantissa in (2⁶¹, 2⁶²].
 *
 * <p>y = k/(b·ln 2) = k·H/2^F with H = ⌊2^F/(b·ln 2)⌋ in [2⁶², 2⁶³); the whole part of y is the shift, and 2^−fraction
 * is the product of two table entries (8 bits each) and of the cubic Taylor polynomial of the rest, which is below
 * 2⁻¹⁶. The tables are computed with square roots of whole numbers to 120 bits. Every call does the same operations
 * whatever k is. Error budget in {@code docs/privacy-proofs/exponential-mechanism.md}.
 *
 * <p>Scratch of one thread: the result is left in fields.
 */
public final class FixedDecay {

    public static final int MANTISSA_BITS = 62;
    /** The largest shift: larger decays are cut here; the result is below 2⁻¹²⁹ then. */
    static final int LARGEST_SHIFT = 130;
    /** ⌊2¹²⁸·ln 2⌋. */
    static final BigInteger LN2 = new BigInteger("B17217F7D1CF79ABC9E3B39803F2F6AF", 16);

    private static final int LN2_BITS = 128;
    private static final long LN2_HIGH = LN2.shiftRight(65).longValueExact();
    private static final long ONE = 1L << MANTISSA_BITS;
    private static final long[] COARSE = powers(1);
    private static final long[] FINE = powers(9);

    private final long slope;
    private final int fraction;
    private final long largest;
    /** The number of calls, so that tests can see that the work does not depend on data. */
    private long evaluations;

    private long mantissa;
    private int shift;

    public FixedDecay(double scale) {
        if (!(scale >= 0x1p8 && scale <= 0x1p54)) {
            throw new IllegalArgumentException("scale must be from 2^8 to 2^54 lattice steps, was " + scale);
        }
        // scale · ln 2 in units of 2^(−52 − 128); a double of at least 1 is a whole number of 2^−52
        BigInteger product = new BigDecimal(scale)
                .multiply(new BigDecimal(BigInteger.ONE.shiftLeft(52)))
                .toBigIntegerExact()
                .multiply(LN2);
        int bits = 62 + Math.getExponent(scale) - 1;
        BigInteger candidate;
        do {
            bits++;
            candidate = BigInteger.ONE.shiftLeft(bits + 52 + LN2_BITS).divide(product);
        } while (candidate.bitLength() < 63);
        this.slope = candidate.longValueExact();
        this.fraction = bits;
        this.largest = (long) Math.ceil(LARGEST_SHIFT * 0.6931471805599454 * scale);
    }

    /** 2^(−i / 2^(first + 7)) for i from 0 to 255, in units of 2⁻⁶². */
    private static long[] powers(int first) {
        int precision = 160;
        BigInteger one = BigInteger.ONE.shiftLeft(precision);
        BigInteger[] roots = new BigInteger[8];
        BigInteger root = one.shiftRight(1);
        for (int level = 1; level <= first + 7; level++) {
            root = root.shiftLeft(precision).sqrt();
            if (level >= first) {
                roots[level - first] = root;
            }
        }
        long[] table = new long[256];
        for (int i = 0; i < table.length; i++) {
            BigInteger value = one;
            for (int bit = 0; bit < 8; bit++) {
                if (((i >> (7 - bit)) & 1) == 1) {
                    value = value.multiply(roots[bit]).shiftRight(precision);
                }
            }
            table[i] = value.shiftRight(precision - MANTISSA_BITS).longValueExact();
        }
        return table;
    }

    public void at(long k) {
        evaluations++;
        long steps = Math.min(k, largest);
        long high = Math.multiplyHigh(steps, slope);
        long low = steps * slope;
        int split = fraction - Long.SIZE;
        shift = (int) (high >>> split);
        long rest = (high << (Long.SIZE - split)) | (low >>> split);
        long coarse = COARSE[(int) (rest >>> 56)];
        long fine = FINE[(int) ((rest >>> 48) & 0xFF)];
        // u = (last 48 bits) · ln 2 in units of 2^−62: the bits count 2^−64, LN2_HIGH counts 2^−63
        long u = Math.multiplyHigh((rest & 0xFFFF_FFFF_FFFFL) << 15, LN2_HIGH) >>> 16;
        long square = times(u, u);
        long polynomial = ONE - u + (square >>> 1) - times(square, u) / 6;
        mantissa = times(times(coarse, fine), polynomial);
    }

    /** Product of two numbers in units of 2⁻⁶², rounded down. */
    private static long times(long a, long b) {
        return (Math.multiplyHigh(a, b) << 2) | ((a * b) >>> MANTISSA_BITS);
    }

    public long mantissa() {
        return mantissa;
    }

    public int shift() {
        return shift;
    }

    public long evaluations() {
        return evaluations;
    }
}
