// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that several studies share, on a disk that fails. */
class FrameLogTest {

    @TempDir
    Path directory;

    /** A file on a disk that makes nothing durable while it is sick. */
    private static final class SickDisk implements Storage {
        private final Storage healthy;
        private boolean sick;

        SickDisk(Storage healthy) {
            this.healthy = healthy;
        }

        @Override
        public long size() throws IOException {
            return healthy.size();
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            return healthy.read(into, position);
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            healthy.write(from, position);
        }

        @Override
        public void force() throws IOException {
            if (sick) {
                throw new IOException("Input/output error");
            }
            healthy.force();
        }

        @Override
        public void truncate(long length) throws IOException {
            healthy.truncate(length);
        }

        @Override
        public void close() throws IOException {
            healthy.close();
        }
    }

    private static byte[] record(int value) {
        return new byte[] {(byte) value, 0, 7};
    }

    @Test
    void append_afterARecordThatMayNotBeOnTheDisk_isSomethingToWaitFor_forAllThatShareTheFile() {
        Path file = directory.resolve("claims");
        SickDisk[] disk = new SickDisk[1];
        try (FrameLog shared = FrameLog.open(file, "claims", open -> {
            disk[0] = new SickDisk(open);
            return disk[0];
        })) {
            shared.append(record(1));
            disk[0].sick = true;
            assertThrows(UnwritableFileException.class, () -> shared.append(record(2)));
            disk[0].sick = false;
            for (int tries = 0; tries < 2; tries++) {
                UnwritableFileException later =
                        assertThrows(UnwritableFileException.class, () -> shared.append(record(3)));
                assertTrue(later.getMessage().contains("takes no more records"), later.getMessage());
            }
        }
        try (FrameLog again = FrameLog.open(file, "claims")) {
            assertEquals(2, again.records().size(), "what may be on the disk counts once it is found there");
            again.append(record(3));
        }
        try (FrameLog last = FrameLog.open(file, "claims")) {
            assertArrayEquals(record(3), last.records().get(2));
        }
    }

    @Test
    void aFileThatIsDamaged_isNothingToWaitFor() throws IOException {
        Path file = directory.resolve("claims");
        try (FrameLog log = FrameLog.open(file, "claims")) {
            log.append(record(1));
        }
        byte[] bad = Files.readAllBytes(file);
        bad[9] ^= 1;
        Files.write(file, bad);
        assertThrows(JournalException.class, () -> FrameLog.open(file, "claims"));
    }
}
