// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.certificate.CertificateRequest;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.SiteKey;
import io.hedgerow.transport.internal.key.Passphrase;
import io.hedgerow.transport.internal.key.Pem;
import io.hedgerow.transport.internal.key.Pem.EncryptedKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class EncryptedAuthorityTest {

    private static final InstantSource CLOCK = InstantSource.system();
    private static final String WORDS = "correct horse battery stäple";

    @TempDir
    static Path shared;

    private static CertificateAuthority made;

    @TempDir
    Path temp;

    private Path directory;

    /** Then with few iterations, so that a wrong passphrase costs next to nothing and not half a second. */
    @BeforeAll
    static void make() throws IOException {
        made = CertificateAuthority.init(shared, "trial", Optional.of(passphrase(WORDS)), CLOCK);
        Path file = shared.resolve("authority.key");
        byte[] key = Pem.readSecret(file, "none", () -> passphrase(WORDS));
        Files.write(file, Pem.text(EncryptedKey.TYPE, EncryptedKey.encrypt(key, passphrase(WORDS), 10)));
    }

    @BeforeEach
    void copy() throws IOException {
        directory = Files.createDirectory(temp.resolve("authority"));
        try (Stream<Path> files = Files.list(shared)) {
            for (Path file : files.toList()) {
                Files.copy(file, directory.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static Passphrase passphrase(String words) {
        return Passphrase.of(words.toCharArray());
    }

    private Reason refused(String words) {
        return assertThrows(
                        IdentityException.class,
                        () -> CertificateAuthority.open(directory, () -> passphrase(words), CLOCK))
                .reason();
    }

    @Test
    void key_isInTheFileUnderThePassphraseOnly() throws IOException {
        String file = Files.readString(directory.resolve("authority.key"));
        assertTrue(file.startsWith("-----BEGIN ENCRYPTED PRIVATE KEY-----"), file);
        assertFalse(file.contains("BEGIN PRIVATE KEY"), file);
        CertificateAuthority opened = CertificateAuthority.open(directory, () -> passphrase(WORDS), CLOCK);
        assertEquals(made.fingerprint(), opened.fingerprint());
        CertificateRequest request = SiteKey.create(
                new IdentityDirectory(temp.resolve("north")), CertifiedName.site("north"), java.util.List.of());
        opened.sign(request, request.fingerprint(), CertificateAuthority.USUAL_VALIDITY, false);
    }

    /**
     * One wrong passphrase in 256 leaves padding that looks right, and then something that is no key: among 1,500 there
     * is one with probability 0.997.
     */
    @Test
    void wrongPassphrase_isSaidSo_andQuotedNowhere() {
        IdentityException e = assertThrows(
                IdentityException.class,
                () -> CertificateAuthority.open(directory, () -> passphrase("not the right words"), CLOCK));
        assertEquals(Reason.PASSPHRASE, e.reason());
        assertTrue(e.getMessage().contains("the passphrase is wrong"), e.getMessage());
        assertFalse(e.getMessage().contains("right words"), e.getMessage());
        for (int i = 0; i < 1_500; i++) {
            assertEquals(Reason.PASSPHRASE, refused("one of many words " + i));
        }
    }

    @Test
    void damagedKey_isRefused() throws IOException {
        Path file = directory.resolve("authority.key");
        String text = Files.readString(file);
        int middle = text.length() / 2;
        char other = text.charAt(middle) == 'A' ? 'B' : 'A';
        Files.writeString(file, text.substring(0, middle) + other + text.substring(middle + 1));
        Reason reason = refused(WORDS);
        assertTrue(
                reason == Reason.PASSPHRASE || reason == Reason.UNREADABLE || reason == Reason.KEY_MISMATCH,
                "" + reason);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void passphraseFile_isItsFirstLine_andForItsOwnerAlone() throws IOException {
        Path file = temp.resolve("passphrase");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, WORDS + "\r\nsomething else\n", StandardCharsets.UTF_8);
        CertificateAuthority.open(directory, () -> Passphrase.read(file), CLOCK);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        IdentityException open = assertThrows(IdentityException.class, () -> Passphrase.read(file));
        assertEquals(Reason.PERMISSIONS, open.reason());
        assertTrue(open.getMessage().contains("chmod 600"), open.getMessage());
    }

    @Test
    void shortPassphrase_isRefused_andNoneIsShown() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> passphrase("eleven char"));
        assertTrue(e.getMessage().contains("12 to 1000 characters, had 11"), e.getMessage());
        assertFalse(passphrase(WORDS).toString().contains("horse"));
    }
}
