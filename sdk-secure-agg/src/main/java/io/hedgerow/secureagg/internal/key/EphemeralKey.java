// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import java.security.SecureRandom;
import java.util.Arrays;
import org.bouncycastle.math.ec.rfc7748.X25519;

/**
 * The X25519 key (RFC 7748) of one site for one session. {@link #close} erases it once all pair keys are derived. Not
 * thread-safe.
 */
public final class EphemeralKey implements AutoCloseable {

    public static final int SIZE = X25519.POINT_SIZE;

    private final byte[] scalar;
    private final Octets publicKey;
    private boolean closed;

    private EphemeralKey(byte[] scalar) {
        this.scalar = scalar;
        byte[] point = new byte[SIZE];
        X25519.generatePublicKey(scalar, 0, point, 0);
        publicKey = Octets.takeOver(point);
    }

    public static EphemeralKey generate(SecureRandom random) {
        byte[] scalar = new byte[X25519.SCALAR_SIZE];
        random.nextBytes(scalar);
        return new EphemeralKey(scalar);
    }

    public Octets publicKey() {
        return publicKey;
    }

    /**
     * Agrees on a secret of 32 bytes, which the caller erases; refuses a peer's key of small order or wrong length.
     *
     * @throws IllegalStateException when this key was erased: X25519 would clamp its zeros to a scalar that anyone
     *     knows
     */
    public byte[] agree(Octets peer) {
        if (closed) {
            throw new IllegalStateException("an agreement key must not have been erased, was");
        }
        peer.requireSize(SIZE, "an agreement key");
        byte[] shared = new byte[SIZE];
        if (!X25519.calculateAgreement(scalar, 0, peer.raw(), 0, shared, 0)) {
            throw new IllegalArgumentException("an agreement key must not have small order");
        }
        return shared;
    }

    @Override
    public void close() {
        closed = true;
        Arrays.fill(scalar, (byte) 0);
    }

    @Override
    public String toString() {
        return "EphemeralKey[" + publicKey + "]";
    }
}
