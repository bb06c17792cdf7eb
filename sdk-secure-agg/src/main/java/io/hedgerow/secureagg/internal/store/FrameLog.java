// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.store;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.Directories;
import io.hedgerow.core.internal.file.Disk;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.internal.file.Storage;
import io.hedgerow.core.internal.file.WriterLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A durable append-only log file of records, each stored as one of its {@link Frames}.
 *
 * <p>The file itself is locked, so it is read and written through the {@link WriterLock}.
 *
 * <p>A crash may leave a part of the last frame, which is cut away when the file is opened: its append had not
 * returned. Anything else that is not a frame is refused, because a record that was lost in silence is a release that
 * was forgotten. For the same reason a file that went missing is not made anew: an empty file beside it, with
 * {@code .made} behind its name, remembers that it was there. That records at the end are missing as a whole cannot be
 * seen from the file.
 */
final class FrameLog implements AutoCloseable {

    private final Path file;
    private final WriterLock lock;
    private final Storage disk;
    private final Frames frames;
    private long size;
    private @Nullable IOException broken;

    private FrameLog(Path file, WriterLock lock, Storage disk, String kind) {
        this.file = file;
        this.lock = lock;
        this.disk = disk;
        this.frames = new Frames(file, kind);
    }

    static FrameLog open(Path path, String kind) {
        return open(path, kind, disk -> disk);
    }

    /** The same, after another writer that has the file. */
    static FrameLog await(Path path, String kind) {
        return open(path, kind, disk -> disk, WriterLock::await);
    }

    /** The same, through a disk that may fail. */
    static FrameLog open(Path path, String kind, UnaryOperator<Storage> through) {
        return open(path, kind, through, WriterLock::acquire);
    }

    private interface Locking {
        WriterLock lock(Path file) throws IOException;
    }

    private static FrameLog open(Path path, String kind, UnaryOperator<Storage> through, Locking locking) {
        Path file = path.toAbsolutePath().normalize();
        make(file);
        WriterLock lock;
        try {
            lock = locking.lock(file);
        } catch (IOException e) {
            throw new JournalException("file " + file + " cannot be opened: " + FileReason.of(e), e);
        }
        boolean done = false;
        try {
            Storage disk = through.apply(lock.storage());
            FrameLog log = new FrameLog(file, lock, disk, kind);
            log.read(disk.readFully(0, Math.toIntExact(disk.size())));
            done = true;
            return log;
        } catch (IOException e) {
            throw new JournalException("file " + file + " cannot be read: " + FileReason.of(e), e);
        } finally {
            if (!done) {
                closeQuietly(lock);
            }
        }
    }

    /**
     * The records of a file that cannot be written: without a lock, and what was not acknowledged is left out. Changes
     * nothing.
     */
    static List<byte[]> readOnly(Path path, String kind) {
        Path file = path.toAbsolutePath().normalize();
        Frames frames = new Frames(file, kind);
        if (!requireNotLost(file)) {
            return List.of();
        }
        try {
            frames.read(Files.readAllBytes(file));
            return frames.records();
        } catch (IOException e) {
            throw new JournalException("file " + file + " cannot be read: " + FileReason.of(e), e);
        }
    }

    private static void closeQuietly(WriterLock lock) {
        try {
            lock.close();
        } catch (IOException e) {
            // what is thrown says more
        }
    }

    /** Before there is a record, it is on the disk that the file was made. */
    private static void make(Path file) {
        Path made = made(file);
        boolean isThere = requireNotLost(file);
        try {
            Path directory =
                    Directories.makePrivate(Objects.requireNonNull(file.getParent(), "a file has a directory"));
            if (!isThere) {
                createUnlessThere(file);
            }
            if (!Files.exists(made)) {
                Disk.REAL.forceNames(directory);
                createUnlessThere(made);
                Disk.REAL.forceNames(directory);
            }
        } catch (IOException e) {
            String problem = "file " + file + " could not be made: " + FileReason.of(e);
            throw FileReason.lacksRoom(e)
                    ? new UnwritableFileException(problem + "; free the disk and start again", e)
                    : new JournalException(problem, e);
        }
    }

    private static Path made(Path file) {
        return file.resolveSibling(file.getFileName() + ".made");
    }

    /** Whether the file is there; refuses one that was made and is gone. */
    private static boolean requireNotLost(Path file) {
        boolean isThere = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        if (!isThere && Files.exists(made(file))) {
            throw new JournalException(
                    "file " + file + " is missing, but one was made here: bring it back, never an older copy. If it is"
                            + " lost, everything that this data set can give counts as released, and no masked study"
                            + " may use it any more");
        }
        return isThere;
    }

    /** Another process may make the same file at the same time. */
    private static void createUnlessThere(Path file) throws IOException {
        try {
            Files.createFile(file, PrivateFiles.ownerOnly(file));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
        }
    }

    private void read(byte[] all) {
        frames.read(all);
        size = frames.size();
        try {
            if (size < all.length) {
                disk.truncate(size);
            }
            // what a killed writer has left in memory only was read as if it were on the disk; from here on it is
            disk.force();
        } catch (IOException e) {
            throw new UnwritableFileException(
                    "file " + file + " could not be made durable; free the disk and start again", e);
        }
    }

    List<byte[]> records() {
        return frames.records();
    }

    /**
     * Appends a record.
     *
     * @throws UnwritableFileException when it may not be on the disk; so is every later one until the file is opened
     *     again, for all that share it
     */
    void append(byte[] entry) {
        if (broken != null) {
            throw new UnwritableFileException(
                    "file " + file + " takes no more records; free the disk and start again", broken);
        }
        ByteBuffer frame = frames.next(entry);
        broken = new IOException("a record may be on the disk in part");
        try {
            disk.write(frame, size);
            disk.force();
        } catch (IOException e) {
            broken = e;
            throw new UnwritableFileException(
                    "file " + file + " could not be written; free the disk and start again", e);
        }
        broken = null;
        size += frame.limit();
        frames.wrote();
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new JournalException("file " + file + " could not be closed: " + FileReason.of(e), e);
        }
    }
}
