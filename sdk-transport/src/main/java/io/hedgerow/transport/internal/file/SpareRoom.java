// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.file;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.AppendFile;
import io.hedgerow.core.internal.file.Disk;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.internal.file.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/**
 * Room on the disk for one record of a growing file. A record for which the file has no room is written over it, so a
 * full disk loses nothing; the owner learns from the record's hash whether it is sound and continues the file. A file
 * system that copies on write, or compresses zeros, may still have no room: then nothing is kept. For one thread at a
 * time.
 */
final class SpareRoom implements Closeable {

    private final Path file;
    private final Storage storage;
    private final long bytes;

    private SpareRoom(Path file, Storage storage, long bytes) {
        this.file = file;
        this.storage = storage;
        this.bytes = bytes;
    }

    /** Opens the room, and takes it where there is less; throws when there is not so much. */
    static SpareRoom open(Path file, int bytes, AppendFile.Opening opening) {
        try {
            if (Files.notExists(file)) {
                Path unnamed = PrivateFiles.unnamed(file);
                PrivateFiles.write(unnamed, new byte[bytes], Disk.REAL);
                Files.move(unnamed, file, StandardCopyOption.ATOMIC_MOVE);
                Disk.REAL.forceNames(
                        Objects.requireNonNull(file.toAbsolutePath().getParent()));
            }
            Storage storage = opening.open(file);
            long size = storage.size();
            if (size < bytes) {
                storage.write(ByteBuffer.allocate((int) (bytes - size)), size);
                storage.force();
            }
            return new SpareRoom(file, storage, Math.max(size, bytes));
        } catch (IOException e) {
            String message =
                    "file " + file + " cannot have the room that a round needs, nothing was spent: " + FileReason.of(e);
            throw FileReason.stays(e) ? new JournalException(message, e) : new UnwritableFileException(message, e);
        }
    }

    /** Replaces the kept record, durably; after a failure no sound record is kept. */
    void keep(byte[] record) {
        if (record.length > bytes) {
            return;
        }
        try {
            storage.write(ByteBuffer.wrap(record), 0);
            storage.force();
        } catch (IOException e) {
            // as without the room; its hash says what there is
        }
    }

    /** The record that was kept last, with any rest behind it. */
    byte[] kept() {
        try {
            return storage.readFully(0, (int) bytes);
        } catch (IOException e) {
            throw new JournalException("file " + file + " cannot be read: " + FileReason.of(e), e);
        }
    }

    @Override
    public void close() {
        try {
            storage.close();
        } catch (IOException e) {
            // what is kept was forced
        }
    }
}
