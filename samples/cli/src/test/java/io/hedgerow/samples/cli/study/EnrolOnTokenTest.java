// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.cli.SiteFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Identities whose keys are on a token, where no connector and no token is. */
class EnrolOnTokenTest {

    private static final String DESCRIPTION =
            "library: /usr/lib/token.so\ntoken: ward\nlabel: north-signing\npinFile: /run/north.pin\n";

    @TempDir
    Path temp;

    private Path identity;

    @BeforeEach
    void nameToken() throws IOException {
        identity = Files.createDirectories(temp.resolve("north"));
        Files.writeString(identity.resolve("signing.token"), DESCRIPTION);
    }

    private String fails(int code, String... args) {
        Shell shell = Shell.real();
        assertEquals(code, shell.run(args), shell.out() + shell.err());
        return shell.err();
    }

    @Test
    void request_withoutTheConnector_saysWhichJarAndWhere_andMakesNothing() {
        String said = fails(3, "enrol", "request", "--dir", identity.toString(), "--site", "north");
        for (String word : List.of("signing.token", "hedgerow-pkcs11", "HEDGEROW_CONNECTORS", "key in a file")) {
            assertTrue(said.contains(word), said);
        }
        assertFalse(Files.exists(identity.resolve("tls.key")), "the next try would find half of an identity");
        assertFalse(Files.exists(identity.resolve("signing.key")));
    }

    @Test
    void request_withAFileBesideTheToken_isRefused() throws IOException {
        Files.writeString(identity.resolve("signing.key"), "");
        String said = fails(3, "enrol", "request", "--dir", identity.toString(), "--site", "north");
        assertTrue(said.contains("remove the one that is not used"), said);
    }

    /** A library runs in the process: it is not loaded where another account could have written it, or its name. */
    @Test
    @DisabledOnOs(OS.WINDOWS) // another kind of permissions
    void libraryThatOthersMayWrite_isNotLoaded() throws IOException {
        Path library = Files.writeString(temp.resolve("token.so"), "no library");
        Path description = identity.resolve("signing.token");
        Files.writeString(description, DESCRIPTION.replace("/usr/lib/token.so", library.toString()));
        for (Path file : List.of(library, description)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
            String said = fails(3, "enrol", "request", "--dir", identity.toString(), "--site", "north");
            assertTrue(said.contains("signing.token: others than its owner must not"), said);
            assertTrue(said.contains("run chmod go-w " + file), said);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        }
        String said = fails(3, "enrol", "request", "--dir", identity.toString(), "--site", "north");
        assertTrue(said.contains("hedgerow-pkcs11"), said);
    }

    @Test
    void copy_takesDescriptionsInsteadOfKeys() throws IOException {
        for (String file : List.of("tls.pem", "authority.pem", "tls.token")) {
            Files.writeString(identity.resolve(file), file);
        }
        Path copy = temp.resolve("copy");
        SiteFolder.json(
                Shell.real(), "enrol", "copy", "--from", identity.toString(), "--dir", copy.toString(), "--json");
        assertEquals(DESCRIPTION, Files.readString(copy.resolve("signing.token")));
        assertEquals("tls.token", Files.readString(copy.resolve("tls.token")));
        Files.delete(identity.resolve("tls.token"));
        String said = fails(
                3,
                "enrol",
                "copy",
                "--from",
                identity.toString(),
                "--dir",
                temp.resolve("other").toString());
        assertTrue(said.contains("tls.key"), said);
    }
}
