// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.mask;

import java.security.GeneralSecurityException;
import java.security.Provider;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * One mask: the keystream of AES-256 in counter mode from counter 0 (NIST SP 800-38A), added to lanes or subtracted
 * from them. Lane i takes bytes 8i to 8i + 7, little-endian. A key serves one vector. Not thread-safe.
 */
public final class MaskStream {

    private static final int KEY_SIZE = 32;
    private static final int BLOCK = 16;
    private static final String COUNTER_MODE = "AES/CTR/NoPadding";
    /** Looked up once: a search through all providers takes as long as a cipher, and each peer needs one. */
    private static final Provider PROVIDER = provider();

    private final Cipher cipher;
    private final boolean negative;

    private MaskStream(byte[] key, boolean negative) {
        if (key.length != KEY_SIZE) {
            throw new IllegalArgumentException("a mask key must have 32 bytes, had " + key.length);
        }
        this.negative = negative;
        try {
            cipher = Cipher.getInstance(COUNTER_MODE, PROVIDER);
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[BLOCK]));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + COUNTER_MODE, e);
        }
    }

    private static Provider provider() {
        try {
            return Cipher.getInstance(COUNTER_MODE).getProvider();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + COUNTER_MODE, e);
        }
    }

    /** A mask that is added, at lane 0. The cipher keeps a copy of the key; the caller erases its own. */
    public static MaskStream adding(byte[] key) {
        return new MaskStream(key, false);
    }

    /** A mask that is subtracted, like {@link #adding}. */
    public static MaskStream subtracting(byte[] key) {
        return new MaskStream(key, true);
    }

    boolean negative() {
        return negative;
    }

    /** The next bytes. Separate zeros as input: in place is half as fast. */
    void next(byte[] zeros, byte[] keystream, int length) {
        try {
            int written = cipher.update(zeros, 0, length, keystream, 0);
            if (written != length) {
                throw new IllegalStateException("a counter mode must write " + length + " bytes, wrote " + written);
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the keystream has room for a tile", e);
        }
    }

    @Override
    public String toString() {
        return negative ? "MaskStream[subtracting]" : "MaskStream[adding]";
    }
}
