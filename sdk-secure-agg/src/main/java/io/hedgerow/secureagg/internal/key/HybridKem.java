// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

/**
 * A key encapsulation that is used beside X25519, so that recorded traffic stays secret if either holds. One instance
 * is one key pair of one session. Extension point; {@link MlKem768} is the one supplied.
 */
public interface HybridKem extends AutoCloseable {

    /** What peers encapsulate to: the encapsulation key. */
    Octets encapsulationKey();

    /**
     * Makes a secret for a peer.
     *
     * @return ciphertext and secret
     * @throws IllegalArgumentException when the key is malformed
     */
    Encapsulation encapsulate(Octets encapsulationKey);

    /**
     * Opens a ciphertext made for this key pair.
     *
     * @return the secret, to be erased by the caller; another secret when the ciphertext was not made for this key pair
     * @throws IllegalArgumentException when the ciphertext is malformed
     */
    byte[] decapsulate(Octets ciphertext);

    /** Erases the private key. */
    @Override
    void close();

    /** A secret and what the peer needs to find it. */
    final class Encapsulation {
        private final Octets ciphertext;
        private final byte[] secret;

        /** Joins the two. */
        public Encapsulation(Octets ciphertext, byte[] secret) {
            this.ciphertext = ciphertext;
            this.secret = secret;
        }

        /** For the peer: the ciphertext. */
        public Octets ciphertext() {
            return ciphertext;
        }

        /** The secret: the array itself, to be erased by the caller. */
        public byte[] secret() {
            return secret;
        }
    }
}
