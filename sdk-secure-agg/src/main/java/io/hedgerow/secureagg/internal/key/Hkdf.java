// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HKDF with HMAC-SHA-256 (RFC 5869). Results are fresh arrays that their owner erases. Thread-safe: no state. */
public final class Hkdf {

    public static final int KEY_SIZE = 32;

    private static final int MAX_BLOCKS = 255;

    private Hkdf() {}

    /**
     * Extract (RFC 5869 section 2.2): HMAC(salt, ikm), 32 bytes. An empty salt means 32 zero bytes; the parts of ikm
     * follow each other.
     */
    public static byte[] extract(byte[] salt, byte[]... ikm) {
        Mac mac = hmac(salt.length == 0 ? new byte[KEY_SIZE] : salt);
        for (byte[] part : ikm) {
            mac.update(part);
        }
        return mac.doFinal();
    }

    /** Expand (RFC 5869 section 2.3) to one key of 32 bytes; {@link Transcript#info} gives the context. */
    public static byte[] expand(byte[] key, byte[] info) {
        return expand(key, info, KEY_SIZE);
    }

    /** Expand (RFC 5869 section 2.3) to 1 to 8160 bytes: T(i) = HMAC(key, T(i−1) ‖ info ‖ i). */
    public static byte[] expand(byte[] key, byte[] info, int length) {
        if (!(length > 0 && length <= MAX_BLOCKS * KEY_SIZE)) {
            throw new IllegalArgumentException("length must be 1 to " + MAX_BLOCKS * KEY_SIZE + ", was " + length);
        }
        Mac mac = hmac(key);
        byte[] out = new byte[length];
        byte[] block = new byte[0];
        for (int at = 0, i = 1; at < length; at += KEY_SIZE, i++) {
            mac.update(block);
            mac.update(info);
            mac.update((byte) i);
            byte[] next = mac.doFinal();
            Arrays.fill(block, (byte) 0);
            block = next;
            System.arraycopy(block, 0, out, at, Math.min(KEY_SIZE, length - at));
        }
        Arrays.fill(block, (byte) 0);
        return out;
    }

    private static Mac hmac(byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}
