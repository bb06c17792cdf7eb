// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.sharing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.ShakeRandom;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ShamirSharingTest {

    @Test
    void everySubsetOfTheThreshold_givesTheSecret() {
        for (int n = 1; n <= 7; n++) {
            for (int t = 1; t <= n; t++) {
                ShakeRandom random = new ShakeRandom("subsets", 100 * n + t);
                byte[] secret = random.next32();
                List<byte[]> shares = new ShamirSharing(t).split(secret, pointsTo(n), random);
                for (int subset = 0; subset < 1 << n; subset++) {
                    if (Integer.bitCount(subset) == t) {
                        assertArrayEquals(secret, combine(t, shares, subset));
                    }
                }
            }
        }
    }

    /** Constructive: t − 1 shares and any candidate secret are t points, and a polynomial goes through them. */
    @Property(tries = 50)
    void fewerShares_areConsistentWithEverySecret(
            @ForAll @IntRange(min = 2, max = 12) int t, @ForAll @IntRange(min = 0, max = 1 << 20) int seed) {
        ShakeRandom random = new ShakeRandom("hiding", seed);
        byte[] secret = random.next32();
        byte[] candidate = random.next32();
        List<byte[]> shares = new ShamirSharing(t).split(secret, pointsTo(t), random);
        // the share at t that would make the candidate the secret: interpolation is linear, so shift the last share by
        // (candidate − secret) / λ_t, and λ_t is found by combining unit shares
        int unit = unitFactor(t);
        List<byte[]> others = new ArrayList<>(shares.subList(0, t - 1));
        long[] words = new long[4];
        long[] difference = new long[4];
        ShamirSharing.toWords(shares.get(t - 1), words, 0);
        byte[] xor = new byte[32];
        for (int i = 0; i < 32; i++) {
            xor[i] = (byte) (secret[i] ^ candidate[i]);
        }
        ShamirSharing.toWords(xor, difference, 0);
        for (int i = 0; i < 4; i++) {
            words[i] ^= Gf65536.multiply(difference[i], Gf65536.invert(unit));
        }
        others.add(ShamirSharing.toBytes(words));
        assertArrayEquals(
                candidate, new ShamirSharing(t).interpolation(pointsTo(t)).combine(others));
    }

    private static int unitFactor(int t) {
        List<byte[]> units = new ArrayList<>();
        for (int i = 1; i < t; i++) {
            units.add(new byte[32]);
        }
        byte[] one = new byte[32];
        one[31] = 1;
        units.add(one);
        byte[] factor = new ShamirSharing(t).interpolation(pointsTo(t)).combine(units);
        return (factor[30] & 0xff) << 8 | (factor[31] & 0xff);
    }

    /**
     * With t = 2 a share's lane equals the secret's only when the coefficient's lane is 0, which must happen in 2^-16
     * of the lanes. 2^21 lanes: 32 expected, sd 5.7; 5 to 80 is missed with probability below 1e-8. A scheme that
     * forces the leading coefficient to be non-zero gives 0.
     */
    @Test
    void leadingCoefficient_mayBeZero() {
        ShakeRandom random = new ShakeRandom("bias", 0);
        ShamirSharing sharing = new ShamirSharing(2);
        byte[] secret = random.next32();
        int equal = 0;
        for (int i = 0; i < 1 << 17; i++) {
            byte[] share = sharing.split(secret, new int[] {1, 2}, random).get(0);
            for (int lane = 0; lane < 16; lane++) {
                equal += share[2 * lane] == secret[2 * lane] && share[2 * lane + 1] == secret[2 * lane + 1] ? 1 : 0;
            }
        }
        assertTrue(equal >= 5 && equal <= 80, "equal lanes: " + equal);
    }

    @Property
    void packedArithmetic_isThatOfTheField(@ForAll long lanes, @ForAll @IntRange(min = 0, max = 65535) int factor) {
        long product = Gf65536.multiply(lanes, factor);
        for (int lane = 0; lane < 4; lane++) {
            int element = (int) (lanes >>> (16 * lane)) & 0xffff;
            assertEquals(naive(element, factor), (int) (product >>> (16 * lane)) & 0xffff);
        }
    }

    @Property
    void fourProductsAtOnce_areThoseOneByOne(
            @ForAll @Size(4) long[] lanes, @ForAll @IntRange(min = 0, max = 65535) int factor) {
        long[] products = lanes.clone();
        Gf65536.multiply(products, factor);
        for (int i = 0; i < 4; i++) {
            assertEquals(Gf65536.multiply(lanes[i], factor), products[i]);
        }
    }

    @Property
    void inverse_timesTheElementIsOne(@ForAll @IntRange(min = 1, max = 65535) int element) {
        assertEquals(1, Gf65536.multiply(element, Gf65536.invert(element)));
        assertThrows(ArithmeticException.class, () -> Gf65536.invert(0));
    }

    /** Schoolbook: multiply as polynomials over GF(2), then divide by x^16 + x^12 + x^3 + x + 1. */
    private static int naive(int a, int b) {
        long product = 0;
        for (int i = 0; i < 16; i++) {
            product ^= (b >> i & 1) == 1 ? (long) a << i : 0;
        }
        for (int i = 31; i >= 16; i--) {
            product ^= (product >> i & 1) == 1 ? 0x1100bL << (i - 16) : 0;
        }
        return (int) product;
    }

    @Test
    void pointsThatWouldGiveTheSecretAway_areRefused() {
        ShakeRandom random = new ShakeRandom("points", 0);
        ShamirSharing sharing = new ShamirSharing(2);
        byte[] secret = random.next32();
        assertThrows(IllegalArgumentException.class, () -> sharing.split(secret, new int[] {0, 1}, random));
        assertThrows(IllegalArgumentException.class, () -> sharing.split(secret, new int[] {1, 65536}, random));
        assertThrows(IllegalArgumentException.class, () -> sharing.split(secret, new int[] {3, 3}, random));
        assertThrows(IllegalArgumentException.class, () -> sharing.split(secret, new int[] {1}, random));
        assertThrows(IllegalArgumentException.class, () -> sharing.split(new byte[31], new int[] {1, 2}, random));
        assertThrows(IllegalArgumentException.class, () -> sharing.interpolation(new int[] {1, 1}));
        assertThrows(IllegalArgumentException.class, () -> sharing.interpolation(new int[] {0, 1}));
        assertThrows(IllegalArgumentException.class, () -> sharing.interpolation(new int[] {1, 2, 3}));
        assertThrows(
                IllegalArgumentException.class,
                () -> sharing.interpolation(new int[] {1, 2}).combine(List.of(secret)));
        assertThrows(IllegalArgumentException.class, () -> new ShamirSharing(0));
        assertThrows(IllegalArgumentException.class, () -> new ShamirSharing(65536));
    }

    private static byte[] combine(int t, List<byte[]> shares, int subset) {
        int[] points = new int[t];
        List<byte[]> chosen = new ArrayList<>();
        for (int i = 0; i < shares.size(); i++) {
            if ((subset >> i & 1) == 1) {
                points[chosen.size()] = i + 1;
                chosen.add(shares.get(i));
            }
        }
        return new ShamirSharing(t).interpolation(points).combine(chosen);
    }

    private static int[] pointsTo(int n) {
        int[] points = new int[n];
        for (int i = 0; i < n; i++) {
            points[i] = i + 1;
        }
        return points;
    }
}
