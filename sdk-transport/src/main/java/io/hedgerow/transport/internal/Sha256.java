package io.hedgerow.transport.internal;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 (FIPS 180-4), which every Java platform has. */
public final class Sha256 {

    private Sha256() {}

    /**
     * The digest of bytes.
     *
     * @param bytes any
     * @return 32 bytes
     */
    public static byte[] of(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must have SHA-256, this one has not", e);
        }
    }
}
