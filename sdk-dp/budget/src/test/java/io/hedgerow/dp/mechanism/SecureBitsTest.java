// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class SecureBitsTest {

    /** Counter mode built from single blocks, of the counters 0, 1, 2, ... */
    @Test
    void stream_isAes256InCounterMode() throws Exception {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) 7);
        SecureBits bits = new SecureBits(secret -> System.arraycopy(key, 0, secret, 0, 32));
        Cipher block = Cipher.getInstance("AES/ECB/NoPadding");
        block.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
        for (int counter = 0; counter < 3000; counter++) {
            byte[] input = ByteBuffer.allocate(16).putInt(12, counter).array();
            ByteBuffer expected = ByteBuffer.wrap(block.doFinal(input)).order(ByteOrder.LITTLE_ENDIAN);
            assertEquals(expected.getLong(0), bits.nextLong());
            assertEquals(expected.getLong(8), bits.nextLong());
        }
    }

    @Test
    void key_isTakenAgainAfterItsShareOfOutputAndNotBefore() {
        int[] taken = new int[1];
        SecureBits bits = new SecureBits(secret -> secret[0] = (byte) taken[0]++);
        long first = bits.nextLong();
        for (long i = 1; i < SecureBits.REKEY_BYTES / Long.BYTES; i++) {
            bits.nextLong();
        }
        assertEquals(1, taken[0]);
        assertNotEquals(first, bits.nextLong());
        assertEquals(2, taken[0]);
    }

    /** A machine is cloned with the generator in its memory: same key, same counter, same buffer. */
    @Test
    void refresh_ofTwoClones_partsThem() {
        SecureBits one = clone(1);
        SecureBits other = clone(2);
        SecureBits silent = clone(1);
        for (int i = 0; i < 100; i++) {
            long bits = one.nextLong();
            assertEquals(bits, other.nextLong());
            assertEquals(bits, silent.nextLong());
        }
        one.refresh();
        other.refresh();
        for (int i = 0; i < 5000; i++) {
            // a collision of 64 bits has probability 2^-64 each
            assertNotEquals(one.nextLong(), other.nextLong());
        }
        assertEquals(clone(1).nextLong(), clone(2).nextLong());
    }

    /** The first key is the same; later ones depend on the clone. */
    private static SecureBits clone(int machine) {
        int[] taken = new int[1];
        return new SecureBits(secret -> {
            secret[0] = 42;
            secret[1] = (byte) (taken[0]++ == 0 ? 0 : machine);
        });
    }

    /** Every release has a key of its own, because the noise passes it on. */
    @Test
    void refresh_ofTheNoise_takesANewKey() {
        int[] taken = new int[1];
        DiscreteNoise noise = new DiscreteNoise(new SecureBits(secret -> secret[0] = (byte) ++taken[0]));
        DiscreteNoise silent = new DiscreteNoise(new SecureBits(secret -> secret[0] = 1));
        assertEquals(silent.gaussian(0x1p40), noise.gaussian(0x1p40));
        assertEquals(1, taken[0]);
        noise.refresh();
        assertEquals(2, taken[0]);
        // equal with probability below 2^-40
        assertNotEquals(silent.gaussian(0x1p40), noise.gaussian(0x1p40));
    }

    /** An operating system that repeats itself: the old keystream keeps the new one unknown. */
    @Test
    void refresh_mixesTheOldKeystreamIn() {
        SecureBits one = new SecureBits(secret -> secret[0] = 7);
        SecureBits further = new SecureBits(secret -> secret[0] = 7);
        long first = one.nextLong();
        for (int i = 0; i <= SecureBits.BUFFER_BYTES / Long.BYTES; i++) {
            further.nextLong();
        }
        one.refresh();
        further.refresh();
        long second = one.nextLong();
        assertNotEquals(first, second);
        assertNotEquals(second, further.nextLong());
        one.refresh();
        assertNotEquals(second, one.nextLong());
    }

    @Test
    void refresh_withoutEntropy_fails_andGivesNoBits() {
        int[] taken = new int[1];
        SecureBits bits = new SecureBits(secret -> {
            if (taken[0]++ > 0) {
                throw new IllegalStateException("no entropy");
            }
        });
        bits.nextLong();
        assertThrows(IllegalStateException.class, bits::refresh);
        assertThrows(IllegalStateException.class, bits::nextLong);
    }

    @Test
    void consumedBits_areOverwritten() throws Exception {
        SecureBits bits = TestBits.of(1);
        var field = SecureBits.class.getDeclaredField("buffer");
        field.setAccessible(true);
        byte[] buffer = (byte[]) field.get(bits);
        for (int i = 0; i < 10; i++) {
            bits.nextLong();
        }
        assertEquals(0, ByteBuffer.wrap(buffer).getLong(0));
        assertEquals(0, ByteBuffer.wrap(buffer).getLong(72));
        assertNotEquals(0, ByteBuffer.wrap(buffer).getLong(80));
    }

    /** The buffer grows, and is small again after a refresh: nothing of its longer days is left behind. */
    @Test
    void refresh_leavesNothingOfALongerBuffer() throws Exception {
        SecureBits bits = TestBits.of(1);
        for (int i = 0; i < 20_000; i++) {
            bits.nextLong();
        }
        bits.refresh();
        var field = SecureBits.class.getDeclaredField("buffer");
        field.setAccessible(true);
        byte[] buffer = (byte[]) field.get(bits);
        int last = buffer.length - 1;
        while (last >= 0 && buffer[last] == 0) {
            last--;
        }
        assertTrue(last >= 0 && last < 512, "bytes up to " + last);
    }

    @Test
    void failingKeySource_givesNoBits() {
        SecureBits bits = new SecureBits(secret -> {
            throw new IllegalStateException("no entropy");
        });
        assertThrows(IllegalStateException.class, bits::nextLong);
        assertThrows(IllegalStateException.class, () -> bits.below(3));
    }

    @Test
    void instances_differ() {
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            seen.add(new SecureBits().nextLong());
        }
        // a collision has probability below 2^-50
        assertEquals(100, seen.size());
    }

    @Test
    void below_isUniformWithoutModuloBias() {
        SecureBits bits = TestBits.of(2);
        // at 2^62·1.5 a remainder of 2^63 would make the lower half twice as likely
        long bound = 3L << 61;
        int low = 0;
        int draws = 100_000;
        for (int i = 0; i < draws; i++) {
            long drawn = bits.below(bound);
            assertTrue(drawn >= 0 && drawn < bound);
            low += drawn < bound / 3 ? 1 : 0;
        }
        assertTrue(GoodnessOfFit.normal((low - draws / 3.0) / Math.sqrt(draws * 2.0 / 9)) > GoodnessOfFit.REJECT);
        long[] counts = new long[5];
        for (int i = 0; i < draws; i++) {
            counts[(int) bits.below(5)]++;
        }
        assertTrue(GoodnessOfFit.chiSquare(counts, new double[] {0.2, 0.2, 0.2, 0.2, 0.2}) > GoodnessOfFit.REJECT);
        assertEquals(0, bits.below(1));
    }

    @Test
    void nextBits_givesJustThatMany() {
        SecureBits bits = TestBits.of(3);
        long union = 0;
        for (int i = 0; i < 1000; i++) {
            union |= bits.nextBits(11);
        }
        assertEquals((1 << 11) - 1, union);
        assertEquals(0, bits.nextBits(0));
        assertTrue(bits.nextBits(63) >= 0);
        assertThrows(IllegalArgumentException.class, () -> bits.nextBits(64));
        assertThrows(IllegalArgumentException.class, () -> bits.nextBits(-1));
        assertThrows(IllegalArgumentException.class, () -> bits.below(0));
    }
}
