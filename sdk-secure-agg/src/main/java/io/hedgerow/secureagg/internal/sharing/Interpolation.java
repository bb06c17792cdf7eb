// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.sharing;

import java.util.Arrays;
import java.util.List;

/**
 * Lagrange's interpolation at zero for one set of points: secret = Σ_i λ_i·share_i with λ_i = Π_{j≠i} x_j / (x_j −
 * x_i). The factors are public and computed once. Thread-safe: immutable.
 */
public final class Interpolation {

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
