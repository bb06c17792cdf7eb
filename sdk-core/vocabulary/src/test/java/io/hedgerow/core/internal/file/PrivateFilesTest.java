// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class PrivateFilesTest {

    @TempDir
    private Path temp;

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(temp)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void create_makesTheFileAndNothingElse_andNeverTwice() throws IOException {
        Path file = temp.resolve("key");
        PrivateFiles.create(file, new byte[] {1}, true);
        assertEquals("rw-------", mode(file));
        assertThrows(FileAlreadyExistsException.class, () -> PrivateFiles.create(file, new byte[] {2}, true));
        assertEquals(List.of("key"), names());
        assertEquals(1, Files.readAllBytes(file)[0]);
    }

    @Test
    void replace_keepsOneFileWithTheNewContent() throws IOException {
        Path shown = temp.resolve("shown");
        Path own = temp.resolve("own");
        for (byte k = 1; k <= 2; k++) {
            PrivateFiles.replace(shown, new byte[] {k});
            PrivateFiles.replaceOwn(own, new byte[] {k});
            assertEquals(k, Files.readAllBytes(shown)[0]);
            assertEquals(k, Files.readAllBytes(own)[0]);
        }
        assertEquals(List.of("own", "shown"), names());
        assertEquals("rw-r--r--", mode(shown));
        assertEquals("rw-------", mode(own));
    }

    @Test
    void write_whenTheDiskFails_leavesNothing() throws IOException {
        Disk full = new Disk() {
            @Override
            public void force(Path file, Storage open) throws IOException {
                throw new IOException("No space left on device");
            }

            @Override
            public void forceNames(Path directory) {}
        };
        assertThrows(IOException.class, () -> PrivateFiles.write(temp.resolve("own"), new byte[9], full));
        assertEquals(List.of(), names());
    }

    @Test
    void makePrivate_makesAllThatIsMissingForTheOwnerOnly_andKeepsWhatIsThere() throws IOException {
        Path there = Files.createDirectory(
                temp.resolve("there"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Directories.makePrivate(there.resolve("a/b"));
        assertEquals("rwxr-xr-x", mode(there));
        assertEquals("rwx------", mode(there.resolve("a")));
        assertEquals("rwx------", mode(there.resolve("a/b")));
    }

    @Test
    void storage_ofAMissingFile_isRefusedAndNothingIsMade() throws IOException {
        assertThrows(NoSuchFileException.class, () -> Storage.open(temp.resolve("missing")));
        assertEquals(List.of(), names());
    }
}
