// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Security;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import org.bouncycastle.crypto.digests.SHAKEDigest;
import org.junit.jupiter.api.Test;

/**
 * What FIPS 203 says of ML-KEM-768 and what can be computed from hashes alone. In each of these points it differs from
 * the Kyber of the competition, so a library that has the one for the other fails.
 */
class MlKemStandardTest {

    private static final HexFormat HEX = HexFormat.of();
    private static final byte[] SEED = new byte[64];

    static {
        for (int i = 0; i < SEED.length; i++) {
            SEED[i] = (byte) (7 * i + 1);
        }
    }

    private static byte[] sha3(String algorithm, byte[]... parts) throws Exception {
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        for (byte[] part : parts) {
            digest.update(part);
        }
        return digest.digest();
    }

    private static SecureRandom always(byte fill) {
        return new SecureRandom() {
            private static final long serialVersionUID = 1L;

            @Override
            public void nextBytes(byte[] bytes) {
                Arrays.fill(bytes, fill);
            }
        };
    }

    /** Algorithm 13: (ρ, σ) = G(d ‖ k) with k = 3 in one byte, and ek ends with ρ. */
    @Test
    void theKeysSeed_isHashedWithTheRank() throws Exception {
        byte[] key = MlKem768.ofSeed(SEED.clone(), new SecureRandom())
                .encapsulationKey()
                .toBytes();
        byte[] expected = sha3("SHA3-512", Arrays.copyOf(SEED, 32), new byte[] {3});
        assertArrayEquals(Arrays.copyOf(expected, 32), Arrays.copyOfRange(key, 1152, 1184));
    }

    /** Algorithm 17: (K, r) = G(m ‖ H(ek)), and K is the secret as it is. */
    @Test
    void theSecret_isTheHashOfTheMessageAndTheKey() throws Exception {
        byte[] key = MlKem768.ofSeed(SEED.clone(), new SecureRandom())
                .encapsulationKey()
                .toBytes();
        byte[] message = new byte[32];
        Arrays.fill(message, (byte) 0x2a);
        MlKem768.Encapsulation made =
                MlKem768.ofSeed(SEED.clone(), always((byte) 0x2a)).encapsulate(Octets.copyOf(key));
        byte[] expected = sha3("SHA3-512", message, sha3("SHA3-256", key));
        assertArrayEquals(Arrays.copyOf(expected, 32), made.secret());
        assertArrayEquals(
                made.secret(), MlKem768.ofSeed(SEED.clone(), new SecureRandom()).decapsulate(made.ciphertext()));
    }

    /** Algorithm 18: a ciphertext that was changed gives J(z ‖ c) = SHAKE256(z ‖ c), 32 bytes. */
    @Test
    void aChangedCiphertext_givesTheSecretOfTheRejection() {
        MlKem768 pair = MlKem768.ofSeed(SEED.clone(), new SecureRandom());
        byte[] ciphertext =
                pair.encapsulate(pair.encapsulationKey()).ciphertext().toBytes();
        for (int at : new int[] {0, 500, 1087}) {
            byte[] changed = ciphertext.clone();
            changed[at] ^= 1;
            SHAKEDigest shake = new SHAKEDigest(256);
            shake.update(SEED, 32, 32);
            shake.update(changed, 0, changed.length);
            byte[] expected = new byte[32];
            shake.doFinal(expected, 0, 32);
            assertArrayEquals(expected, pair.decapsulate(Octets.copyOf(changed)));
        }
    }

    /** The platform's own implementation, where there is one (JDK 24 and later). */
    @Test
    void thePlatformOpensWhatWasMadeForIt() throws Exception {
        assumeTrue(Security.getAlgorithms("KeyFactory").stream().anyMatch(name -> name.startsWith("ML-KEM")));
        byte[] key = MlKem768.ofSeed(SEED.clone(), new SecureRandom())
                .encapsulationKey()
                .toBytes();
        // SubjectPublicKeyInfo of id-alg-ml-kem-768, 2.16.840.1.101.3.4.4.2
        byte[] prefix = HEX.parseHex("308204b2300b0609608648016503040402038204a100");
        byte[] encoded = Arrays.copyOf(prefix, prefix.length + key.length);
        System.arraycopy(key, 0, encoded, prefix.length, key.length);
        PublicKey platform = KeyFactory.getInstance("ML-KEM").generatePublic(new X509EncodedKeySpec(encoded));
        Class<?> kem = Class.forName("javax.crypto.KEM");
        Object instance = kem.getMethod("getInstance", String.class).invoke(null, "ML-KEM");
        Object encapsulator = kem.getMethod("newEncapsulator", PublicKey.class).invoke(instance, platform);
        Object made = Class.forName("javax.crypto.KEM$Encapsulator")
                .getMethod("encapsulate")
                .invoke(encapsulator);
        Class<?> encapsulated = Class.forName("javax.crypto.KEM$Encapsulated");
        byte[] ciphertext = (byte[]) encapsulated.getMethod("encapsulation").invoke(made);
        java.security.Key secret =
                (java.security.Key) encapsulated.getMethod("key").invoke(made);
        assertEquals(MlKem768.CIPHERTEXT_SIZE, ciphertext.length);
        assertArrayEquals(
                secret.getEncoded(),
                MlKem768.ofSeed(SEED.clone(), new SecureRandom()).decapsulate(Octets.copyOf(ciphertext)));
    }
}
