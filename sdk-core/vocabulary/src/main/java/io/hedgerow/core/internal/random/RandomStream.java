// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.random;

/**
 * Pseudo-random numbers that are the same for a seed on every Java release: SplitMix64 (Steele, Lea and Flood 2014) and
 * transformations in {@link StrictMath} only. For simulation only: anyone who knows the seed knows every number. Not
 * thread-safe.
 */
public final class RandomStream {

    private static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;
    private double spare;
    private boolean hasSpare;

    public RandomStream(long seed) {
        this.state = seed;
    }

    /** A seed whose stream is unrelated to those of other purposes and indices. */
    public static long derive(long seed, long purpose, long index) {
        return mix(mix(mix(seed + STEP) ^ (purpose * STEP)) + index * STEP);
    }

    private static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
        return b ^ (b >>> 31);
    }

    public long nextLong() {
        state += STEP;
        return mix(state);
    }

    /** Uniform on the open interval (0, 1), so that logarithms are finite: the midpoints of 2^52 equal cells. */
    public double nextUniform() {
        return ((nextLong() >>> 12) + 0.5) * 0x1.0p-52;
    }

    /** Uniform on 0 … bound − 1 without bias. */
    public int nextInt(int bound) {
        while (true) {
            long bits = nextLong() >>> 1;
            long value = bits % bound;
            // The last, incomplete run of the residues overflows here and is drawn again.
            if (bits - value + (bound - 1) >= 0) {
                return (int) value;
            }
        }
    }

    /** Standard normal by the polar method of Marsaglia and Bray (1964). */
    public double nextGaussian() {
        if (hasSpare) {
            hasSpare = false;
            return spare;
        }
        while (true) {
            double x = 2 * nextUniform() - 1;
            double y = 2 * nextUniform() - 1;
            double square = x * x + y * y;
            if (square > 0 && square < 1) {
                double factor = Math.sqrt(-2 * StrictMath.log(square) / square);
                spare = y * factor;
                hasSpare = true;
                return x * factor;
            }
        }
    }

    /** A uniformly random order of 0 … size − 1. */
    public int[] nextPermutation(int size) {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            int other = nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }
}
