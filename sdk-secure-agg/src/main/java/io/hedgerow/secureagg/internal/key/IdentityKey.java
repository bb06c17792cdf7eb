// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * A long-lived Ed25519 public key (RFC 8032) of a site, an officer or the coordinator. Points of small order and
 * encodings that are not canonical are refused, so that one key cannot pass for two. Immutable and thread-safe.
 */
public final class IdentityKey {

    public static final int SIGNATURE_SIZE = Ed25519.SIGNATURE_SIZE;

    /** A site looks at a hello, and at what is signed in a slot, twice at most. */
    private static final int RECENT = 4;

    private final Octets encoded;
    /** Decoded once, not at each signature. */
    private final Ed25519.PublicPoint point;

    private final int mostRecent;
    /** The last signatures that held, oldest first, and none that did not. Public values. Guarded by itself. */
    private final Set<Verified> recent = new LinkedHashSet<>();

    /** A digest and signature that this key has verified; cached so as not to verify them again. */
    private record Verified(Octets digest, Octets signature) {}

    public IdentityKey(Octets encoded) {
        this(encoded, decode(encoded), RECENT);
    }

    private IdentityKey(Octets encoded, Ed25519.PublicPoint point, int mostRecent) {
        this.encoded = encoded;
        this.point = point;
        this.mostRecent = mostRecent;
    }

    private static Ed25519.PublicPoint decode(Octets encoded) {
        encoded.requireSize(Ed25519.PUBLIC_KEY_SIZE, "an identity key");
        Ed25519.PublicPoint decoded = Ed25519.validatePublicKeyFullExport(encoded.raw(), 0);
        if (decoded == null) {
            throw new IllegalArgumentException(
                    "an identity key must be a point of prime order in canonical form, was not");
        }
        return decoded;
    }

    /**
     * The same key, which remembers so many of the signatures that held; 1 or more. For a process that simulates all
     * sites, in which every one of them looks at the same signatures.
     */
    public IdentityKey remembering(int signatures) {
        if (!(signatures >= 1)) {
            throw new IllegalArgumentException("signatures must be >= 1, were " + signatures);
        }
        return new IdentityKey(encoded, point, signatures);
    }

    public Octets encoded() {
        return encoded;
    }

    /** Whether this is a signature of the digest by this key (RFC 8032 section 5.1.7). */
    public boolean verifies(Octets digest, Octets signature) {
        if (signature.size() != SIGNATURE_SIZE) {
            return false;
        }
        if (isRemembered(new Verified(digest, signature))) {
            return true;
        }
        boolean holds = Ed25519.verify(signature.raw(), 0, point, digest.raw(), 0, digest.size());
        if (holds) {
            remember(new Verified(Octets.copyOf(digest.raw()), Octets.copyOf(signature.raw())));
        }
        return holds;
    }

    private boolean isRemembered(Verified asked) {
        synchronized (recent) {
            return recent.contains(asked);
        }
    }

    private void remember(Verified verified) {
        synchronized (recent) {
            if (recent.add(verified) && recent.size() > mostRecent) {
                Iterator<Verified> oldest = recent.iterator();
                oldest.next();
                oldest.remove();
            }
        }
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
