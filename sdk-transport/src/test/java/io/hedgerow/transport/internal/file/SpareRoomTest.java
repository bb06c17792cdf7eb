// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record that a full disk has no room for is in the room that was taken before, and in the file with the next. */
class SpareRoomTest {

    private static final String KIND = "test 1";
    private static final int ROOM = 100;

    @TempDir
    private Path temp;

    /** Bytes that still fit on the disk; what is there already can be written over. */
    private long space = Long.MAX_VALUE;

    private Storage opened(Path path) throws IOException {
        FailingStorage storage = new FailingStorage(Storage.open(path));
        if (!path.getFileName().toString().endsWith(".room")) {
            storage.space = space;
        }
        return storage;
    }

    private Path path() {
        return temp.resolve("journal");
    }

    private Path room() {
        return temp.resolve("journal.room");
    }

    private FrameFile open() {
        return FrameFile.open(path(), KIND, ROOM, this::opened);
    }

    private static List<String> readAll(FrameFile file) {
        List<String> all = new ArrayList<>();
        for (Optional<byte[]> next = file.next(); next.isPresent(); next = file.next()) {
            all.add(new String(next.get(), StandardCharsets.US_ASCII));
        }
        return all;
    }

    private static void add(FrameFile file, String record) {
        file.append(record.getBytes(StandardCharsets.US_ASCII));
    }

    private void addUnlessFull(String record, String... before) {
        try (FrameFile file = open()) {
            assertEquals(List.of(before), readAll(file));
            assertThrows(UnwritableFileException.class, () -> add(file, record));
        }
    }

    private void requireThere(String... records) {
        try (FrameFile file = open()) {
            assertEquals(List.of(records), readAll(file));
        }
    }

    @Test
    void recordThatTheFileHasNoRoomFor_isThereWhenTheFileIsOpenedAgain_once() throws IOException {
        try (FrameFile file = open()) {
            assertEquals(List.of(), readAll(file));
            add(file, "first");
        }
        long length = Files.size(path());
        space = 3;
        addUnlessFull("second", "first");
        assertEquals(length, Files.size(path()), "the file is as it was");
        space = Long.MAX_VALUE;
        try (FrameFile file = open()) {
            assertEquals(List.of("first", "second"), readAll(file));
            add(file, "third");
        }
        requireThere("first", "second", "third");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(room())));
    }

    @Test
    void fileThatHasNoRoomYet_isNotReadToItsEnd_andLosesNothing() {
        space = 0;
        addUnlessFull("first");
        for (int start = 0; start < 2; start++) {
            try (FrameFile file = open()) {
                assertThrows(UnwritableFileException.class, file::next);
            }
        }
        space = Long.MAX_VALUE;
        requireThere("first");
    }

    @Test
    void recordThatIsKeptInPartOnly_orIsTooLarge_isNotThere() throws IOException {
        space = 0;
        addUnlessFull("first");
        byte[] kept = Files.readAllBytes(room());
        kept[9] ^= 1;
        Files.write(room(), kept);
        space = Long.MAX_VALUE;
        requireThere();
        space = 0;
        addUnlessFull("x".repeat(ROOM + 1));
        space = Long.MAX_VALUE;
        requireThere();
    }

    @Test
    void diskWithoutTheRoom_isToldBeforeAnythingIsAdded() throws IOException {
        Files.createDirectories(temp.resolve("journal.room.new").resolve("full"));
        UnwritableFileException full = assertThrows(UnwritableFileException.class, this::open);
        assertTrue(full.getMessage().contains("nothing was spent"), full.getMessage());
    }
}
