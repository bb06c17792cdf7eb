// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.codec;

import java.math.BigInteger;

/**
 * A fixed-point encoding of bounded numbers as integers whose sum over all sites cannot wrap: a sum of k honest sites
 * always decodes to within k·2^−(f+1), for rounding each value, and half a unit in the last place of the result, for
 * writing it as a double; a lane that was damaged passes the check with probability 2^−g.
 *
 * <p>One limb: q = rint(x·2^f), |q| ≤ Q = ⌈C·2^f⌉, with the largest f for which n·(Q + T) &lt; 2^(63−g). Two limbs, for
 * ranges that 64 bits cannot hold: with X = x·2^f and β = 63 − g − ⌈log2 n⌉, hi = rint(X·2^−β) and lo = rint(X −
 * hi·2^β), both exact in double arithmetic, and X = hi·2^β + lo. Each limb is a lane of its own, without carry.
 * Immutable and thread-safe.
 *
 * @param sites n, most sites in a sum
 * @param bound C, largest magnitude of a value; public
 * @param fractionBits f
 * @param guardBits g, bits of a lane that a sum never reaches
 * @param limbs lanes for one value, 1 or 2
 * @param noiseTail T, most that a site's noise adds to a lane, in steps of 2^−f; 0 with two limbs
 */
public record FixedPointPlan(int sites, double bound, int fractionBits, int guardBits, int limbs, long noiseTail) {

    public static final int GUARD_BITS = 8;

    private static final int SIGN_AND_GUARD = 63;
    /** Bounds beyond 2^±256 are mistakes, and would bring subnormal numbers into the arithmetic. */
    private static final double LARGEST_BOUND = 0x1p256;

    public FixedPointPlan {
        requireBasics(sites, bound, guardBits);
        if (!(limbs == 1 || (limbs == 2 && noiseTail == 0))) {
            throw new IllegalArgumentException("limbs must be 1, or 2 without noise, was " + limbs);
        }
        if (!(noiseTail >= 0)) {
            throw new IllegalArgumentException("noiseTail must be >= 0, was " + noiseTail);
        }
        if (!fits(sites, bound, fractionBits, guardBits, limbs, noiseTail)) {
            throw new IllegalArgumentException("fractionBits must keep a sum of " + sites + " sites within "
                    + (SIGN_AND_GUARD - guardBits) + " bits, was " + fractionBits);
        }
    }

    public static FixedPointPlan twoLimbs(int sites, double bound) {
        return finest(sites, bound, GUARD_BITS, 2, 0);
    }

    /** Finds the plan with the most fraction bits, for 1 to 32 guard bits and a tail T of noise. */
    public static FixedPointPlan finest(int sites, double bound, int guardBits, int limbs, long noiseTail) {
        requireBasics(sites, bound, guardBits);
        int f = SIGN_AND_GUARD * limbs - Math.getExponent(bound);
        int floor = f - 3 * SIGN_AND_GUARD;
        while (!fits(sites, bound, f, guardBits, limbs, noiseTail)) {
            f--;
            if (f < floor) {
                throw new IllegalArgumentException(
                        "sites and noiseTail must leave room for values, were " + sites + " and " + noiseTail);
            }
        }
        return new FixedPointPlan(sites, bound, f, guardBits, limbs, noiseTail);
    }

    private static void requireBasics(int sites, double bound, int guardBits) {
        if (!(sites >= 1)) {
            throw new IllegalArgumentException("sites must be >= 1, was " + sites);
        }
        if (!(bound >= 1 / LARGEST_BOUND && bound <= LARGEST_BOUND)) {
            throw new IllegalArgumentException("bound must be 2^-256 to 2^256, was " + bound);
        }
        if (!(guardBits >= 1 && guardBits <= 32)) {
            throw new IllegalArgumentException("guardBits must be 1 to 32, was " + guardBits);
        }
    }

    /** n·(Q + T) &lt; 2^(63−g) for the lane that carries the leading bits; the low limb fits by the choice of β. */
    private static boolean fits(int sites, double bound, int f, int guardBits, int limbs, long tail) {
        int shift = limbs == 1 ? f : f - limbBits(sites, guardBits);
        double largest = Math.ceil(Math.scalb(bound, shift));
        if (!(largest <= 0x1p62) || !(tail <= Long.MAX_VALUE / 2)) {
            return false;
        }
        BigInteger sum = BigInteger.valueOf((long) largest + tail).multiply(BigInteger.valueOf(sites));
        return sum.bitLength() <= SIGN_AND_GUARD - guardBits;
    }

    /** β: a low limb is at most 2^(β−1), so that n of them stay below 2^(63−g). */
    private static int limbBits(int sites, int guardBits) {
        return SIGN_AND_GUARD - guardBits - (Integer.SIZE - Integer.numberOfLeadingZeros(sites - 1));
    }

    /** β, the weight of the high limb as a power of two: its exponent. */
    public int limbBits() {
        return limbBits(sites, guardBits);
    }

    /**
     * The most that a lane of one honest site holds: Q + T, or the same for the limb. Limb 0 is the only or the high
     * one, 1 the low one.
     */
    public long largestLane(int limb) {
        if (limb == 1) {
            return 1L << (limbBits() - 1);
        }
        int shift = limbs == 1 ? fractionBits : fractionBits - limbBits();
        return (long) Math.ceil(Math.scalb(bound, shift)) + noiseTail;
    }

    /** Encodes values for one limb; the target is undefined after an exception. */
    public void encode(double[] values, int from, int limb, long[] lanes, int at, int count) {
        // Not a running maximum: that is a chain of dependent operations, this is not.
        boolean within = true;
        double scale = Math.scalb(1.0, fractionBits);
        if (limbs == 1) {
            for (int i = 0; i < count; i++) {
                double value = values[from + i];
                within &= Math.abs(value) <= bound;
                lanes[at + i] = (long) Math.rint(value * scale);
            }
        } else {
            double weight = Math.scalb(1.0, limbBits());
            for (int i = 0; i < count; i++) {
                double value = values[from + i];
                within &= Math.abs(value) <= bound;
                double scaled = value * scale;
                double high = Math.rint(scaled / weight);
                lanes[at + i] = (long) (limb == 0 ? high : Math.rint(scaled - high * weight));
            }
        }
        if (!within) {
            throw new RangeExceededException(bound);
        }
    }

    /** Decodes a sum of lanes of one limb each to the nearest double; {@code low} is 0 with one limb. */
    public double decode(long high, long low) {
        if (limbs == 1) {
            return Math.scalb((double) high, -fractionBits);
        }
        BigInteger sum = BigInteger.valueOf(high).shiftLeft(limbBits()).add(BigInteger.valueOf(low));
        return Math.scalb(sum.doubleValue(), -fractionBits);
    }

    /**
     * Thrown when a value exceeds the public range of its block; the site then abstains, as values are never clipped
     * silently. An abstention tells one bit about the site's data; choose the bound so that it does not happen.
     */
    public static final class RangeExceededException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final double bound;

        public RangeExceededException(double bound) {
            super("every value must be finite and at most " + bound + " in magnitude, one was not");
            this.bound = bound;
        }

        public double bound() {
            return bound;
        }
    }
}
