// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.sharing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;

/**
 * Shamir's scheme (1979) over GF(2^16): any t shares give the secret, fewer are independent of it. A secret of 32 bytes
 * is 16 lanes of 16 bits, big-endian; share x of a lane is p(x) for a polynomial p of degree t − 1 with p(0) the lane.
 * All coefficients have the full range, the leading one may be zero: without that the secret could be told from t − 1
 * shares to be unequal to something.
 *
 * <p>Arithmetic is by public points only, without tables or branches on secrets. Thread-safe: immutable. Cost of a
 * split: n·t multiplications of 4 longs.
 */
public final class ShamirSharing {

    public static final int SIZE = 32;

    private static final int WORDS = SIZE / Long.BYTES;
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final int threshold;

    public ShamirSharing(int threshold) {
        if (!(threshold >= 1 && threshold < Gf65536.ORDER)) {
            throw new IllegalArgumentException("threshold must be 1 to 65535, was " + threshold);
        }
        this.threshold = threshold;
    }

    /**
     * Shares a secret of 32 bytes; the caller erases the shares.
     *
     * @param points x of each share: 1 to 65535, distinct, at least t
     * @param random source of the coefficients, that of x first
     */
    public List<byte[]> split(byte[] secret, int[] points, SecureRandom random) {
        requirePoints(points, threshold);
        long[] polynomial = new long[threshold * WORDS];
        toWords(secret, polynomial, 0);
        byte[] coefficient = new byte[SIZE];
        for (int degree = 1; degree < threshold; degree++) {
            random.nextBytes(coefficient);
            toWords(coefficient, polynomial, degree * WORDS);
        }
        byte[][] shares = new byte[points.length][];
        for (int i = 0; i < points.length; i++) {
            shares[i] = evaluate(polynomial, points[i]);
        }
        Arrays.fill(polynomial, 0);
        Arrays.fill(coefficient, (byte) 0);
        return List.of(shares);
    }

    /** Prepares the reconstruction of many secrets from one set of points: exactly t, distinct, 1 to 65535. */
    public Interpolation interpolation(int[] points) {
        if (points.length != threshold) {
            throw new IllegalArgumentException("points must be " + threshold + ", were " + points.length);
        }
        requirePoints(points, threshold);
        return new Interpolation(points);
    }

    private byte[] evaluate(long[] polynomial, int point) {
        long[] value = new long[WORDS];
        for (int at = (threshold - 1) * WORDS; at >= 0; at -= WORDS) {
            Gf65536.multiply(value, point);
            for (int word = 0; word < WORDS; word++) {
                value[word] ^= polynomial[at + word];
            }
        }
        byte[] share = toBytes(value);
        Arrays.fill(value, 0);
        return share;
    }

    static void toWords(byte[] bytes, long[] words, int at) {
        if (bytes.length != SIZE) {
            throw new IllegalArgumentException("a secret or share must have 32 bytes, had " + bytes.length);
        }
        for (int word = 0; word < WORDS; word++) {
            words[at + word] = (long) WORD.get(bytes, word * Long.BYTES);
        }
    }

    static byte[] toBytes(long[] words) {
        byte[] bytes = new byte[SIZE];
        for (int word = 0; word < WORDS; word++) {
            WORD.set(bytes, word * Long.BYTES, words[word]);
        }
        return bytes;
    }

    private static void requirePoints(int[] points, int atLeast) {
        if (points.length < atLeast) {
            throw new IllegalArgumentException("points must be at least " + atLeast + ", were " + points.length);
        }
        int[] sorted = points.clone();
        Arrays.sort(sorted);
        for (int i = 0; i < sorted.length; i++) {
            if (!(sorted[i] >= 1 && sorted[i] < Gf65536.ORDER)) {
                throw new IllegalArgumentException("a point must be 1 to 65535, was " + sorted[i]);
            }
            if (i > 0 && sorted[i] == sorted[i - 1]) {
                throw new IllegalArgumentException("points must be distinct, " + sorted[i] + " came twice");
            }
        }
    }

    /**
     * Lagrange's interpolation at zero for one set of points: secret = Σ_i λ_i·share_i with λ_i = Π_{j≠i} x_j / (x_j −
     * x_i). The factors are public and computed once. Thread-safe: immutable.
     */
    public static final class Interpolation {

        private final int[] factors;

        Interpolation(int[] points) {
            factors = new int[points.length];
            for (int i = 0; i < points.length; i++) {
                int above = 1;
                int below = 1;
                for (int j = 0; j < points.length; j++) {
                    if (j != i) {
                        above = Gf65536.multiply(above, points[j]);
                        below = Gf65536.multiply(below, points[j] ^ points[i]);
                    }
                }
                factors[i] = Gf65536.multiply(above, Gf65536.invert(below));
            }
        }

        /** Finds a secret, which the caller erases, from one share of 32 bytes for each point, in their order. */
        public byte[] combine(List<byte[]> shares) {
            if (shares.size() != factors.length) {
                throw new IllegalArgumentException("shares must be " + factors.length + ", were " + shares.size());
            }
            int words = ShamirSharing.SIZE / Long.BYTES;
            long[] sum = new long[words];
            long[] share = new long[words];
            for (int i = 0; i < factors.length; i++) {
                ShamirSharing.toWords(shares.get(i), share, 0);
                Gf65536.multiply(share, factors[i]);
                for (int word = 0; word < words; word++) {
                    sum[word] ^= share[word];
                }
            }
            byte[] secret = ShamirSharing.toBytes(sum);
            Arrays.fill(sum, 0);
            Arrays.fill(share, 0);
            return secret;
        }
    }
}
