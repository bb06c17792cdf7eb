// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.ShakeRandom;
import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.XECPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPublicKeySpec;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.KeyAgreement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Published vectors of RFC 5869, 7748 and 8032, and the platform's own implementations as a second opinion. */
class PrimitiveVectorsTest {

    private static byte[] hex(String digits) {
        return Octets.ofHex(digits).toBytes();
    }

    @Test
    void hkdf_givesTheVectorsOfRfc5869() {
        // A.1
        byte[] prk = Hkdf.extract(hex("000102030405060708090a0b0c"), hex("0b".repeat(22)));
        assertArrayEquals(hex("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"), prk);
        assertArrayEquals(
                hex("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
                Hkdf.expand(prk, hex("f0f1f2f3f4f5f6f7f8f9"), 42));
        // A.3: no salt, no info
        byte[] unsalted = Hkdf.extract(new byte[0], hex("0b".repeat(22)));
        assertArrayEquals(hex("19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04"), unsalted);
        assertArrayEquals(
                hex("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
                Hkdf.expand(unsalted, new byte[0], 42));
        assertThrows(IllegalArgumentException.class, () -> Hkdf.expand(prk, new byte[0], 0));
        assertThrows(IllegalArgumentException.class, () -> Hkdf.expand(prk, new byte[0], 8161));
    }

    @Test
    void x25519_givesTheVectorOfRfc7748() {
        // section 6.1
        EphemeralKey alice = EphemeralKey.generate(
                fixed(hex("77076d0a7318a57d3c16c17251b26645df4cdf92ebc083bb2e0d9eae2dde5db6".substring(0, 64))));
        EphemeralKey bob =
                EphemeralKey.generate(fixed(hex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")));
        assertEquals(Octets.ofHex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"), bob.publicKey());
        assertArrayEquals(alice.agree(bob.publicKey()), bob.agree(alice.publicKey()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0000000000000000000000000000000000000000000000000000000000000000",
                "0100000000000000000000000000000000000000000000000000000000000000",
                "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
                "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
                "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
            })
    void x25519_refusesPointsOfSmallOrder(String point) {
        EphemeralKey key = EphemeralKey.generate(new ShakeRandom(0));
        assertThrows(IllegalArgumentException.class, () -> key.agree(Octets.ofHex(point)));
    }

    @Test
    void x25519_refusesAnotherLength() {
        EphemeralKey key = EphemeralKey.generate(new ShakeRandom(0));
        assertThrows(IllegalArgumentException.class, () -> key.agree(Octets.copyOf(new byte[31])));
        assertThrows(IllegalArgumentException.class, () -> key.agree(Octets.copyOf(new byte[33])));
    }

    /** Zeros are clamped to 2^254, with which everyone can agree. */
    @Test
    void x25519_whenErased_agreesWithNoOne() {
        EphemeralKey own = EphemeralKey.generate(new ShakeRandom(0));
        EphemeralKey peer = EphemeralKey.generate(new ShakeRandom(1));
        own.close();
        assertThrows(IllegalStateException.class, () -> own.agree(peer.publicKey()));
    }

    @Test
    void mlKem_whenErased_opensNothing() {
        MlKem768 own = MlKem768.generate(new ShakeRandom(0));
        Octets ciphertext = MlKem768.generate(new ShakeRandom(1))
                .encapsulate(own.encapsulationKey())
                .ciphertext();
        own.close();
        assertThrows(IllegalStateException.class, () -> own.decapsulate(ciphertext));
    }

    @Test
    void x25519_agreesWithThePlatform() throws Exception {
        KeyPair platform = KeyPairGenerator.getInstance("X25519").generateKeyPair();
        EphemeralKey own = EphemeralKey.generate(new SecureRandom());
        byte[] little = littleEndian(((XECPublicKey) platform.getPublic()).getU());
        KeyAgreement agreement = KeyAgreement.getInstance("X25519");
        agreement.init(platform.getPrivate());
        agreement.doPhase(
                KeyFactory.getInstance("X25519")
                        .generatePublic(new XECPublicKeySpec(
                                NamedParameterSpec.X25519,
                                new BigInteger(1, reversed(own.publicKey().toBytes())))),
                true);
        assertArrayEquals(agreement.generateSecret(), own.agree(Octets.copyOf(little)));
    }

    @ParameterizedTest
    @CsvSource({
        // section 7.1, tests 1 and 2
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60,"
                + "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a,'',"
                + "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb,"
                + "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c,72,"
                + "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    })
    void ed25519_givesTheVectorsOfRfc8032(String seed, String key, String message, String signature) {
        Ed25519Identity identity = Ed25519Identity.ofSeed(hex(seed));
        assertEquals(Octets.ofHex(key), identity.publicKey().encoded());
        assertEquals(Octets.ofHex(signature), identity.sign(Octets.ofHex(message)));
        assertTrue(identity.publicKey().verifies(Octets.ofHex(message), Octets.ofHex(signature)));
    }

    @Test
    void ed25519_isVerifiedByThePlatform() throws Exception {
        Ed25519Identity identity = Ed25519Identity.generate(new SecureRandom());
        Octets digest = Transcript.of("test").hash();
        byte[] big = reversed(identity.publicKey().encoded().toBytes());
        boolean odd = (big[0] & 0x80) != 0;
        big[0] &= 0x7f;
        Signature verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(KeyFactory.getInstance("Ed25519")
                .generatePublic(
                        new EdECPublicKeySpec(NamedParameterSpec.ED25519, new EdECPoint(odd, new BigInteger(1, big)))));
        verifier.update(digest.toBytes());
        assertTrue(verifier.verify(identity.sign(digest).toBytes()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0100000000000000000000000000000000000000000000000000000000000000",
                "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "0000000000000000000000000000000000000000000000000000000000000000",
                "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "00"
            })
    void identityKey_refusesSmallOrderAndOtherEncodings(String key) {
        assertThrows(IllegalArgumentException.class, () -> new IdentityKey(Octets.ofHex(key)));
    }

    @Test
    void identityKey_verifiesNothingElse() {
        Ed25519Identity identity = Ed25519Identity.generate(new ShakeRandom(1));
        Octets digest = Transcript.of("one").hash();
        Octets signature = identity.sign(digest);
        assertFalse(identity.publicKey().verifies(Transcript.of("two").hash(), signature));
        assertFalse(identity.publicKey().verifies(digest, Octets.empty()));
        byte[] longer = java.util.Arrays.copyOf(signature.toBytes(), 65);
        assertFalse(identity.publicKey().verifies(digest, Octets.copyOf(longer)));
    }

    /** Signatures that held are remembered: that must not make another digest or signature hold. */
    @Test
    void identityKey_thatHasVerified_verifiesNothingElse() {
        Ed25519Identity identity = Ed25519Identity.generate(new ShakeRandom(1));
        IdentityKey key = identity.publicKey();
        for (int again = 0; again < 20; again++) {
            Octets digest = Transcript.of("one").u32(again % 7).hash();
            Octets other = Transcript.of("two").u32(again % 7).hash();
            Octets signature = identity.sign(digest);
            assertTrue(key.verifies(digest, signature));
            assertTrue(key.verifies(digest, signature));
            assertFalse(key.verifies(other, signature));
            assertFalse(key.verifies(digest, identity.sign(other)));
            byte[] changed = signature.toBytes();
            changed[again] ^= 1;
            assertFalse(key.verifies(digest, Octets.copyOf(changed)));
            assertFalse(key.verifies(digest, Octets.copyOf(changed)));
        }
    }

    /** A key that remembers many signatures holds each of them and no mix of two; what it forgot is looked at again. */
    @Test
    void identityKey_thatRemembersMany_holdsNoMixOfThem() {
        Ed25519Identity identity = Ed25519Identity.generate(new ShakeRandom(2));
        IdentityKey key = identity.publicKey().remembering(8);
        assertEquals(identity.publicKey(), key);
        List<Octets> digests = new ArrayList<>();
        List<Octets> signatures = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            digests.add(Transcript.of("many").u32(i).hash());
            signatures.add(identity.sign(digests.get(i)));
        }
        for (int again = 0; again < 2; again++) {
            for (int i = 0; i < 12; i++) {
                assertTrue(key.verifies(digests.get(i), signatures.get(i)));
                assertFalse(key.verifies(digests.get(i), signatures.get((i + 1) % 12)));
                assertFalse(key.verifies(digests.get((i + 1) % 12), signatures.get(i)));
            }
        }
        assertFalse(
                Ed25519Identity.generate(new ShakeRandom(3)).publicKey().verifies(digests.get(0), signatures.get(0)));
        assertThrows(IllegalArgumentException.class, () -> identity.publicKey().remembering(0));
    }

    /** A signature whose bytes were changed after it held is another one. */
    @Test
    void identityKey_keepsCopiesOfWhatHeld() {
        Ed25519Identity identity = Ed25519Identity.generate(new ShakeRandom(1));
        Octets digest = Transcript.of("one").hash();
        byte[] bytes = identity.sign(digest).toBytes();
        Octets signature = Octets.takeOver(bytes);
        assertTrue(identity.publicKey().verifies(digest, signature));
        bytes[5] ^= 1;
        assertFalse(identity.publicKey().verifies(digest, signature));
    }

    @Test
    void mlKem_opensWhatWasMadeForIt() {
        try (MlKem768 one = MlKem768.generate(new SecureRandom());
                MlKem768 two = MlKem768.generate(new SecureRandom())) {
            assertEquals(MlKem768.ENCAPSULATION_KEY_SIZE, one.encapsulationKey().size());
            MlKem768.Encapsulation made = two.encapsulate(one.encapsulationKey());
            assertEquals(MlKem768.CIPHERTEXT_SIZE, made.ciphertext().size());
            assertArrayEquals(made.secret(), one.decapsulate(made.ciphertext()));
            // implicit rejection: another key pair finds another secret
            assertFalse(java.util.Arrays.equals(made.secret(), two.decapsulate(made.ciphertext())));
            assertThrows(IllegalArgumentException.class, () -> one.decapsulate(Octets.empty()));
            assertThrows(IllegalArgumentException.class, () -> one.encapsulate(Octets.empty()));
        }
    }

    @Test
    void mlKem_isAFunctionOfItsSeed() {
        byte[] seed = new byte[64];
        seed[5] = 1;
        MlKem768 one = MlKem768.ofSeed(seed.clone(), new SecureRandom());
        MlKem768 two = MlKem768.ofSeed(seed.clone(), new SecureRandom());
        assertEquals(one.encapsulationKey(), two.encapsulationKey());
        MlKem768.Encapsulation made = two.encapsulate(one.encapsulationKey());
        assertArrayEquals(made.secret(), one.decapsulate(made.ciphertext()));
    }

    static SecureRandom fixed(byte[] value) {
        return new SecureRandom() {
            private static final long serialVersionUID = 1L;

            @Override
            public void nextBytes(byte[] bytes) {
                System.arraycopy(value, 0, bytes, 0, bytes.length);
            }
        };
    }

    private static byte[] littleEndian(BigInteger number) {
        byte[] big = number.toByteArray();
        byte[] little = new byte[32];
        for (int i = 0; i < Math.min(32, big.length); i++) {
            little[i] = big[big.length - 1 - i];
        }
        return little;
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }
}
