// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.sharing;

/**
 * GF(2^16) with the polynomial x^16 + x^12 + x^3 + x + 1 (0x1100b), on packed lanes: a long holds four elements.
 * Multiplication is by a public element, and its steps depend on that one only. No table. Thread-safe: no state.
 */
final class Gf65536 {

    static final int ORDER = 1 << 16;

    private static final long HIGH_BITS = 0x8000_8000_8000_8000L;
    private static final int REDUCTION = 0x100b;

    private Gf65536() {}

    /** Four products lane by lane: {@code factor} is public, 0 to 65535. */
    static long multiply(long lanes, int factor) {
        long product = 0;
        long shifted = lanes;
        for (int rest = factor; rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                product ^= shifted;
            }
            shifted = twice(shifted);
        }
        return product;
    }

    /**
     * Multiplies four longs in place by a public element, 0 to 65535. The four chains of steps do not depend on each
     * other, so that a processor takes them at once.
     */
    static void multiply(long[] four, int factor) {
        long a = four[0];
        long b = four[1];
        long c = four[2];
        long d = four[3];
        long productA = 0;
        long productB = 0;
        long productC = 0;
        long productD = 0;
        for (int rest = factor; rest != 0; rest >>>= 1) {
            long taken = -(rest & 1L);
            productA ^= a & taken;
            productB ^= b & taken;
            productC ^= c & taken;
            productD ^= d & taken;
            a = twice(a);
            b = twice(b);
            c = twice(c);
            d = twice(d);
        }
        four[0] = productA;
        four[1] = productB;
        four[2] = productC;
        four[3] = productD;
    }

    private static long twice(long lanes) {
        long high = lanes & HIGH_BITS;
        return ((lanes ^ high) << 1) ^ ((high >>> 15) * REDUCTION);
    }

    static int multiply(int a, int b) {
        return (int) multiply((long) a, b);
    }

    /** a^(2^16 − 2), the inverse of a public element. */
    static int invert(int a) {
        if (a == 0) {
            throw new ArithmeticException("zero has no inverse");
        }
        int power = a;
        int inverse = 1;
        for (int i = 1; i < 16; i++) {
            power = multiply(power, power);
            inverse = multiply(inverse, power);
        }
        return inverse;
    }
}
