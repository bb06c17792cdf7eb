// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.file.GoldenFile;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class EncryptedSigningKeyTest {

    /** Written by OpenSSL 3.0: genpkey -algorithm ed25519, then pkcs8 -topk8 -v2 aes-256-cbc -iter 600000. */
    private static final String OF_OPENSSL = """
            -----BEGIN ENCRYPTED PRIVATE KEY-----
            MIGcMFgGCSqGSIb3DQEFDTBLMCoGCSqGSIb3DQEFDDAdBAjHNzrM/awO4gIDCSfA
            MAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBB0QbvmbAXNX6SBhQTGOjrABEDv
            FVA+FXOYSC0/mUSz9TgrunctcsE/DGXLY422yAgRbRtNjPKY0cxJbL/AlXtbL1l7
            I9Drzrj0kP+VYf9iA1jf
            -----END ENCRYPTED PRIVATE KEY-----
            """;

    private static final String ITS_PUBLIC_KEY = "12c10bb3b92e61c45e149c6d2ecc914351c534d018b49a7f3f17dd3acb216b51";

    private static final byte[] MESSAGE = "a message".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temp;

    private static Passphrase words(String words) {
        return Passphrase.of(words.toCharArray());
    }

    private static String fails(Reason reason, Executable work) {
        IdentityException failure = assertThrows(IdentityException.class, work);
        assertEquals(reason, failure.reason(), failure.getMessage());
        return String.valueOf(failure.getMessage());
    }

    private static String hexOf(Path pem) throws IOException {
        String body = Files.readString(pem).replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
        return HexFormat.of().formatHex(Base64.getDecoder().decode(body));
    }

    @Test
    @Tag("slow")
    void key_underAPassphrase_signsWithItAndNotWithout() throws IOException {
        Path file = temp.resolve("officer.key");
        SigningKey made = SigningKey.create(file, Optional.of(words("twelve or more")));
        assertTrue(SigningKey.isEncrypted(file));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        SigningKey opened = SigningKey.load(file, () -> words("twelve or more"));
        assertEquals(made.publicKey(), opened.publicKey());
        assertTrue(made.publicKey().verifies(MESSAGE, opened.sign(MESSAGE)));

        assertTrue(fails(Reason.PASSPHRASE, () -> SigningKey.load(file)).contains("is under a passphrase"));
        String wrong = fails(Reason.PASSPHRASE, () -> SigningKey.load(file, () -> words("twelve or less")));
        assertTrue(wrong.contains("the passphrase is wrong") && !wrong.contains("twelve"), wrong);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        fails(Reason.PERMISSIONS, () -> SigningKey.load(file, () -> words("twelve or more")));
    }

    @Test
    @Tag("slow")
    void lock_putsTheSameKeyUnderAPassphrase_andUnderAnother_andLeavesNothingOpen() throws IOException {
        Path file = temp.resolve("officer.key");
        SigningKey made = SigningKey.create(file);
        String seed = hexOf(file).substring(32);
        SigningKey locked = SigningKey.lock(file, () -> words("is not asked for"), () -> words("the first passphrase"));
        assertEquals(made.publicKey(), locked.publicKey());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertFalse(hexOf(file).contains(seed));
        fails(
                Reason.PASSPHRASE,
                () -> SigningKey.lock(file, () -> words("quite another one"), () -> words("the second passphrase")));
        SigningKey.lock(file, () -> words("the first passphrase"), () -> words("the second passphrase"));
        fails(Reason.PASSPHRASE, () -> SigningKey.load(file, () -> words("the first passphrase")));
        assertEquals(
                made.publicKey(),
                SigningKey.load(file, () -> words("the second passphrase")).publicKey());
        try (var files = Files.list(temp)) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void key_ofAnEarlierRelease_isReadWithoutAsking() {
        Path file = temp.resolve("officer.key");
        SigningKey made = SigningKey.create(file);
        assertFalse(SigningKey.isEncrypted(file));
        assertEquals(
                made.publicKey(),
                SigningKey.load(file, () -> {
                            throw new AssertionError("asked");
                        })
                        .publicKey());
    }

    @Test
    void key_ofAnotherProgram_isOpened() throws IOException {
        Path file = temp.resolve("openssl.key");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, OF_OPENSSL);
        assertEquals(
                ITS_PUBLIC_KEY,
                SigningKey.load(file, () -> words("a dozen words or so"))
                        .publicKey()
                        .hex());
    }

    /** Keys outlive releases: the golden ones were made once, and are of no one. */
    @Test
    void keysOfEveryRelease_openWithTheirPassphrase_andAreTheSameKeys() throws IOException {
        Class<?> here = EncryptedSigningKeyTest.class;
        for (String name : List.of("plain-key", "locked-key")) {
            Optional<Passphrase> passphrase =
                    name.equals("plain-key") ? Optional.empty() : Optional.of(words("hedgerow golden words"));
            if (GoldenFile.of(here, name).isMissing()) {
                try (SigningKey made = SigningKey.create(temp.resolve(name), passphrase)) {
                    GoldenFile.of(here, name).requireSame(temp.resolve(name));
                    GoldenFile.of(here, name + "-public")
                            .requireSame(
                                    name,
                                    HexFormat.of().parseHex(made.publicKey().hex()));
                }
                continue;
            }
            for (String release : GoldenFile.releases(here)) {
                Path file = temp.resolve(release + name);
                GoldenFile.of(here, release, name).writeTo(file);
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
                assertEquals(passphrase.isPresent(), SigningKey.isEncrypted(file));
                try (SigningKey key = SigningKey.load(file, () -> words("hedgerow golden words"))) {
                    assertEquals(
                            HexFormat.of()
                                    .formatHex(GoldenFile.of(here, release, name + "-public")
                                            .bytes()),
                            key.publicKey().hex());
                }
            }
        }
    }
}
