// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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
        return Look.at(temp);
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
            Files.setAttribute(temp.resolve("config/join.yaml"), "unix:uid", UNNAMED);
        }
        FilePermissions.Finding open = ofSomebodyElse.findings().orElseThrow();
        assertTrue(open.found().startsWith("another user owns " + temp.resolve("config/join.yaml")), open.found());
        assertTrue(open.fix().startsWith("chown"), open.fix());
    }

    @Test
    void homeThatIsMade_isForItsOwnerAlone() throws IOException {
        Path home = temp.resolve("new/home");
        FilePermissions.createDirectory(home);
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(home)));
    }

    @Test
    void user_isTheOwnerOfWhatTheProcessMakes_withAndWithoutAStatus() throws IOException {
        long owner =
                Integer.toUnsignedLong((Integer) Files.getAttribute(Files.createFile(temp.resolve("own")), "unix:uid"));
        assertEquals(owner, FilePermissions.user(Path.of("/proc/self/status")));
        assertEquals(owner, FilePermissions.user(temp.resolve("none")));
        Path status = Files.writeString(
                temp.resolve("status"), "Name:\tjava\nUid:\t1000\t4294967294\t1000\t1000\nGid:\t0\t0\t0\t0\n");
        assertEquals(4_294_967_294L, FilePermissions.user(status), "the one that opens files");
    }

    /** As in a container that was started with a number: {@code docker run -u 12345}. */
    @Test
    @Tag("slow")
    void userWithoutAName_mayUseItsOwnFiles_andNoOthers() throws IOException, InterruptedException {
        Path setpriv = Path.of("/usr/bin/setpriv");
        assumeTrue(
                FilePermissions.user(temp.resolve("none")) == 0 && Files.isExecutable(setpriv),
                "only root can become another user, by setpriv");
        Path classes = copiedClasses();
        try (Stream<Path> all = Files.walk(temp)) {
            for (Path path : all.filter(path -> !path.startsWith(classes)).toList()) {
                Files.setAttribute(path, "unix:uid", UNNAMED);
            }
        }
        assertEquals("Optional.empty", asUnnamed(setpriv, classes));
        Files.setAttribute(temp.resolve("home/ledger/hedgerow.ledger"), "unix:uid", UNNAMED + 1);
        String refused = asUnnamed(setpriv, classes);
        assertTrue(refused.contains("another user owns " + temp.resolve("home/ledger/hedgerow.ledger")), refused);
    }

    /** A number that no account has. */
    private static final int UNNAMED = 54_321;

    /** The class path where another user may read it. */
    private Path copiedClasses() throws IOException {
        Path copy = temp.resolve("classes");
        for (String place : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path from = Path.of(place);
            if (Files.isDirectory(from)) {
                try (Stream<Path> all = Files.walk(from)) {
                    for (Path path : all.filter(path -> path.toString().endsWith(".class"))
                            .toList()) {
                        Path to = copy.resolve(from.relativize(path).toString());
                        Files.createDirectories(to.getParent());
                        Files.copy(path, to, StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            }
        }
        try (Stream<Path> all = Files.walk(copy)) {
            for (Path path : all.toList()) {
                mode(path, Files.isDirectory(path) ? "rwxr-xr-x" : "rw-r--r--");
            }
        }
        return copy;
    }

    private String asUnnamed(Path setpriv, Path classes) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        setpriv.toString(),
                        "--reuid=" + UNNAMED,
                        "--regid=" + UNNAMED,
                        "--clear-groups",
                        ProcessHandle.current().info().command().orElse("java"),
                        "-cp",
                        classes.toString(),
                        Look.class.getName(),
                        temp.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertEquals(0, process.waitFor(), said);
        return said;
    }

    /** What this process, or another, finds in a folder. */
    static final class Look {
        private Look() {}

        static FilePermissions at(Path folder) throws IOException {
            return FilePermissions.of(
                    folder.resolve("config/join.yaml"),
                    Optional.of(folder.resolve("config/policy.yaml")),
                    new IdentityDirectory(folder.resolve("identity")),
                    new SiteHome(folder.resolve("home")));
        }

        public static void main(String[] args) throws IOException {
            System.out.println(at(Path.of(args[0])).findings());
        }
    }
}
