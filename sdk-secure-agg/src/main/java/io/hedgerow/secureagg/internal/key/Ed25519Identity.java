// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import java.security.SecureRandom;
import java.util.Arrays;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/** An Ed25519 private key (RFC 8032) in memory, erased by {@link #close}. Thread-safe until it is closed. */
public final class Ed25519Identity implements SigningIdentity, AutoCloseable {

    private final byte[] seed;
    private final IdentityKey publicKey;

    private Ed25519Identity(byte[] seed) {
        this.seed = seed;
        byte[] encoded = new byte[Ed25519.PUBLIC_KEY_SIZE];
        Ed25519.generatePublicKey(seed, 0, encoded, 0);
        publicKey = new IdentityKey(Octets.takeOver(encoded));
    }

    public static Ed25519Identity generate(SecureRandom random) {
        byte[] seed = new byte[Ed25519.SECRET_KEY_SIZE];
        random.nextBytes(seed);
        return new Ed25519Identity(seed);
    }

    public static Ed25519Identity ofSeed(byte[] seed) {
        if (seed.length != Ed25519.SECRET_KEY_SIZE) {
            throw new IllegalArgumentException("a seed must have 32 bytes, had " + seed.length);
        }
        return new Ed25519Identity(seed.clone());
    }

    @Override
    public IdentityKey publicKey() {
        return publicKey;
    }

    @Override
    public Octets sign(Octets digest) {
        byte[] signature = new byte[Ed25519.SIGNATURE_SIZE];
        // with the public key that was computed from the seed, which is not computed again
        Ed25519.sign(seed, 0, publicKey.encoded().raw(), 0, digest.raw(), 0, digest.size(), signature, 0);
        return Octets.takeOver(signature);
    }

    @Override
    public void close() {
        Arrays.fill(seed, (byte) 0);
    }

    @Override
    public String toString() {
        return "Ed25519Identity[" + publicKey.encoded() + "]";
    }
}
