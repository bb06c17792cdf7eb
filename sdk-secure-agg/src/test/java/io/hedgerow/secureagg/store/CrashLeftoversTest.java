package io.hedgerow.secureagg.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.RatchetState;
import io.hedgerow.secureagg.site.PromisedShares;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed between writing a file and giving it its name leaves secrets beside it. They are overwritten, not just unlinked. */
class CrashLeftoversTest {

    private static final Octets SID = Octets.copyOf(new byte[32]);
    private static final Octets OTHER = Octets.takeOver(filled(32));

    @TempDir
    private Path home;

    private Path directory;
    /** Another name of the same bytes: whoever has the disk sees what became of them. */
    private Path disk;

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createDirectory(home.resolve("site"));
        disk = home.resolve("disk");
    }

    private static byte[] filled(int size) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) 0x55);
        return bytes;
    }

    private void leave(String name) throws IOException {
        Path left = directory.resolve(name);
        Files.write(left, filled(100));
        Files.createLink(disk, left);
    }

    private void requireGone() throws IOException {
        assertArrayEquals(new byte[100], Files.readAllBytes(disk));
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> left =
                    files.filter(file -> file.toString().endsWith(".new")).toList();
            assertEquals(List.of(), left);
        }
    }

    private static PromisedShares promise(int slot) {
        return new PromisedShares(SID, slot, OTHER, List.of(0, 2), 2, new byte[] {1, 2, 3});
    }

    @Test
    void sharesThatWereNeverPromised_areErasedWhenTheStoreOpens() throws IOException {
        leave("promise.new");
        FilePromiseStore store = new FilePromiseStore(directory.resolve("promise"));
        requireGone();
        assertTrue(store.load().isEmpty());
    }

    @Test
    void sharesThatWereNeverPromised_areErasedBeforeASiteSwearsThatTheyAre() throws IOException {
        FilePromiseStore store = new FilePromiseStore(directory.resolve("promise"));
        leave("promise.new");
        store.erase();
        requireGone();
    }

    @Test
    void sharesThatWereNeverPromised_areErasedWhenOthersAre() throws IOException {
        FilePromiseStore store = new FilePromiseStore(directory.resolve("promise"));
        leave("promise.new");
        store.save(promise(4));
        requireGone();
        assertEquals(4, store.load().orElseThrow().slot());
    }

    @Test
    void promisedShares_areOverwrittenWhenTheyAreErased() throws IOException {
        FilePromiseStore store = new FilePromiseStore(directory.resolve("promise"));
        store.save(promise(4));
        Files.createLink(disk, directory.resolve("promise"));
        int size = Math.toIntExact(Files.size(disk));
        store.erase();
        assertArrayEquals(new byte[size], Files.readAllBytes(disk));
        assertTrue(Files.notExists(directory.resolve("promise")));
        assertTrue(Files.notExists(directory.resolve("promise.new")));
    }

    /** Also those of a session that nobody goes on with. */
    @Test
    void keysOfLaterSlots_areErasedWhenTheStoreOpens() throws IOException {
        leave("ratchet-" + OTHER + ".new");
        new FileSlotStore(directory);
        requireGone();
    }

    @Test
    void keysOfLaterSlots_areErasedWhenTheNextAreSaved() throws IOException {
        FileSlotStore store = new FileSlotStore(directory);
        leave("ratchet-" + SID + ".new");
        byte[] state = new byte[Long.BYTES + 36];
        store.save(SID, RatchetState.ofBytes(state));
        requireGone();
        assertArrayEquals(state, store.load(SID).orElseThrow().toBytes());
    }
}
