// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.secureagg.ShakeRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import org.junit.jupiter.api.Test;

/**
 * The vectors of Wycheproof (C2SP, Apache-2.0) for each primitive of the masks, through the classes that use it. They
 * are not part of the repository: {@code -Dhedgerow.shared=DIR}, else the nearest folder {@code shared} above the
 * working directory; without it these tests are skipped and say so. Each test also counts what it saw, so that a file
 * that was cut does not pass.
 */
class WycheproofTest {

    private static final HexFormat HEX = HexFormat.of();

    private interface Vector {
        void check(JsonNode group, JsonNode vector, String name) throws Exception;
    }

    private static int each(String file, Vector check) throws Exception {
        Path path = folder().resolve(file + "_test.json");
        assumeTrue(Files.isRegularFile(path), () -> "skipped: no " + path + "; -Dhedgerow.shared=DIR says where");
        int count = 0;
        JsonNode root = read(path);
        for (JsonNode group : root.get("testGroups")) {
            for (JsonNode vector : group.get("tests")) {
                check.check(
                        group,
                        vector,
                        file + " " + vector.get("tcId") + ": "
                                + vector.path("comment").asText());
                count++;
            }
        }
        assertEquals(root.get("numberOfTests").intValue(), count);
        return count;
    }

    private static JsonNode read(Path path) throws IOException {
        return new ObjectMapper().readTree(path.toFile());
    }

    private static Path folder() {
        String configured = System.getProperty("hedgerow.shared");
        Path shared = Path.of(configured == null ? "shared" : configured);
        for (Path p = Path.of("").toAbsolutePath(); configured == null && p != null; p = p.getParent()) {
            if (Files.isDirectory(p.resolve("shared/data"))) {
                shared = p.resolve("shared");
                break;
            }
        }
        return shared.resolve("data/wycheproof");
    }

    private static byte[] hex(JsonNode vector, String field) {
        return HEX.parseHex(vector.get(field).textValue());
    }

    private static boolean valid(JsonNode vector) {
        return vector.get("result").textValue().equals("valid");
    }

    /**
     * <i>Acceptable</i> are points that some libraries take: we refuse those of small order and agree on the others.
     */
    @Test
    void x25519() throws Exception {
        int[] refused = new int[1];
        each("x25519", (group, vector, name) -> {
            byte[] shared = hex(vector, "shared");
            Octets peer = Octets.copyOf(hex(vector, "public"));
            EphemeralKey key = EphemeralKey.generate(PrimitiveVectorsTest.fixed(hex(vector, "private")));
            if (Arrays.equals(shared, new byte[EphemeralKey.SIZE])) {
                assertThrows(IllegalArgumentException.class, () -> key.agree(peer), name);
                refused[0]++;
            } else {
                assertArrayEquals(shared, key.agree(peer), name);
            }
        });
        assertTrue(refused[0] > 0, "no vector had a point of small order");
    }

    @Test
    void ed25519() throws Exception {
        each("ed25519", (group, vector, name) -> {
            IdentityKey key = new IdentityKey(Octets.copyOf(hex(group.get("publicKey"), "pk")));
            assertEquals(
                    valid(vector),
                    key.verifies(Octets.copyOf(hex(vector, "msg")), Octets.copyOf(hex(vector, "sig"))),
                    name);
        });
    }

    @Test
    void hkdf() throws Exception {
        each("hkdf_sha256", (group, vector, name) -> {
            byte[] key = Hkdf.extract(hex(vector, "salt"), hex(vector, "ikm"));
            int size = vector.get("size").intValue();
            if (valid(vector)) {
                assertArrayEquals(hex(vector, "okm"), Hkdf.expand(key, hex(vector, "info"), size), name);
            } else {
                assertThrows(IllegalArgumentException.class, () -> Hkdf.expand(key, hex(vector, "info"), size), name);
            }
        });
    }

