// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import java.security.SecureRandom;
import java.util.Arrays;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.SecretWithEncapsulation;
import org.bouncycastle.crypto.generators.MLKEMKeyPairGenerator;
import org.bouncycastle.crypto.kems.MLKEMExtractor;
import org.bouncycastle.crypto.kems.MLKEMGenerator;
import org.bouncycastle.crypto.params.MLKEMKeyGenerationParameters;
import org.bouncycastle.crypto.params.MLKEMParameters;
import org.bouncycastle.crypto.params.MLKEMPrivateKeyParameters;
import org.bouncycastle.crypto.params.MLKEMPublicKeyParameters;

/**
 * ML-KEM-768 (FIPS 203), used beside X25519, so that recorded traffic stays secret if either holds. One instance is one
 * key pair of one session. Not thread-safe.
 */
public final class MlKem768 implements AutoCloseable {

    public static final int ENCAPSULATION_KEY_SIZE = 1184;

    public static final int CIPHERTEXT_SIZE = 1088;

    private final SecureRandom random;
    private final MLKEMPrivateKeyParameters privateKey;
    private final Octets encapsulationKey;

    private MlKem768(SecureRandom random, MLKEMPrivateKeyParameters privateKey) {
        this.random = random;
        this.privateKey = privateKey;
        encapsulationKey = Octets.takeOver(privateKey.getPublicKey());
    }

    public static MlKem768 generate(SecureRandom random) {
        MLKEMKeyPairGenerator generator = new MLKEMKeyPairGenerator();
        generator.init(new MLKEMKeyGenerationParameters(random, MLKEMParameters.ml_kem_768));
        AsymmetricCipherKeyPair pair = generator.generateKeyPair();
        return new MlKem768(random, (MLKEMPrivateKeyParameters) pair.getPrivate());
    }

    /** A key pair from the seed d ‖ z of FIPS 203, for test vectors. */
    static MlKem768 ofSeed(byte[] seed, SecureRandom random) {
        return new MlKem768(random, new MLKEMPrivateKeyParameters(MLKEMParameters.ml_kem_768, seed));
    }

    public Octets encapsulationKey() {
        return encapsulationKey;
    }

    /** Makes a secret for a peer; refuses a malformed key. */
    public Encapsulation encapsulate(Octets key) {
        key.requireSize(ENCAPSULATION_KEY_SIZE, "an encapsulation key");
        SecretWithEncapsulation made = new MLKEMGenerator(random)
                .generateEncapsulated(new MLKEMPublicKeyParameters(MLKEMParameters.ml_kem_768, key.toBytes()));
        return new Encapsulation(Octets.takeOver(made.getEncapsulation()), made.getSecret());
    }

    /**
     * Opens a ciphertext. The caller erases the secret, which is another one when the ciphertext was not made for this
     * key pair; a malformed ciphertext is refused.
     */
    public byte[] decapsulate(Octets ciphertext) {
        ciphertext.requireSize(CIPHERTEXT_SIZE, "a ciphertext");
        return new MLKEMExtractor(privateKey).extractSecret(ciphertext.toBytes());
    }

    @Override
    public void close() {
        privateKey.destroy();
    }

    @Override
    public String toString() {
        return "MlKem768[" + Arrays.hashCode(encapsulationKey.raw()) + "]";
    }

    /** A shared secret with the ciphertext from which the peer recovers it. */
    public static final class Encapsulation {
        private final Octets ciphertext;
        private final byte[] secret;

        private Encapsulation(Octets ciphertext, byte[] secret) {
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
