package io.hedgerow.secureagg.key;

import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * A long-lived Ed25519 public key (RFC 8032) of a site, an officer or the coordinator. Points of small order and encodings that
 * are not canonical are refused, so that one key cannot pass for two. Immutable and thread-safe.
 *
 * @param encoded 32 bytes
 */
public record IdentityKey(Octets encoded) {

    /** Bytes of a signature. */
    public static final int SIGNATURE_SIZE = Ed25519.SIGNATURE_SIZE;

    public IdentityKey {
        encoded.requireSize(Ed25519.PUBLIC_KEY_SIZE, "an identity key");
        if (!Ed25519.validatePublicKeyFull(encoded.raw(), 0)) {
            throw new IllegalArgumentException(
                    "an identity key must be a point of prime order in canonical form, was not");
        }
    }

    /**
     * Whether a signature of a digest was made with this key.
     *
     * @param digest a value of {@link Transcript#hash}
     * @param signature any bytes
     * @return true when it verifies
     */
    public boolean verifies(Octets digest, Octets signature) {
        return signature.size() == SIGNATURE_SIZE
                && Ed25519.verify(signature.raw(), 0, encoded.raw(), 0, digest.raw(), 0, digest.size());
    }
}
