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
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A file that only grows, a record at a time, each durable when {@link #append} returns. A frame is the record's
 * length, a check of the length, the record, and H("frame", hash before, record): records cannot be changed, left out
 * or reordered by accident.
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

    private static final int HEAD = 2 * Integer.BYTES;
    private static final int HASH = 32;
    private static final int LARGEST = 1 << 28;

    private final Path file;
    private final WriterLock lock;
    private final Storage disk;
    private final List<byte[]> records = new ArrayList<>();
    private Octets hash;
    private long size;
    private @Nullable IOException broken;

    private FrameLog(Path file, WriterLock lock, Storage disk, String kind) {
        this.file = file;
        this.lock = lock;
        this.disk = disk;
        this.hash = Transcript.of("frames").text(kind).hash();
    }

    static FrameLog open(Path path, String kind) {
        return open(path, kind, disk -> disk);
    }

    /** The same, through a disk that may fail. */
    static FrameLog open(Path path, String kind, UnaryOperator<Storage> through) {
        Path file = path.toAbsolutePath().normalize();
        make(file);
        WriterLock lock;
        try {
            lock = WriterLock.acquire(file);
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

    private static void closeQuietly(WriterLock lock) {
        try {
            lock.close();
        } catch (IOException e) {
            // what is thrown says more
        }
    }

    /** Before there is a record, it is on the disk that the file was made. */
    private static void make(Path file) {
        Path made = file.resolveSibling(file.getFileName() + ".made");
        boolean isThere = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        if (!isThere && Files.exists(made)) {
            throw new JournalException(
                    "file " + file + " is missing, but one was made here: bring it back, never an older copy. If it is"
                            + " lost, everything that this data set can give counts as released, and no masked study"
                            + " may use it any more");
        }
        try {
            Path directory =
                    Directories.makePrivate(Objects.requireNonNull(file.getParent(), "a file has a directory"));
            if (!isThere) {
                Files.createFile(file, PrivateFiles.ownerOnly(file));
            }
            if (!Files.exists(made)) {
                Disk.REAL.forceNames(directory);
                Files.createFile(made, PrivateFiles.ownerOnly(made));
                Disk.REAL.forceNames(directory);
            }
        } catch (IOException e) {
            String problem = "file " + file + " could not be made: " + FileReason.of(e);
            throw FileReason.lacksRoom(e)
                    ? new UnwritableFileException(problem + "; free the disk and start again", e)
                    : new JournalException(problem, e);
        }
    }

    private void read(byte[] all) {
        int at = 0;
        while (at < all.length) {
            int left = all.length - at;
            if (isZero(all, at, all.length) || left < HEAD) {
                break;
            }
            ByteBuffer head = ByteBuffer.wrap(all, at, HEAD);
            int length = head.getInt();
            if (head.getInt() != check(length) || !(length >= 0 && length <= LARGEST)) {
                throw damaged(at);
            }
            long end = (long) at + HEAD + length + HASH;
            // bytes that never arrived read as zeros when the file had already been made longer
            if (end > all.length || (end == all.length && isZero(all, all.length - HASH, all.length))) {
                break;
            }
            byte[] entry = new byte[length];
            System.arraycopy(all, at + HEAD, entry, 0, length);
            Octets next = chain(entry);
            if (!Octets.copyOf(all, at + HEAD + length, HASH).equals(next)) {
                throw damaged(at);
            }
            hash = next;
            records.add(entry);
            at = (int) end;
        }
        size = at;
        try {
            if (at < all.length) {
                disk.truncate(at);
            }
            // what a killed writer has left in memory only was read as if it were on the disk; from here on it is
            disk.force();
        } catch (IOException e) {
            throw new UnwritableFileException(
                    "file " + file + " could not be made durable; free the disk and start again", e);
        }
    }

    private JournalException damaged(int at) {
        return new JournalException("file " + file + " is damaged at byte " + at
                + ": a frame there is not the one that was written. Restore it from the disk's own copy, "
                + "never from an older one");
    }

    private static boolean isZero(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /** Never 0 for a length, so that a hole in the file is not a frame. */
    private static int check(int length) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).flip());
        return (int) crc.getValue() | 1;
    }

    private Octets chain(byte[] entry) {
        return Transcript.of("frame").octets(hash).bytes(entry).hash();
    }

    List<byte[]> records() {
        return List.copyOf(records);
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
        if (entry.length > LARGEST) {
            throw new JournalException(
                    "file " + file + ": a record must have at most " + LARGEST + " bytes, has " + entry.length);
        }
        Octets next = chain(entry);
        ByteBuffer frame = ByteBuffer.allocate(HEAD + entry.length + HASH);
        frame.putInt(entry.length)
                .putInt(check(entry.length))
                .put(entry)
                .put(next.toBytes())
                .flip();
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
        hash = next;
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
