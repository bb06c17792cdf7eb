// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS) // it has no permissions of this kind
class FilePermissionsTest {

    @TempDir
    Path temp;

    @BeforeEach
    void make() throws IOException {
        mode(temp, "rwxr-xr-x");
        for (String directory : new String[] {"config", "identity", "home", "home/ledger"}) {
            mode(Files.createDirectory(temp.resolve(directory)), "rwxr-xr-x");
        }
        for (String file : new String[] {
            "config/join.yaml", "config/policy.yaml", "identity/tls.pem", "home/ledger/hedgerow.ledger"
        }) {
            mode(Files.createFile(temp.resolve(file)), "rw-r--r--");
        }
    }

    private static void mode(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private FilePermissions own() throws IOException {
        return FilePermissions.of(
                temp.resolve("config/join.yaml"),
                Optional.of(temp.resolve("config/policy.yaml")),
                new IdentityDirectory(temp.resolve("identity")),
                new SiteHome(temp.resolve("home")));
    }

    private String found() throws IOException {
        return own().findings().orElseThrow().found();
    }

    @Test
    void whatOnlyTheirOwnerMayWrite_isAllowed_alsoWhenSomeOfItIsMissing() throws IOException {
        assertEquals(Optional.empty(), own().findings());
        Files.delete(temp.resolve("config/policy.yaml"));
        Files.delete(temp.resolve("identity/tls.pem"));
        Files.delete(temp.resolve("identity"));
        assertDoesNotThrow(own()::require);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "config/join.yaml",
                "config/policy.yaml",
                "config",
                "identity",
                "identity/tls.pem",
                "home",
                "home/ledger",
                "home/ledger/hedgerow.ledger"
            })
    void whatOthersMayWrite_isRefused_withTheCommandThatMendsIt(String open) throws IOException {
        Path path = temp.resolve(open);
        for (String others : new String[] {"rwxrwxr-x", "rwxr-xrwx"}) {
            mode(path, others);
            IdentityException e = assertThrows(IdentityException.class, own()::require);
            assertEquals(IdentityException.Reason.PERMISSIONS, e.reason());
            assertTrue(e.getMessage().contains("chmod go-w " + path + ";"), e.getMessage());
        }
        mode(path, "rwxr-xr-x");
        assertEquals(Optional.empty(), own().findings());
    }

    @Test
    void whatOthersCannotReach_theyCannotWrite() throws IOException {
        mode(temp.resolve("config/join.yaml"), "rw-rw-r--");
        mode(temp.resolve("config"), "rwx------");
        assertEquals(Optional.empty(), own().findings());
    }

    @Test
    void directoryForEverybody_isSafeForFilesWithItsStickyBit_andIsNoIdentity() throws IOException {
        Files.setAttribute(temp.resolve("config"), "unix:mode", 01777);
        assertEquals(Optional.empty(), own().findings());
        Files.setAttribute(temp.resolve("identity"), "unix:mode", 01777);
        assertTrue(found().endsWith(" write to " + temp.resolve("identity")), found());
    }

    @Test
    void linkIntoAnOpenDirectory_doesNotHideIt() throws IOException {
        Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
        Path real = Files.move(temp.resolve("config/join.yaml"), elsewhere.resolve("join.yaml"));
        Files.createSymbolicLink(temp.resolve("config/join.yaml"), real);
        assertEquals(Optional.empty(), own().findings());
        mode(real, "rw-rw-rw-");
        assertTrue(found().contains("config/join.yaml"), found());
        mode(real, "rw-r--r--");
        mode(elsewhere, "rwxrwxrwx");
        assertTrue(found().endsWith(" write to " + elsewhere), found());
    }

    @ParameterizedTest
    @ValueSource(strings = {"config/policy.yaml", "identity/tls.pem", "home/ledger/hedgerow.ledger"})
    void directoryOnTheWayOfALink_thatOthersMayWrite_isRefused(String name) throws IOException {
        Path file = temp.resolve(name);
        Path last = Files.createDirectory(temp.resolve("last"));
        Path way = Files.createDirectory(temp.resolve("way"));
        Path real = Files.move(file, last.resolve("file"));
        Files.createSymbolicLink(way.resolve("link"), Path.of("../last/file"));
        Files.createSymbolicLink(file, way.resolve("link"));
        mode(last, "rwxr-xr-x");
        mode(way, "rwxr-xr-x");
        mode(real, "rw-r--r--");
        assertEquals(Optional.empty(), own().findings());
        for (Path open : new Path[] {last, way}) {
            mode(open, "rwxrwxr-x");
            assertTrue(found().contains(" write to "), found());
            assertTrue(found().contains(open.toString()), found());
            mode(open, "rwxr-xr-x");
        }
        mode(temp.resolve(name).getParent(), "rwxrwxr-x");
        assertTrue(found().contains(temp.resolve(name).getParent().toString()), found());
    }

    @Test
    void fileOfAnotherUser_isRefused_andThatOfRootIsNot() throws IOException {
        int owner = (Integer) Files.getAttribute(temp, "unix:uid");
        FilePermissions ofSomebodyElse = FilePermissions.of(
                temp.resolve("config/join.yaml"),
                Optional.empty(),
                new IdentityDirectory(temp.resolve("identity")),
                new SiteHome(temp.resolve("home")),
                owner + 1L);
        if (owner == 0) {
            assertEquals(Optional.empty(), ofSomebodyElse.findings());
        } else {
            FilePermissions.Finding open = ofSomebodyElse.findings().orElseThrow();
            assertTrue(open.found().startsWith("another user owns " + temp.resolve("config/join.yaml")), open.found());
            assertTrue(open.fix().startsWith("chown"), open.fix());
        }
    }

    @Test
    void homeThatIsMade_isForItsOwnerAlone() throws IOException {
        Path home = temp.resolve("new/home");
        FilePermissions.createDirectory(home);
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(home)));
    }
}
