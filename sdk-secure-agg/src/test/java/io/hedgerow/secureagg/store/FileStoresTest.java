package io.hedgerow.secureagg.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.RatchetState;
import io.hedgerow.secureagg.key.Transcript;
import io.hedgerow.secureagg.policy.ReleaseRecord;
import io.hedgerow.secureagg.policy.ReleaseRecord.Event;
import io.hedgerow.secureagg.site.PromisedShares;
import io.hedgerow.secureagg.site.SessionRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in the files after a crash, after damage, and after a save. */
class FileStoresTest {

    private static final Octets SID = Transcript.of("session one").hash();
    private static final Octets OTHER = Transcript.of("session two").hash();

    @TempDir
    Path directory;

    private static ReleaseRecord masked(long slot) {
        Octets hash = Transcript.of("context").u64(slot).hash();
        return new ReleaseRecord(Event.MASKED, SID, slot, hash, SID, 4, 3, List.of(0, 2, 5), List.of(0, 1, 2, 5));
    }

    private static RatchetState state(long slot, int fill) {
        byte[] chain = new byte[32];
        Arrays.fill(chain, (byte) fill);
        return new RatchetState(slot, Map.of(3, chain));
    }

    private static SessionRecord session(Octets sid, long slot) {
        return new SessionRecord(
                sid, SID, OTHER, List.of(0, 1, 4), Transcript.of("r").u64(slot).hash(), slot);
    }

    @Test
    void releases_comeBackInOrder() {
        Path file = directory.resolve("new/releases");
        List<ReleaseRecord> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            try (FileReleaseStore store = new FileReleaseStore(file)) {
                assertEquals(all, store.load());
                ReleaseRecord entry = new ReleaseRecord(
                        List.of(Event.values()).get(i),
                        SID,
                        i,
                        Octets.empty(),
                        SID,
                        0,
                        0,
                        i == 0 ? List.of() : List.of(1, i + 1),
                        List.of());
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
                    assertThrows(StoreException.class, () -> new FileReleaseStore(file));
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
            StoreException refused = assertThrows(StoreException.class, () -> new FileReleaseStore(file), "bit " + bit);
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
        assertThrows(StoreException.class, () -> new FileReleaseStore(file));
    }

    @Test
    void aFileHasOneWriter() {
        Path file = directory.resolve("releases");
        try (FileReleaseStore first = new FileReleaseStore(file)) {
            assertThrows(StoreException.class, () -> new FileReleaseStore(file));
            first.append(masked(1));
        }
        new FileReleaseStore(file).close();
    }

    @Test
    void aRatchetThatWasSaved_leavesNothingOfTheOneBefore() throws IOException {
        FileSlotStore store = new FileSlotStore(directory);
        assertEquals(Optional.empty(), store.load(SID));
        store.save(SID, state(0, 0x55));
        Path file = directory.resolve("ratchet-" + SID);
        // a reader that had the file open sees what became of the old content in its place
        try (var open = Files.newByteChannel(file)) {
            store.save(SID, state(1, 0x66));
            assertEquals(1, new FileSlotStore(directory).load(SID).orElseThrow().nextSlot());
            var old = java.nio.ByteBuffer.allocate((int) open.size());
            open.read(old);
            assertFalse(contains(old.array(), 0x55), "the old chain key is overwritten");
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path any : files.toList()) {
                assertFalse(contains(Files.readAllBytes(any), 0x55), any.toString());
                assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(any)));
            }
        }
        assertArrayEquals(
                state(1, 0x66).toBytes(), store.load(SID).orElseThrow().toBytes());
    }

    private static boolean contains(byte[] bytes, int chain) {
        int run = 0;
        for (byte one : bytes) {
            run = one == (byte) chain ? run + 1 : 0;
            if (run == 8) {
                return true;
            }
        }
        return false;
    }

    @Test
    void aCrashBeforeTheNewNameLeavesTheOldState_andADamagedOneIsRefused() throws IOException {
        FileSlotStore store = new FileSlotStore(directory);
        store.save(SID, state(7, 1));
        Files.write(directory.resolve("ratchet-" + SID + ".new"), new byte[] {1, 2, 3});
        assertEquals(7, new FileSlotStore(directory).load(SID).orElseThrow().nextSlot());
        store.save(SID, state(8, 2));
        assertEquals(8, new FileSlotStore(directory).load(SID).orElseThrow().nextSlot());
        Path file = directory.resolve("ratchet-" + SID);
        byte[] good = Files.readAllBytes(file);
        for (int length = 0; length < good.length; length++) {
            Files.write(file, Arrays.copyOf(good, length));
            assertThrows(StoreException.class, () -> store.load(SID));
        }
        for (int bit = 0; bit < 8 * good.length; bit++) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, bad);
            assertThrows(StoreException.class, () -> store.load(SID));
        }
        // the state of one session is not that of another
        Files.write(directory.resolve("ratchet-" + OTHER), good);
        assertThrows(StoreException.class, () -> store.load(OTHER));
    }

    private static PromisedShares promise(long slot) {
        return new PromisedShares(SID, slot, OTHER, List.of(0, 2, 5), 3, new byte[] {1, 2, 3});
    }

    @Test
    void promisedShares_areReplaced_thenErased_andShowNoShare() throws IOException {
        try (SiteMemory memory = new SiteMemory(directory.resolve("site"))) {
            memory.promises().erase();
            assertTrue(memory.promises().load().isEmpty());
            memory.promises().save(promise(4));
            memory.promises().save(promise(7));
        }
        Path file = directory.resolve("site").resolve("promise");
        byte[] good = Files.readAllBytes(file);
        try (SiteMemory memory = new SiteMemory(directory.resolve("site"))) {
            PromisedShares kept = memory.promises().load().orElseThrow();
            assertEquals(SID, kept.sid());
            assertEquals(7, kept.slot());
            assertEquals(OTHER, kept.ctx2());
            assertEquals(List.of(0, 2, 5), kept.survivors());
            assertEquals(3, kept.threshold());
            assertArrayEquals(new byte[] {1, 2, 3}, kept.answer());
            assertEquals("PromisedShares[slot=7, survivors=[0, 2, 5]]", kept.toString());
            for (int bit = 0; bit < 8 * good.length; bit++) {
                byte[] bad = good.clone();
                bad[bit / 8] ^= (byte) (1 << bit % 8);
                Files.write(file, bad);
                assertThrows(StoreException.class, () -> memory.promises().load());
            }
            memory.promises().erase();
            assertTrue(memory.promises().load().isEmpty());
            assertTrue(Files.notExists(file));
            kept.close();
            assertArrayEquals(new byte[3], kept.answer());
        }
    }

    @Test
    void aNewSession_erasesTheRatchetOfTheOneBefore() throws IOException {
        try (SiteMemory memory = new SiteMemory(directory.resolve("site"))) {
            assertEquals(Optional.empty(), memory.load());
            memory.slots().save(SID, state(0, 1));
            memory.save(session(SID, -1));
            memory.slots().save(OTHER, state(0, 2));
            assertTrue(memory.slots().load(SID).isPresent());
            memory.save(session(OTHER, -1));
            assertTrue(memory.slots().load(SID).isEmpty());
            memory.save(session(OTHER, 5));
            memory.releases().append(masked(5));
        }
        try (SiteMemory memory = new SiteMemory(directory.resolve("site"))) {
            assertEquals(session(OTHER, 5), memory.load().orElseThrow());
            assertTrue(memory.slots().load(OTHER).isPresent());
            assertEquals(List.of(masked(5)), memory.releases().load());
        }
    }
}
