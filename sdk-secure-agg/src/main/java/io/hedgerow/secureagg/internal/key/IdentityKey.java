// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * A long-lived Ed25519 public key (RFC 8032) of a site, an officer or the coordinator. Points of small order and
 * encodings that are not canonical are refused, so that one key cannot pass for two. Immutable and thread-safe.
 */
public final class IdentityKey {

    public static final int SIGNATURE_SIZE = Ed25519.SIGNATURE_SIZE;

    private final Octets encoded;
    /** Decoded once, not at each signature. */
    private final Ed25519.PublicPoint point;

    public IdentityKey(Octets encoded) {
        this.encoded = encoded.requireSize(Ed25519.PUBLIC_KEY_SIZE, "an identity key");
        Ed25519.PublicPoint decoded = Ed25519.validatePublicKeyFullExport(encoded.raw(), 0);
        if (decoded == null) {
            throw new IllegalArgumentException(
                    "an identity key must be a point of prime order in canonical form, was not");
        }
        point = decoded;
    }

    public Octets encoded() {
        return encoded;
    }

    public boolean verifies(Octets digest, Octets signature) {
        return signature.size() == SIGNATURE_SIZE
                && Ed25519.verify(signature.raw(), 0, point, digest.raw(), 0, digest.size());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IdentityKey that && encoded.equals(that.encoded);
    }

    @Override
    public int hashCode() {
        return encoded.hashCode();
    }

    @Override
    public String toString() {
        return "IdentityKey[" + encoded + "]";
    }
}
