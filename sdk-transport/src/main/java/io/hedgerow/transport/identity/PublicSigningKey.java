// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.identity;

import java.util.HexFormat;
import java.util.Objects;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * An Ed25519 public key (RFC 8032) of an officer, a site or a coordinator. Points of small order and encodings that are
 * not canonical are refused, so that one key cannot pass for two. Immutable and thread-safe.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record PublicSigningKey(String hex) {
    public PublicSigningKey {
        if (!Objects.requireNonNull(hex, "hex").matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException(
                    "a public key must be 64 lower-case hexadecimal digits, had " + hex.length() + " characters");
        }
        if (!Ed25519.validatePublicKeyFull(HexFormat.of().parseHex(hex), 0)) {
            throw new IllegalArgumentException("a public key must be a point of prime order on Ed25519, was not");
        }
    }

    /** {@return the key in its encoding of 32 bytes, a copy} */
    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }

    /**
     * {@return whether a signature of a message was made with this key, for any bytes}
     *
     * @param message any bytes
     * @param signature any bytes
     */
    public boolean verifies(byte[] message, byte[] signature) {
        return signature.length == Ed25519.SIGNATURE_SIZE
                && Ed25519.verify(signature, 0, bytes(), 0, message, 0, message.length);
    }

    @Override
    public String toString() {
        return hex;
    }
}
