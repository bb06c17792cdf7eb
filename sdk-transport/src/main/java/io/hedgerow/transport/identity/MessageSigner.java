// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.identity;

/**
 * Signs messages of secure aggregation with an Ed25519 key (RFC 8032) that is stored outside of
 * {@link IdentityDirectory#signingKey}, such as on a hardware token. The platform's own PKCS#11 provider has no
 * Ed25519, so a program implements this. Thread-safe.
 */
public interface MessageSigner {

    /** {@return the public part of the key, as in the roster} */
    PublicSigningKey publicKey();

    /**
     * Signs a message. The result is verified before it is used.
     *
     * @param message some bytes, at most a few hundred; they hold no data
     * @return 64 bytes, the signature of the message itself and not of a digest of it (PureEdDSA)
     * @throws RuntimeException when the key cannot be used; the site then answers no round until it can
     */
    byte[] sign(byte[] message);
}
