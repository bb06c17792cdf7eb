// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

/**
 * A key encapsulation that is used beside X25519, so that recorded traffic stays secret if either holds. One instance
 * is one key pair of one session. Extension point; {@link MlKem768} is the one supplied.
 */
public interface HybridKem extends AutoCloseable {

    /** The public key to which peers encapsulate. */
    Octets encapsulationKey();

    /** Makes a secret for a peer; refuses a malformed key. */
    Encapsulation encapsulate(Octets encapsulationKey);

    /**
     * Opens a ciphertext. The caller erases the secret, which is another one when the ciphertext was not made for this
     * key pair; a malformed ciphertext is refused.
     */
    byte[] decapsulate(Octets ciphertext);

    @Override
    void close();

    /** A secret and what the peer needs to find it. */
    final class Encapsulation {
        private final Octets ciphertext;
        private final byte[] secret;

        public Encapsulation(Octets ciphertext, byte[] secret) {
            this.ciphertext = ciphertext;
            this.secret = secret;
        }

        public Octets ciphertext() {
            return ciphertext;
        }

        /** The array itself, which the caller erases. */
        public byte[] secret() {
            return secret;
        }
    }
}
