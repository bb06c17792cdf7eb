// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.federation.UnwritableFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoomOnDiskTest {

    private final UnwritableFileException full =
            new UnwritableFileException("file f cannot be written", new IOException("full"));

    @TempDir
    Path directory;

    private final List<Long> pauses = new ArrayList<>();
    private final AtomicLong progress = new AtomicLong();

    private RoomOnDisk room(Path where, long seconds) {
        return new RoomOnDisk(where, Duration.ofSeconds(seconds), progress::get, time -> pauses.add(time.toSeconds()));
    }

    @Test
    void noRoom_pausesGrowToAMinute_andEndWithThePatience() {
        RoomOnDisk room = room(directory.resolve("missing"), 200);
        assertSame(full, assertThrows(UnwritableFileException.class, () -> room.await(full)));
        assertEquals(List.of(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L, 17L), pauses);
    }

    @Test
    void roomAgain_goesOnAfterThePause_andLeavesNothing() throws Exception {
        RoomOnDisk room = room(directory.resolve("later"), 200);
        Files.createDirectory(directory.resolve("later"));
        room.await(full);
        assertEquals(List.of(1L), pauses);
        try (Stream<Path> left = Files.list(directory.resolve("later"))) {
            assertEquals(0, left.count());
        }
    }

    /** A probe that fits says little: the file that failed may be on another disk. */
    @Test
    void sameFailureAgain_theStudyDoesNotTryForEver_butOneThatWentForwardHasAllOfItsPatience() throws Exception {
        RoomOnDisk room = room(directory, 3);
        room.await(full);
        room.await(full);
        assertSame(full, assertThrows(UnwritableFileException.class, () -> room.await(full)));
        assertEquals(List.of(1L, 2L), pauses);
        progress.incrementAndGet();
        room.await(full);
        assertEquals(List.of(1L, 2L, 1L), pauses);
    }
}
