// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

/** Streams of bits that are the same in every run. */
final class TestBits {

    private TestBits() {}

    static SecureBits of(int seed) {
        int[] generation = new int[1];
        return new SecureBits(keyAndCounter -> {
            keyAndCounter[0] = (byte) seed;
            keyAndCounter[1] = (byte) (seed >> 8);
            keyAndCounter[2] = (byte) generation[0]++;
        });
    }
}
