// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * A long-lived Ed25519 public key (RFC 8032) of a site, an officer or the coordinator. Points of small order and
 * encodings that are not canonical are refused, so that one key cannot pass for two. Immutable and thread-safe.
 */
public final class IdentityKey {

    public static final int SIGNATURE_SIZE = Ed25519.SIGNATURE_SIZE;

    private static final int MOST_RECENT = 4;

    private final Octets encoded;
    /** Decoded once, not at each signature. */
    private final Ed25519.PublicPoint point;
    /**
     * The last signatures that held, newest first. A site looks at a hello twice, and a process that simulates all
     * sites looks at each signature once for each of them. Public values, so comparing them may take any time.
     */
    private volatile List<Verified> recent = List.of();

    private record Verified(Octets digest, Octets signature) {}

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

    /** Whether this is a signature of the digest by this key (RFC 8032 section 5.1.7). */
    public boolean verifies(Octets digest, Octets signature) {
        if (signature.size() != SIGNATURE_SIZE) {
            return false;
        }
        Verified asked = new Verified(digest, signature);
        List<Verified> known = recent;
        if (known.contains(asked)) {
            return true;
        }
        boolean holds = Ed25519.verify(signature.raw(), 0, point, digest.raw(), 0, digest.size());
        if (holds) {
            List<Verified> kept = new ArrayList<>();
            kept.add(new Verified(Octets.copyOf(digest.raw()), Octets.copyOf(signature.raw())));
            kept.addAll(known.subList(0, Math.min(known.size(), MOST_RECENT - 1)));
            recent = List.copyOf(kept);
        }
        return holds;
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
