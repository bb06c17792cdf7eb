// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts the two secret shares that one site sends to another, with AES-256-GCM under a single-use key and nonce 0.
 * Thread-safe.
 */
public final class ShareBox {

    public static final int SIZE = 2 * Hkdf.KEY_SIZE + 16;

    private static final int TAG_BITS = 128;
    private static final int NONCE_SIZE = 12;

    private ShareBox() {}

    /** Seals two shares in 80 bytes, bound to the context {@code aad}. */
    public static Octets seal(byte[] key, Octets aad, byte[] selfShare, byte[] wrapShare) {
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, new byte[NONCE_SIZE], aad);
            byte[] box = new byte[SIZE];
            int at = cipher.update(selfShare, 0, selfShare.length, box, 0);
            cipher.doFinal(wrapShare, 0, wrapShare.length, box, at);
            return Octets.takeOver(box);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a box must take two shares of 32 bytes", e);
        }
    }

    /** Opens a box: both shares, 64 bytes that the caller erases, or empty when this is no box of this key. */
    public static Optional<byte[]> open(byte[] key, Octets aad, Octets box) {
        if (box.size() != SIZE) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    cipher(Cipher.DECRYPT_MODE, key, new byte[NONCE_SIZE], aad).doFinal(box.raw()));
        } catch (AEADBadTagException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has AES/GCM/NoPadding", e);
        }
    }

    /** The nonce is always 0 here; test vectors have others. */
    static Cipher cipher(int mode, byte[] key, byte[] nonce, Octets aad) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(aad.raw());
        return cipher;
    }
}
