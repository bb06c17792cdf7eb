// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.Storage;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameFileTest {

    private static final String KIND = "test 1";
    private static final int HEADER = KIND.length() + 1;

    @TempDir
    private Path temp;

    private static byte[] content(int k) {
        byte[] content = new byte[k % 7 == 0 ? 0 : 3 * k];
        Arrays.fill(content, (byte) k);
        return content;
    }

    private static List<byte[]> readAll(FrameFile file) {
        List<byte[]> all = new ArrayList<>();
        for (Optional<byte[]> next = file.next(); next.isPresent(); next = file.next()) {
            all.add(next.get());
        }
        return all;
    }

    private Path written(String name, int count) {
        Path path = temp.resolve(name).resolve("deep").resolve("journal");
        try (FrameFile file = FrameFile.open(path, KIND, 0)) {
            assertTrue(file.next().isEmpty());
            for (int k = 0; k < count; k++) {
                file.append(content(k));
            }
        }
        return path;
    }

    private static void requireFirst(int count, List<byte[]> found) {
        assertEquals(count, found.size());
        for (int k = 0; k < count; k++) {
            assertArrayEquals(content(k), found.get(k));
        }
    }

    @Test
    void records_comeBackInOrder_andMoreGoBehindThem() throws IOException {
        Path path = written("a", 5);
        try (FrameFile file = FrameFile.open(path, KIND, 0)) {
            assertThrows(IllegalStateException.class, () -> file.append(content(5)), "not read to the end");
            requireFirst(5, readAll(file));
            file.append(content(5));
        }
        try (FrameFile file = FrameFile.open(path, KIND, 0)) {
            requireFirst(6, readAll(file));
            assertEquals(0, file.tornBytes());
        }
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
    }

    @Test
    void fileCutAnywhere_keepsAllWholeRecords_andTakesMore() throws IOException {
        Path path = written("a", 6);
        byte[] whole = Files.readAllBytes(path);
        int[] ends = new int[7];
        ends[0] = HEADER;
        for (int k = 0; k < 6; k++) {
            ends[k + 1] = ends[k] + 8 + content(k).length + 32;
        }
        assertEquals(whole.length, ends[6]);
        for (int length = HEADER; length <= whole.length; length++) {
            Files.write(path, Arrays.copyOf(whole, length));
            int kept = 0;
            while (kept < 6 && ends[kept + 1] <= length) {
                kept++;
            }
            try (FrameFile file = FrameFile.open(path, KIND, 0)) {
                requireFirst(kept, readAll(file));
                assertEquals(length - ends[kept], file.tornBytes());
                file.append(content(kept));
            }
            try (FrameFile file = FrameFile.open(path, KIND, 0)) {
                requireFirst(kept + 1, readAll(file));
            }
        }
    }

    @Test
    void everyChangedByte_isRefused_andNothingIsCut() throws IOException {
        Path path = written("a", 4);
        byte[] whole = Files.readAllBytes(path);
        for (int at = 0; at < whole.length; at++) {
            byte[] changed = whole.clone();
            changed[at] = (byte) (changed[at] ^ (1 << (at % 8)));
            Files.write(path, changed);
            JournalException refused = assertThrows(JournalException.class, () -> {
                try (FrameFile file = FrameFile.open(path, KIND, 0)) {
                    readAll(file);
                }
            });
            assertTrue(refused.getMessage().contains(path.toString()), refused.getMessage());
            assertArrayEquals(changed, Files.readAllBytes(path));
        }
    }

    @Test
    void recordsSwappedOrLeftOut_areRefused() throws IOException {
        Path path = written("a", 3);
        byte[] whole = Files.readAllBytes(path);
        int first = HEADER + 8 + 32;
        byte[] without = new byte[whole.length - 40];
        System.arraycopy(whole, 0, without, 0, HEADER);
        System.arraycopy(whole, first, without, HEADER, whole.length - first);
        Files.write(path, without);
        try (FrameFile file = FrameFile.open(path, KIND, 0)) {
            assertThrows(JournalException.class, file::next);
        }
    }

    @Test
    void secondWriter_otherKind_andMissingFile_areRefused() throws IOException {
        Path path = written("a", 2);
        try (FrameFile file = FrameFile.open(path, KIND, 0)) {
            JournalException inUse = assertThrows(JournalException.class, () -> FrameFile.open(path, KIND, 0));
            assertTrue(inUse.getMessage().contains("in use by this process"), inUse.getMessage());
            requireFirst(2, readAll(file));
        }
        JournalException kind = assertThrows(JournalException.class, () -> FrameFile.open(path, "other 1", 0));
        assertTrue(kind.getMessage().contains("not a file of this kind"), kind.getMessage());
        FrameFile.open(path, KIND, 0).close();
        Files.delete(path);
        JournalException missing = assertThrows(JournalException.class, () -> FrameFile.open(path, KIND, 0));
        assertTrue(missing.getMessage().contains("missing"), missing.getMessage());
    }

    private FailingStorage failing;

    private FrameFile onFailingDisk(Path path) {
        return FrameFile.open(path, KIND, 0, file -> {
            failing = new FailingStorage(Storage.open(file));
            return failing;
        });
    }

    @Test
    void diskFull_atAnyByte_addsNothing_andGoesOnWhenThereIsSpace() throws IOException {
        Path path = written("a", 2);
        for (int space = 0; space < 8 + 6 + 32; space++) {
            byte[] before = Files.readAllBytes(path);
            try (FrameFile file = onFailingDisk(path)) {
                readAll(file);
                failing.space = space;
                UnwritableFileException full =
                        assertThrows(UnwritableFileException.class, () -> file.append(content(2)));
                assertTrue(full.getMessage().contains("No space left on device"), full.getMessage());
                assertArrayEquals(before, Files.readAllBytes(path));
                failing.space = Long.MAX_VALUE;
                file.append(content(2));
            }
            try (FrameFile file = FrameFile.open(path, KIND, 0)) {
                requireFirst(3, readAll(file));
            }
            Files.write(path, before);
        }
    }

    @Test
    void diskFullAndNothingTakenBack_orNotSynced_takesNoMoreUntilOpenedAgain() throws IOException {
        for (boolean sync : new boolean[] {false, true}) {
            Path path = written("sync " + sync, 2);
            try (FrameFile file = onFailingDisk(path)) {
                readAll(file);
                failing.space = sync ? Long.MAX_VALUE : 20;
                failing.truncateFails = true;
                failing.syncFails = sync;
                assertThrows(UnwritableFileException.class, () -> file.append(content(2)));
                failing.space = Long.MAX_VALUE;
                failing.truncateFails = false;
                failing.syncFails = false;
                JournalException stopped = assertThrows(JournalException.class, () -> file.append(content(2)));
                assertTrue(stopped.getMessage().contains("takes no more"), stopped.getMessage());
            }
            try (FrameFile file = FrameFile.open(path, KIND, 0)) {
                // what was written whole and not synced may be found again
                requireFirst(sync ? 3 : 2, readAll(file));
            }
        }
    }

    /** What is in the way of the file's first bytes stands for a disk without room for them. */
    @Test
    void newFileWithoutRoom_isNotThere_andIsMadeWhenThereIsRoom() throws IOException {
        Path path = temp.resolve("journal");
        Path inTheWay = Files.createDirectories(temp.resolve("journal.new/full"));
        for (int tries = 0; tries < 2; tries++) {
            UnwritableFileException full =
                    assertThrows(UnwritableFileException.class, () -> FrameFile.open(path, KIND, 0));
            assertTrue(full.getMessage().contains(path + " cannot be made: "), full.getMessage());
            assertTrue(Files.notExists(path));
        }
        Files.delete(inTheWay);
        try (FrameFile file = FrameFile.open(path, KIND, 0)) {
            assertTrue(file.next().isEmpty());
        }
    }

    /** A killed writer may have left a record in memory only; whoever reads it counts on it. */
    @Test
    void opening_makesWhatIsReadDurable_orRefuses() {
        Path path = written("a", 1);
        JournalException refused = assertThrows(
                UnwritableFileException.class,
                () -> FrameFile.open(path, KIND, 0, file -> {
                    FailingStorage storage = new FailingStorage(Storage.open(file));
                    storage.syncFails = true;
                    return storage;
                }));
        assertTrue(refused.getMessage().contains("Input/output error"), refused.getMessage());
        FrameFile.open(path, KIND, 0).close();
    }

    @Test
    void readOnlyDisk_isAClearError() {
        Path path = written("a", 1);
        JournalException refused = assertThrows(
                JournalException.class,
                () -> FrameFile.open(path, KIND, 0, file -> {
                    throw new AccessDeniedException(file.toString(), null, "Read-only file system");
                }));
        assertEquals(JournalException.class, refused.getClass(), "waiting does not help");
        assertTrue(refused.getMessage().contains("Read-only file system"), refused.getMessage());
        FrameFile.open(path, KIND, 0).close();
    }

    @Test
    void fileThatGrewBehindItsWriter_isNotWrittenTo() throws IOException {
        Path path = written("a", 1);
        try (FrameFile file = FrameFile.open(path, KIND, 0)) {
            readAll(file);
            Files.write(path, new byte[] {1}, StandardOpenOption.APPEND);
            JournalException refused = assertThrows(JournalException.class, () -> file.append(content(1)));
            assertTrue(refused.getMessage().contains("another program"), refused.getMessage());
        }
    }

    /** A channel would be closed by it, and the file would take no more. */
    @Test
    void interruptWhileARecordIsForced_losesNoRecordAndNoFile() {
        Path path = written("a", 1);
        try (FrameFile file = onFailingDisk(path)) {
            readAll(file);
            failing.interrupts = true;
            file.append(content(1));
            file.append(content(2));
            assertTrue(Thread.interrupted(), "the interrupt is still there for whoever waits for it");
        }
        try (FrameFile file = FrameFile.open(path, KIND, 0)) {
            requireFirst(3, readAll(file));
        }
    }
}
