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
            long high = shifted & HIGH_BITS;
            shifted = ((shifted ^ high) << 1) ^ ((high >>> 15) * REDUCTION);
        }
        return product;
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
