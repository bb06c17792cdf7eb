// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorArchive.DecidedCohort;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore.ReleaseRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in the files after a crash, after damage, and after a save. */
@Tag("slow")
class FileStoresTest {

    private static final Octets INPUT = Transcript.of("an input").hash();

    @TempDir
    Path directory;

    private static ReleaseRecord masked(long round) {
        Octets hash = Transcript.of("subject").u64(round).hash();
        return new ReleaseRecord(hash, INPUT, List.of(0, 2, 5));
    }

    @Test
    void releases_comeBackInOrder() {
        Path file = directory.resolve("new/releases");
        List<ReleaseRecord> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            try (FileReleaseStore store = new FileReleaseStore(file)) {
                assertEquals(all, store.load());
                ReleaseRecord entry = new ReleaseRecord(INPUT, INPUT, i == 0 ? List.of() : List.of(1, i + 1));
                store.append(entry);
                store.append(masked(100 + i));
                all.add(entry);
                all.add(masked(100 + i));
                assertEquals(all, store.load());
            }
        }
    }

    @Test
    void aRecordThatACrashLeftUnfinished_isCutAway_andTheOthersStay() throws IOException {
        Path file = directory.resolve("releases");
        long whole;
        try (FileReleaseStore store = new FileReleaseStore(file)) {
            store.append(masked(1));
            whole = Files.size(file);
            store.append(masked(2));
        }
        byte[] two = Files.readAllBytes(file);
        for (int length = (int) whole; length < two.length; length++) {
            for (boolean grown : List.of(false, true)) {
                byte[] torn = Arrays.copyOf(two, length);
                // a disk that had made the file longer before it had written the end; the last 32 bytes are the hash
                boolean hashIsGone = length <= two.length - 32;
                Files.write(file, grown && hashIsGone ? Arrays.copyOf(torn, two.length) : torn);
                if (grown && hashIsGone && length >= whole + 4 && length < whole + 8) {
                    // half a head cannot be told from damage: a person decides
                    assertThrows(JournalException.class, () -> new FileReleaseStore(file));
                    continue;
                }
                try (FileReleaseStore store = new FileReleaseStore(file)) {
                    assertEquals(List.of(masked(1)), store.load(), "cut at " + length);
                    store.append(masked(3));
                }
                try (FileReleaseStore store = new FileReleaseStore(file)) {
                    assertEquals(List.of(masked(1), masked(3)), store.load());
                }
            }
        }
    }

    @Test
    void anyFlippedBit_isRefused() throws IOException {
        Path file = directory.resolve("releases");
        try (FileReleaseStore store = new FileReleaseStore(file)) {
            store.append(masked(1));
            store.append(masked(2));
        }
        byte[] good = Files.readAllBytes(file);
        for (int bit = 0; bit < 8 * good.length; bit++) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, bad);
            JournalException refused =
                    assertThrows(JournalException.class, () -> new FileReleaseStore(file), "bit " + bit);
            assertTrue(refused.getMessage().contains("damaged"));
            assertArrayEquals(bad, Files.readAllBytes(file), "evidence stays as it is");
        }
    }

    @Test
    void recordsInAnotherOrder_areRefused() throws IOException {
        Path file = directory.resolve("releases");
        try (FileReleaseStore store = new FileReleaseStore(file)) {
            store.append(masked(1));
            store.append(masked(2));
        }
        byte[] good = Files.readAllBytes(file);
        byte[] swapped = new byte[good.length];
        int half = good.length / 2;
        System.arraycopy(good, half, swapped, 0, half);
        System.arraycopy(good, 0, swapped, half, half);
        Files.write(file, swapped);
        assertThrows(JournalException.class, () -> new FileReleaseStore(file));
    }

    @Test
    void aFileHasOneWriter() {
        Path file = directory.resolve("releases");
        try (FileReleaseStore first = new FileReleaseStore(file)) {
            assertThrows(JournalException.class, () -> new FileReleaseStore(file));
            first.append(masked(1));
        }
        new FileReleaseStore(file).close();
    }

    /** An empty memory would release again what was released. */
    @Test
    void fileThatWentMissing_isRefused_untilItIsBack() throws IOException {
        Path file = directory.resolve("releases");
        try (FileReleaseStore store = new FileReleaseStore(file)) {
            store.append(masked(1));
        }
        Path elsewhere = Files.move(file, directory.resolve("elsewhere"));
        JournalException refused = assertThrows(JournalException.class, () -> new FileReleaseStore(file));
        assertTrue(refused.getMessage().contains("is missing, but one was made here"), refused.getMessage());
        assertTrue(Files.notExists(file));
        Files.move(elsewhere, file);
        try (FileReleaseStore store = new FileReleaseStore(file)) {
            assertEquals(List.of(masked(1)), store.load());
        }
    }

    /** Such a file went on to be used, and is remembered from then on. */
    @Test
    void fileOfAnEarlierRelease_isRememberedFromThenOn() throws IOException {
        Path file = directory.resolve("releases");
        new FileReleaseStore(file).close();
        Files.delete(directory.resolve("releases.made"));
        new FileReleaseStore(file).close();
        Files.delete(file);
        assertThrows(JournalException.class, () -> new FileReleaseStore(file));
    }

    /** A name that is too long for the second file stands for a disk without room for one. */
    @Test
    void fileThatFindsNoRoom_isSomethingToWaitFor() {
        Path file = directory.resolve("r".repeat(252));
        assertThrows(UnwritableFileException.class, () -> new FileReleaseStore(file));
    }

    /** Room would not help, so nobody is told to free the disk. */
    @Test
    void nameInTheWay_isNoFullDisk() throws IOException {
        Path file = directory.resolve("releases");
        Path inTheWay = Files.createSymbolicLink(directory.resolve("releases.made"), directory.resolve("nowhere"));
        for (int tries = 0; tries < 2; tries++) {
            JournalException refused = assertThrows(JournalException.class, () -> new FileReleaseStore(file));
            assertTrue(refused.getMessage().contains("exists already"), refused.getMessage());
        }
        Files.delete(inTheWay);
        try (FileReleaseStore store = new FileReleaseStore(file)) {
            assertEquals(List.of(), store.load());
        }
    }

    /** On POSIX closing any handle of a file gives up the locks that the process has on it. */
    @Test
    void aFileHasOneWriterAmongProcesses() throws IOException, InterruptedException {
        Path file = directory.resolve("releases");
        try (FileReleaseStore first = new FileReleaseStore(file)) {
            first.append(masked(1));
            assertThrows(JournalException.class, () -> new FileReleaseStore(file));
            assertEquals(1, otherProcess(file), "another process must be refused");
        }
        assertEquals(0, otherProcess(file), "another process must get it now");
    }

    private static int otherProcess(Path file) throws IOException, InterruptedException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Opening.class.getName(),
                        file.toString())
                .inheritIO()
                .start()
                .waitFor();
    }

    /** Another process: 0 when it gets the file, 1 when it is refused. */
    static final class Opening {
        public static void main(String[] arguments) {
            try {
                new FileReleaseStore(Path.of(arguments[0])).close();
            } catch (JournalException refused) {
                System.exit(1);
            }
        }
    }

    @Test
    void anInterrupt_stopsNoWriteAndLosesNoFile() {
        Path file = directory.resolve("releases");
        try (FileReleaseStore store = new FileReleaseStore(file)) {
            Thread.currentThread().interrupt();
            store.append(masked(1));
            store.append(masked(2));
            assertTrue(Thread.interrupted(), "the interrupt is still there for whoever waits for it");
        }
        Thread.currentThread().interrupt();
        try (FileReleaseStore store = new FileReleaseStore(file)) {
            assertTrue(Thread.interrupted());
            assertEquals(List.of(masked(1), masked(2)), store.load());
        }
    }

    /** What a coordinator finds again. */
    @Test
    void aDecidedCohort_comesBack_isReplaced_andRefusedWhenDamaged() throws IOException {
        Path home = directory.resolve("masks");
        assertEquals(Optional.empty(), new FileCoordinatorArchive(home).last());
        assertTrue(Files.notExists(home), "nothing is written where nothing is decided");
        DecidedCohort first = new DecidedCohort(INPUT, List.of(0, 1, 4));
        DecidedCohort second = new DecidedCohort(Transcript.of("next").hash(), List.of(0, 1));
        FileCoordinatorArchive archive = new FileCoordinatorArchive(home);
        archive.decided(first);
        assertEquals(Optional.of(first), archive.last());
        assertEquals(Optional.of(first), new FileCoordinatorArchive(home).last());
        archive.decided(second);
        assertEquals(Optional.of(second), new FileCoordinatorArchive(home).last());
        Path file = home.resolve("cohort");
        byte[] good = Files.readAllBytes(file);
        for (int bit = 0; bit < 8 * good.length; bit++) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, bad);
            assertThrows(JournalException.class, () -> new FileCoordinatorArchive(home));
        }
    }
}
