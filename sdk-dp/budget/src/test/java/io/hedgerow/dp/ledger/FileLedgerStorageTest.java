// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static io.hedgerow.dp.ledger.LedgerFixtures.PURE;
import static io.hedgerow.dp.ledger.LedgerFixtures.request;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.LedgerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class FileLedgerStorageTest {

    @TempDir
    Path temp;

    private int rounds;

    private Path file() {
        return temp.resolve(FileLedgerStorage.FILE);
    }

    private Path lock() {
        return temp.resolve(FileLedgerStorage.LOCK);
    }

    private String refusal() {
        return assertThrows(LedgerException.class, () -> LedgerFixtures.open(temp))
                .getMessage();
    }

    /** Every call is a round of its own: a ledger lets each through once. */
    private void makeLedger() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            ledger.reserve(request("made", rounds++, PURE));
        }
    }

    @Test
    void open_inADirectoryThatDoesNotExist_makesIt() {
        LedgerFixtures.open(temp.resolve("a/b/c")).close();
        assertTrue(LedgerHistory.isIn(temp.resolve("a/b/c")));
        assertFalse(LedgerHistory.isIn(temp.resolve("a/b")));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void files_areForTheirOwnerOnly() throws IOException {
        makeLedger();
        for (Path file : List.of(file(), lock())) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
    }

    @Test
    void open_ofALedgerInUse_isRefusedAndTheWriterGoesOn() throws IOException {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            assertTrue(refusal().contains("it is in use by this process"), refusal());
            ledger.reserve(request("s", 0, PURE));
            // The refused attempts have not given up the lock that the operating system keeps for this process.
            try (ReservingProcess other = ReservingProcess.start(temp)) {
                String answer = other.next();
                assertTrue(answer.endsWith("it is in use by another process"), answer);
            }
            ledger.reserve(request("s", 1, PURE));
        }
        makeLedger();
        assertEquals(3, LedgerHistory.read(temp).requests().size());
    }

    @Test
    void open_whileAnotherProcessWrites_isRefused() throws IOException {
        try (ReservingProcess other = ReservingProcess.start(temp)) {
            assertEquals("opened 0", other.next());
            assertTrue(refusal().contains("it is in use by another process"), refusal());
            assertTrue(other.next().startsWith("released "));
            assertFalse(LedgerHistory.read(temp).entries().isEmpty(), "reading needs no lock");
        }
    }

    @Test
    void open_afterTheLedgerWasRemoved_makesNoEmptyOne() throws IOException {
        makeLedger();
        Files.delete(file());
        assertThrows(LedgerTamperedException.class, () -> LedgerFixtures.open(temp));
        assertTrue(refusal().contains("is missing, but one was made here"), refusal());
        assertTrue(LedgerHistory.isIn(temp));
    }

    @Test
    void open_afterTheLedgerWasReplacedByAFreshOne_isRefused() throws IOException {
        Path other = temp.resolve("other");
        AccountedLedger.open(
                        other,
                        LedgerFixtures.terms(),
                        LedgerFixtures.cap(),
                        LedgerFixtures.rule(),
                        new LedgerClock(InstantSource.fixed(Instant.EPOCH)))
                .close();
        makeLedger();
        Files.delete(file());
        Files.copy(other.resolve(FileLedgerStorage.FILE), file());
        assertThrows(LedgerTamperedException.class, () -> LedgerFixtures.open(temp));
    }

    /** The lock file is what remembers the last record: without it the end may have been cut, and nobody can tell. */
    @Test
    void open_afterTheLockFileWasLost_isRefusedUntilAPersonHasAcknowledgedTheLedger() throws IOException {
        makeLedger();
        byte[] older = Files.readAllBytes(file());
        makeLedger();
        byte[] newer = Files.readAllBytes(file());
        String anchor = LedgerHistory.read(temp).spent().head();
        for (byte[] left : List.of(newer, older, Arrays.copyOf(newer, newer.length - 20))) {
            Files.write(file(), left);
            Files.delete(lock());
            for (int again = 0; again < 2; again++) { // the first refusal leaves an empty lock file behind
                assertThrows(LedgerTamperedException.class, () -> LedgerFixtures.open(temp));
                assertTrue(refusal().contains("has lost its lock file"), refusal());
            }
            Files.writeString(lock(), "0".repeat(63));
            assertTrue(refusal().contains("has lost its lock file"), refusal());
            assertArrayEquals(left, Files.readAllBytes(file()), "nothing was changed");
            if (left != newer) {
                LedgerException cut =
                        assertThrows(LedgerException.class, () -> LedgerHistory.acknowledge(temp, anchor));
                assertTrue(cut.getMessage().contains("does not continue from the anchor"), cut.getMessage());
                assertThrows(LedgerTamperedException.class, () -> LedgerFixtures.open(temp));
            }
        }
        Files.write(file(), newer);
        LedgerHistory.acknowledge(temp, anchor);
        makeLedger();
        assertEquals(64 + 74, Files.size(lock()));
        assertEquals(3, LedgerHistory.read(temp).requests().size());
    }

    @Test
    void acknowledge_ofWhatNeedsNone_isRefused() throws IOException {
        makeLedger();
        String head = LedgerHistory.read(temp).spent().head();
        String known = assertThrows(LedgerException.class, () -> LedgerHistory.acknowledge(temp, head))
                .getMessage();
        assertTrue(known.contains("has its lock file"), known);
        Files.delete(lock());
        byte[] damaged = Files.readAllBytes(file());
        damaged[damaged.length / 2] ^= 1;
        Files.write(file(), damaged);
        assertThrows(LedgerTamperedException.class, () -> LedgerHistory.acknowledge(temp, head));
        Path nowhere = temp.resolve("nowhere");
        assertThrows(LedgerException.class, () -> LedgerHistory.acknowledge(nowhere, head));
        assertFalse(Files.exists(nowhere));
    }

    @Test
    void acknowledge_keepsTheNewestRecord() throws IOException {
        makeLedger();
        String anchor = LedgerHistory.read(temp).spent().head();
        byte[] older = Files.readAllBytes(file());
        makeLedger();
        Files.delete(lock());
        LedgerHistory.acknowledge(temp, anchor);
        Files.write(file(), older);
        assertTrue(refusal().contains("was cut since or is an older copy"), refusal());
    }

    /** Power goes between the lock file's mark and the ledger's name, or behind the name. */
    @Test
    void open_afterACrashWhileTheLedgerGotItsName_goesOn() throws IOException {
        makeLedger();
        String header = Files.readString(lock()).substring(0, 64);
        Files.writeString(lock(), LedgerMark.making(header).text());
        makeLedger();
        assertFalse(LedgerMark.parse(Files.readString(lock())).making());
        Files.delete(file());
        assertTrue(refusal().contains("is missing, but one was made here"), refusal());
        for (int length = 0; length < 7; length++) {
            Path begun = Files.createDirectory(temp.resolve("begun" + length));
            String torn = LedgerMark.making(header).text().substring(0, 64 + 7 - length);
            Files.writeString(begun.resolve(FileLedgerStorage.LOCK), torn);
            LedgerFixtures.open(begun).close();
        }
    }

    @Test
    void directoryInWhichALedgerFoundNoRoom_holdsNone_andTakesOne() throws IOException {
        Files.createFile(lock());
        assertFalse(LedgerHistory.isIn(temp));
        Files.writeString(lock(), LedgerMark.making("0".repeat(64)).text());
        assertFalse(LedgerHistory.isIn(temp));
        makeLedger();
        assertTrue(LedgerHistory.isIn(temp));
        Files.delete(file());
        assertTrue(LedgerHistory.isIn(temp), "the lock file remembers it");
    }

    @Test
    void reserve_afterTheFileOrTheLockWasMoved_isRefused() throws IOException {
        for (Path moved : List.of(lock(), file())) {
            try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
                Path aside = temp.resolve("aside");
                Files.move(moved, aside);
                LedgerException refused =
                        assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 0, PURE)));
                assertTrue(refused.getMessage().contains("removed or replaced"), refused.getMessage());
                Files.move(aside, moved);
                assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 0, PURE)), "until reopened");
            }
            makeLedger();
        }
    }

    @Test
    void reserve_afterAnotherProgramWrote_isRefusedAndCutsNothing() throws IOException {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            Files.writeString(file(), "x", StandardOpenOption.APPEND);
            long size = Files.size(file());
            LedgerException refused = assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 0, PURE)));
            assertTrue(refused.getMessage().contains("another program has written to it"), refused.getMessage());
            assertEquals(size, Files.size(file()));
        }
        assertThrows(LedgerTamperedException.class, () -> LedgerFixtures.open(temp));
    }

    /** What a restored backup does, and whoever wants budget back with an editor. */
    @Test
    void open_ofAnOlderCopyOrACutLedger_isRefused() throws IOException {
        makeLedger();
        byte[] older = Files.readAllBytes(file());
        makeLedger();
        byte[] newer = Files.readAllBytes(file());
        assertTrue(newer.length > older.length);
        for (byte[] brought : List.of(older, Arrays.copyOf(newer, newer.length - 20))) {
            Files.write(file(), brought);
            assertThrows(LedgerTamperedException.class, () -> LedgerFixtures.open(temp));
            assertTrue(refusal().contains("was cut since or is an older copy"), refusal());
            assertThrows(LedgerTamperedException.class, () -> LedgerHistory.read(temp));
            assertArrayEquals(brought, Files.readAllBytes(file()), "nothing was changed");
        }
        Files.write(file(), newer);
        makeLedger();
        assertEquals(3, LedgerHistory.read(temp).requests().size());
    }

    /** After a crash the lock file does not know the last record: what tells is how the ledger begins. */
    @Test
    void open_ofALedgerThatWasWrittenAnew_isRefused() throws IOException {
        makeLedger();
        String made = LedgerMark.made(Files.readString(lock()).substring(0, 64)).text();
        Path other = temp.resolve("other");
        LedgerClock later = new LedgerClock(() -> LedgerFixtures.CLOCK.instant().plusSeconds(7), Duration.ofMinutes(5));
        AccountedLedger.open(other, LedgerFixtures.terms(), LedgerFixtures.cap(), LedgerFixtures.rule(), later)
                .close();
        Files.writeString(lock(), made);
        byte[] own = Files.readAllBytes(file());
        Files.write(file(), Files.readAllBytes(other.resolve(FileLedgerStorage.FILE)));
        assertThrows(LedgerTamperedException.class, () -> LedgerFixtures.open(temp));
        assertTrue(refusal().contains("does not begin as the one that was made here"), refusal());
        Files.write(file(), own);
        makeLedger();
    }

    /** The lock file of then is in the backup as well: nothing that is in the directory can tell. */
    @Test
    void open_ofAnOlderCopyOfTheWholeDirectory_goesUnnoticedButForAnAnchor() throws IOException {
        makeLedger();
        byte[] older = Files.readAllBytes(file());
        byte[] olderLock = Files.readAllBytes(lock());
        makeLedger();
        String anchor = LedgerHistory.read(temp).spent().head();
        Files.write(file(), older);
        Files.write(lock(), olderLock);
        makeLedger();
        assertFalse(LedgerHistory.read(temp).continuesFrom(anchor));
    }

    @Test
    void mark_thatWasWrittenInPart_countsAsNone() throws IOException {
        makeLedger();
        String mark = Files.readString(lock());
        for (int length = 0; length < mark.length(); length++) {
            Files.writeString(lock(), mark.substring(0, length));
            LedgerMark parsed = LedgerMark.parse(mark.substring(0, length));
            assertTrue(parsed.head().isEmpty());
            assertEquals(length < 64 ? "" : mark.substring(0, 64), parsed.header());
            LedgerHistory.read(temp);
        }
        String other = mark.substring(0, 100) + "0".repeat(38);
        assertTrue(LedgerMark.parse(other).head().isEmpty());
        assertEquals(mark, LedgerMark.parse(mark).text());
        makeLedger();
        assertEquals(2, LedgerHistory.read(temp).requests().size());
    }

    @Test
    void open_afterACrashInTheMiddleOfARecord_cutsItAndSaysSo() throws IOException {
        makeLedger();
        // a process that is killed marks nothing
        Files.writeString(lock(), Files.readString(lock()).substring(0, 64));
        byte[] whole = Files.readAllBytes(file());
        byte[] torn = Arrays.copyOf(whole, whole.length - 20);
        Files.write(file(), torn);
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            assertEquals(1, ledger.notices().size());
            assertTrue(ledger.notices().get(0).contains("bytes of an incomplete last record were cut"));
            assertEquals(0, ledger.spent().spentEpsilon());
        }
        LedgerHistory history = LedgerHistory.read(temp);
        assertEquals(0, history.incompleteBytes());
        assertTrue(history.entries().get(history.entries().size() - 1).record() instanceof LedgerRecord.Recovered);
    }

    @Test
    void open_afterACrashWhileTheLedgerWasMade_makesIt() throws IOException {
        Files.writeString(temp.resolve("hedgerow.ledger.new"), "000001");
        Files.createFile(lock());
        makeLedger();
        assertEquals(1, LedgerHistory.read(temp).requests().size());
    }

    @Test
    void open_whereNothingCanBeWritten_isRefused() throws IOException {
        Path occupied = Files.createFile(temp.resolve("occupied"));
        String message = assertThrows(LedgerException.class, () -> LedgerFixtures.open(occupied))
                .getMessage();
        assertTrue(message.contains("cannot be opened"), message);
        Files.createDirectory(lock());
        assertTrue(refusal().contains("is not a regular file"), refusal());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void open_inADirectoryWithoutPermission_isRefused() {
        // Nobody may make files in /proc, whoever runs this test.
        String message = assertThrows(LedgerException.class, () -> LedgerFixtures.open(Path.of("/proc/self")))
                .getMessage();
        assertTrue(message.startsWith("ledger /proc/self/hedgerow.ledger cannot be opened: "), message);
    }

    @Test
    void open_ofAnEmptyFile_isRefused() throws IOException {
        Files.createFile(file());
        assertThrows(LedgerTamperedException.class, () -> LedgerFixtures.open(temp));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void reserve_beyondTheLargestAllowedFile_recordsNothingAndReleasesNothing() throws IOException {
        // The shell's unit is 512 or 1024 bytes: room for the header and a few records.
        List<String> limited = List.of("/bin/sh", "-c", "ulimit -f 6; exec \"$@\"", "sh");
        long released = 0;
        try (ReservingProcess process = ReservingProcess.start(temp, limited)) {
            assertEquals("opened 0", process.next());
            int failures = 0;
            for (String line = process.next(); line != null; line = process.next()) {
                if (line.startsWith("released ")) {
                    released++;
                } else {
                    assertTrue(line.contains("cannot be written, nothing was recorded: File too large"), line);
                    failures++;
                }
            }
            assertEquals(3, failures);
        }
        assertTrue(released > 0);
        LedgerHistory history = LedgerHistory.read(temp);
        assertEquals(released, history.requests().size());
        assertEquals(0, history.incompleteBytes(), "what was written of the record was taken back");
        makeLedger(); // without the limit
    }
}