    /** The first step of HKDF is HMAC-SHA-256 with the salt as key; the message may come in parts. */
    @Test
    void hmac() throws Exception {
        each("hmac_sha256", (group, vector, name) -> {
            byte[] message = hex(vector, "msg");
            int cut = message.length / 2;
            byte[] whole = Hkdf.extract(
                    hex(vector, "key"), Arrays.copyOf(message, cut), Arrays.copyOfRange(message, cut, message.length));
            byte[] tag = Arrays.copyOf(whole, group.get("tagSize").intValue() / 8);
            assertEquals(valid(vector), Arrays.equals(hex(vector, "tag"), tag), name);
        });
    }

    /** Vectors with a key of 256 bits, a nonce of 96 and a tag of 128, which is all that a box of shares has. */
    @Test
    void aesGcm() throws Exception {
        int[] like = new int[1];
        each("aes_gcm", (group, vector, name) -> {
            if (group.get("keySize").intValue() != 256
                    || group.get("ivSize").intValue() != 96
                    || group.get("tagSize").intValue() != 128) {
                return;
            }
            like[0]++;
            byte[] sealed = HEX.parseHex(
                    vector.get("ct").textValue() + vector.get("tag").textValue());
            assertEquals(valid(vector), opens(vector, sealed), name);
        });
        assertTrue(like[0] > 50, "only " + like[0] + " vectors are like a box of shares");
    }

    private static boolean opens(JsonNode vector, byte[] sealed) throws GeneralSecurityException {
        try {
            byte[] opened = ShareBox.cipher(
                            Cipher.DECRYPT_MODE,
                            hex(vector, "key"),
                            hex(vector, "iv"),
                            Octets.copyOf(hex(vector, "aad")))
                    .doFinal(sealed);
            return Arrays.equals(hex(vector, "msg"), opened);
        } catch (AEADBadTagException e) {
            return false;
        }
    }

    @Test
    void mlKem768_keysOfSeeds() throws Exception {
        each("mlkem_768_keygen_seed", (group, vector, name) -> {
            try (MlKem768 pair = MlKem768.ofSeed(hex(vector, "seed"), new ShakeRandom(0))) {
                assertEquals(Octets.copyOf(hex(vector, "ek")), pair.encapsulationKey(), name);
            }
        });
    }

    /** Keys that are too long, too short or not reduced are refused (FIPS 203 section 7.2). */
    @Test
    void mlKem768_encapsulation() throws Exception {
        each("mlkem_768_encaps", (group, vector, name) -> {
            try (MlKem768 pair = MlKem768.ofSeed(new byte[64], PrimitiveVectorsTest.fixed(hex(vector, "m")))) {
                Octets key = Octets.copyOf(hex(vector, "ek"));
                if (valid(vector)) {
                    MlKem768.Encapsulation made = pair.encapsulate(key);
                    assertEquals(Octets.copyOf(hex(vector, "c")), made.ciphertext(), name);
                    assertArrayEquals(hex(vector, "K"), made.secret(), name);
                } else {
                    assertThrows(IllegalArgumentException.class, () -> pair.encapsulate(key), name);
                }
            }
        });
    }

    /** Ciphertexts that were not made for the key give the secret of the rejection, those of a wrong size an error. */
    @Test
    void mlKem768_decapsulation() throws Exception {
        each("mlkem_768", (group, vector, name) -> {
            byte[] seed = hex(vector, "seed");
            Octets ciphertext = Octets.copyOf(hex(vector, "c"));
            if (valid(vector)) {
                try (MlKem768 pair = MlKem768.ofSeed(seed, new ShakeRandom(0))) {
                    assertArrayEquals(hex(vector, "K"), pair.decapsulate(ciphertext), name);
                }
            } else {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> MlKem768.ofSeed(seed, new ShakeRandom(0)).decapsulate(ciphertext),
                        name);
            }
        });
    }
}
