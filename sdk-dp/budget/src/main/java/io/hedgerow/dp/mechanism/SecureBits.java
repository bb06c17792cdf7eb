// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Draws uniform bits that cannot be distinguished from random without the key: the keystream of AES-256 in counter
 * mode, under a key and counter start taken from the operating system's generator, fresh for every instance, for every
 * {@link #refresh} and after every 64 MiB. A later key is the operating system's bytes added, bit by bit, to bytes of
 * the old keystream that was never seen: it is unknown without both.
 *
 * <p>Deviation from an ideal source: none is visible to an adversary who cannot break AES-256; 64 MiB are 2²² blocks,
 * so the distance from true randomness by missing block collisions is at most 2⁻⁸⁵ per key. Consumed bytes are
 * overwritten. There is no seed: two instances never repeat each other, and copies of one, in the memory of cloned
 * machines, differ after their next refresh, if their operating systems do.
 *
 * <p>Fails closed: without a strong generator or without AES no instance exists. Not thread-safe: one instance per
 * thread. Proof note: {@code docs/privacy-proofs/noise-source.md}.
 */
public final class SecureBits {

    static final int BUFFER_BYTES = 16 << 10;
    /** The first bytes to be prepared, as a release may need no more; then twice as many each time. */
    private static final int FIRST_BYTES = 512;

    static final long REKEY_BYTES = 64L << 20;
    private static final int KEY_BYTES = 32;
    private static final int COUNTER_BYTES = 16;
    /** Zeros, of which the cipher makes the keystream; never written. */
    private static final byte[] ZEROS = new byte[BUFFER_BYTES];

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /**
     * Generators that are strong and do not block once the machine has booted; the first that the platform has is used.
     */
    private static final List<String> GENERATORS = List.of("NativePRNGNonBlocking", "Windows-PRNG", "DRBG");

    private final KeySource keys;
    private final Cipher cipher;
    private byte[] buffer = new byte[FIRST_BYTES];
    private int prepared;
    private int next;
    private long left;
    private boolean keyed;

    /** The source of the next key and counter; tests of this package replace it. */
    interface KeySource {
        void fill(byte[] keyAndCounter);
    }

    /**
     * Opens a stream under a fresh key.
     *
     * @throws IllegalStateException when the platform offers no strong generator or no AES
     */
    public SecureBits() {
        this(systemKeys());
    }

    SecureBits(KeySource keys) {
        this.keys = keys;
        try {
            this.cipher = Cipher.getInstance("AES/CTR/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES/CTR/NoPadding is needed for noise and is not available", e);
        }
    }

    private static KeySource systemKeys() {
        GeneralSecurityException missing = new NoSuchAlgorithmException("no generator is listed");
        for (String name : GENERATORS) {
            try {
                SecureRandom generator = SecureRandom.getInstance(name);
                return secret -> {
                    // Past the generator's own state and buffer, which a clone of this process has as well.
                    byte[] fresh = generator.generateSeed(secret.length);
                    System.arraycopy(fresh, 0, secret, 0, secret.length);
                    Arrays.fill(fresh, (byte) 0);
                };
            } catch (GeneralSecurityException e) {
                missing = e;
            }
        }
        throw new IllegalStateException(
                "a strong generator is needed for noise, one of " + GENERATORS + "; this platform offers none of them",
                missing);
    }

    /**
     * Takes a new key from the operating system before the next bits, mixed with the old keystream. Bits prepared under
     * the old key are thrown away.
     *
     * @throws IllegalStateException when the platform gives no entropy; this instance gives no bits until it does
     */
    public void refresh() {
        Arrays.fill(buffer, (byte) 0);
        prepared = 0;
        next = 0;
        left = 0;
        refill();
    }

    /** Draws 64 uniform bits: any long, all equally likely. */
    public long nextLong() {
        if (next == prepared) {
            refill();
        }
        long bits = (long) LONGS.get(buffer, next);
        LONGS.set(buffer, next, 0L);
        next += Long.BYTES;
        return bits;
    }

    /**
     * Draws a few uniform bits.
     *
     * @param count number of bits, 0 to 63
     * @return a uniform whole number from 0 to 2^count − 1
     */
    public long nextBits(int count) {
        if (count < 0 || count > 63) {
            throw new IllegalArgumentException("count must be from 0 to 63, was " + count);
        }
        return count == 0 ? 0 : nextLong() >>> (Long.SIZE - count);
    }

    /**
     * Draws a uniform whole number, without bias: numbers of just enough bits are drawn until one is below the bound.
     *
     * @param bound exclusive upper bound; at least 1
     * @return a uniform whole number from 0 to bound − 1
     */
    public long below(long bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound must be at least 1, was " + bound);
        }
        int bits = Long.SIZE - Long.numberOfLeadingZeros(bound - 1);
        long candidate;
        do {
            candidate = nextBits(bits);
        } while (candidate >= bound);
        return candidate;
    }

    private void refill() {
        int wanted = Math.min(BUFFER_BYTES, Math.max(FIRST_BYTES, 2 * prepared));
        try {
            if (left == 0) {
                rekey();
            }
            wanted = (int) Math.min(wanted, left);
            if (buffer.length < wanted) {
                buffer = new byte[wanted]; // all bytes of the old one were used, and overwritten
            }
            int written = cipher.update(ZEROS, 0, wanted, buffer, 0);
            if (written != wanted) {
                throw new IllegalStateException("the cipher gave " + written + " of " + wanted + " bytes");
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the cipher failed; no noise was produced", e);
        }
        left -= wanted;
        prepared = wanted;
        next = 0;
    }

    private void rekey() throws GeneralSecurityException {
        byte[] secret = new byte[KEY_BYTES + COUNTER_BYTES];
        keys.fill(secret);
        try {
            if (keyed) {
                byte[] old = cipher.update(new byte[secret.length]);
                for (int k = 0; k < secret.length; k++) {
                    secret[k] ^= old[k];
                }
                Arrays.fill(old, (byte) 0);
            }
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(secret, 0, KEY_BYTES, "AES"),
                    new IvParameterSpec(secret, KEY_BYTES, COUNTER_BYTES));
        } finally {
            Arrays.fill(secret, (byte) 0);
        }
        keyed = true;
        left = REKEY_BYTES;
    }
}
