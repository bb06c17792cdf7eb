// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.random;

/**
 * A SplitMix64 generator (Steele, Lea and Flood 2014), the same for a seed on every platform. Protects no data. Not
 * thread-safe.
 */
public final class SearchRandom {

    private static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;

    public SearchRandom(long seed) {
        this.state = seed;
    }

    private long next() {
        state += STEP;
        long a = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
        return b ^ (b >>> 31);
    }

    /** The bias of the remainder, below bound / 2^63, does not matter here. */
    public int nextInt(int bound) {
        return (int) ((next() >>> 1) % bound);
    }

    public double nextDouble() {
        return (next() >>> 11) * 0x1p-53;
    }
}
