// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import io.hedgerow.dp.internal.mechanism.ExponentialBounds;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Draws whole numbers k with P(k) = t(|k|) / Σ t exactly, t(x) = c·e^(−g(x)), by rejection from a step function: no
 * probability is rounded, however the doubles in between behave within their error bound.
 *
 * <p>Magnitudes are cut into blocks of width B. Block j has a whole weight wⱼ ≥ t(jB); the weights are proposal
 * probabilities out of 2^bits and need only be upper bounds. One draw takes r uniform below 2^bits and a sign; r falls
 * into block j at height r' below wⱼ; x is uniform in the block; x is kept if r' + f &lt; t(x) for a uniform fraction
 * f. The test is decided in doubles unless r' is closer to t(x) than the error bound; then f and t(x) are compared with
 * as many bits as it takes. Beyond block J, blocks of width L are chosen by coin flips. See
 * {@code docs/privacy-proofs/noise-source.md} for the proof.
 *
 * <p>Immutable after construction; the stream of bits is passed in. One draw takes 1.05 tries on average at scales
 * above 16.
 */
final class BlockSampler {

    static final int PRODUCTION_BITS = 63;
    static final int CUTOFF = 12;
    /** The relative error of {@link Decay#approximate} that is tolerated; the true one is below 2⁻⁴³. */
    private static final double SLACK = 0x1p-40;

    /** The exponent g: 0 at 0, growing, rational at whole numbers. */
    interface Decay {
        /** e^(−g(x)) to a relative error below 2⁻⁴⁰, for results that are normal numbers. */
        double approximate(double x);

        BigInteger numerator(BigInteger x);

        BigInteger denominator();
    }

    private final Decay decay;
    private final int totalBits;
    private final int blockBits;
    private final int tailBits;
    private final long height;
    /** ends[j] is the sum of the weights of blocks 0 to j; the last entry is that of the tail. */
    private final long[] ends;

    private final int[] guide;
    private final int guideShift;

    BlockSampler(Decay decay, double scale, int totalBits) {
        this.decay = decay;
        this.totalBits = totalBits;
        this.tailBits = Math.getExponent(scale) + (scale == Math.scalb(1.0, Math.getExponent(scale)) ? 0 : 1);
        this.blockBits = Math.max(0, tailBits - 4);
        int blocks = (int) Math.ceil(CUTOFF * scale / Math.scalb(1.0, blockBits));
        double[] shape = new double[blocks + 1];
        double area = 0;
        for (int j = 0; j < blocks; j++) {
            shape[j] = decay.approximate(Math.scalb((double) j, blockBits));
            area += shape[j];
        }
        // The first tail block has half of the tail's weight spread over 2^(tailBits − blockBits) block widths.
        shape[blocks] = Math.scalb(decay.approximate(Math.scalb((double) blocks, blockBits)), tailBits - blockBits + 1);
        area += shape[blocks];
        double room = Math.scalb(1.0, totalBits) - 2.0 * (blocks + 1);
        if (!(room > area)) {
            throw new IllegalArgumentException("totalBits must leave room for the blocks, was " + totalBits);
        }
        this.height = (long) (room / area * (1 - 4 * SLACK));
        this.ends = new long[blocks + 1];
        long end = 0;
        for (int j = 0; j <= blocks; j++) {
            end = Math.addExact(end, (long) Math.ceil(height * shape[j] * (1 + SLACK)) + 1);
            ends[j] = end;
        }
        if (totalBits < 63 && end > 1L << totalBits) {
            throw new IllegalStateException("weights exceed 2^" + totalBits);
        }
        this.guideShift = Math.max(0, totalBits - 8);
        this.guide = new int[256];
        for (int i = 0, j = 0; i < guide.length; i++) {
            while (j <= blocks && ends[j] <= (long) i << guideShift) {
                j++;
            }
            guide[i] = j;
        }
    }

    long draw(SecureBits bits) {
        while (true) {
            long word = bits.nextLong();
            boolean negative = word < 0;
            long r = word & (Long.MAX_VALUE >>> (63 - totalBits));
            int block = blockOf(r);
            if (block < ends.length) {
                long rest = r - (block == 0 ? 0 : ends[block - 1]);
                long x = block < ends.length - 1 ? inBlock(block, rest, bits) : inTail(rest, bits);
                // zero has one sign only
                if (x >= 0 && !(negative && x == 0)) {
                    return negative ? -x : x;
                }
            }
        }
    }

    private int blockOf(long r) {
        int block = guide[(int) (r >>> guideShift)];
        while (block < ends.length && ends[block] <= r) {
            block++;
        }
        return block;
    }

    private long inBlock(int block, long rest, SecureBits bits) {
        long x = ((long) block << blockBits) + bits.nextBits(blockBits);
        double bound = height * decay.approximate((double) x);
        // 1 covers the fraction, and rest as a double is within the relative slack
        double margin = bound * SLACK + rest * 0x1p-52 + 1;
        if (rest + margin < bound) {
            return x;
        }
        if (rest - margin > bound) {
            return -1;
        }
        return below(rest, BigInteger.valueOf(height), x, bits) ? x : -1;
    }

    private long inTail(long rest, SecureBits bits) {
        int flips = 0;
        while (bits.nextLong() < 0) {
            flips++;
        }
        long start = (long) (ends.length - 1) << blockBits;
        long x =
                Math.addExact(start, Math.addExact(Math.multiplyExact(1L << tailBits, flips), bits.nextBits(tailBits)));
        BigInteger scaled = BigInteger.valueOf(height).shiftLeft(tailBits - blockBits + 1 + flips);
        return below(rest, scaled, x, bits) ? x : -1;
    }

    /**
     * Whether rest + f &lt; height · e^(−g(x)) for a uniform fraction f, of which as many bits are drawn as it takes.
     */
    boolean below(long rest, BigInteger height, long x, SecureBits bits) {
        BigInteger whole = BigInteger.valueOf(x);
        BigInteger drawn = BigInteger.valueOf(rest);
        int length = 0;
        while (true) {
            BigInteger chunk = BigInteger.valueOf(bits.nextBits(32));
            drawn = drawn.shiftLeft(32).add(chunk);
            length += 32;
            int precision = length + height.bitLength();
            ExponentialBounds e = ExponentialBounds.of(decay.numerator(whole), decay.denominator(), precision);
            // drawn / 2^length ≤ rest + f < (drawn + 1) / 2^length
            BigInteger left = drawn.shiftLeft(precision - length);
            BigInteger right = drawn.add(BigInteger.ONE).shiftLeft(precision - length);
            if (right.compareTo(height.multiply(e.lower())) <= 0) {
                return true;
            }
            if (left.compareTo(height.multiply(e.upper())) >= 0) {
                return false;
            }
        }
    }

    long[] blockEnds() {
        return Arrays.copyOf(ends, ends.length);
    }

    long height() {
        return height;
    }

    int blockBits() {
        return blockBits;
    }

    int tailBits() {
        return tailBits;
    }
}
