package io.hedgerow.secureagg.store;

import io.hedgerow.core.protocol.UnwritableFileException;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.Transcript;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;

/**
 * A file that only grows, a record at a time, each durable when {@link #append} returns. A frame is the record's length, a check of the
 * length, the record, and H("frame", hash before, record): records cannot be changed, left out or reordered by accident.
 *
 * <p>The file is locked against other processes, and this process remembers what it holds: on many systems closing any other handle of a file
 * gives up the process's locks on it, so there never is one. Reads and writes are not those of a channel, which an interrupt of the thread
 * would close.
 *
 * <p>A crash may leave a part of the last frame, which is cut away when the file is opened: its append had not returned. Anything
 * else that is not a frame is refused, because a record that was lost in silence is a release that was forgotten. For the same reason a
 * file that went missing is not made anew: an empty file beside it, with {@code .made} behind its name, remembers that it was there. That
 * records at the end are missing as a whole cannot be seen from the file.
 */
final class FrameLog implements AutoCloseable {

    private static final int HEAD = 2 * Integer.BYTES;
    private static final int HASH = 32;
    private static final int LARGEST = 1 << 28;

    /** What the operating system keeps per process is kept per process here. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final Path key;
    private final RandomAccessFile disk;
    private final List<byte[]> records = new ArrayList<>();
    private Octets hash;
    private long size;
    private boolean broken;

    private FrameLog(Path file, Path key, RandomAccessFile disk, String kind) {
        this.file = file;
        this.key = key;
        this.disk = disk;
        this.hash = Transcript.of("frames").text(kind).hash();
    }

    static FrameLog open(Path file, String kind) {
        // a pending interrupt would close the channel through which the file is locked
        boolean interrupted = Thread.interrupted();
        try {
            make(file);
            if (Files.isSymbolicLink(file)) {
                throw new StoreException("file " + file + " must be a file of its own, is a link");
            }
            Path key = file.toRealPath();
            if (!HELD.add(key)) {
                throw new StoreException("file " + file + " must have one writer, is open in this process");
            }
            return opened(file, key, kind);
        } catch (IOException e) {
            throw new StoreException("file " + file + " cannot be opened", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Before there is a record, it is on the disk that the file was made. */
    private static void make(Path file) {
        Path made = file.resolveSibling(file.getFileName() + ".made");
        boolean isThere = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        if (!isThere && Files.exists(made)) {
            throw new StoreException(
                    "file " + file + " is missing, but one was made here: bring it back, never an older copy. If it is"
                            + " lost, whatever this data set gave counts as released: use a new version of the data, with a new directory");
        }
        try {
            if (!isThere) {
                PrivateFiles.create(file).close();
            }
            if (!Files.exists(made)) {
                PrivateFiles.sync(file.toAbsolutePath().getParent());
                PrivateFiles.create(made).close();
                PrivateFiles.sync(file.toAbsolutePath().getParent());
            }
        } catch (IOException e) {
            throw new UnwritableFileException("file " + file + " could not be made; free the disk and start again", e);
        }
    }

    private static FrameLog opened(Path file, Path key, String kind) throws IOException {
        RandomAccessFile disk = null;
        boolean done = false;
        try {
            disk = new RandomAccessFile(file.toFile(), "rw");
            if (disk.getChannel().tryLock() == null) {
                throw new StoreException("file " + file + " must have one writer, is open elsewhere");
            }
            FrameLog log = new FrameLog(file, key, disk, kind);
            byte[] all = new byte[Math.toIntExact(disk.length())];
            disk.readFully(all);
            log.read(all);
            done = true;
            return log;
        } finally {
            if (!done) {
                if (disk != null) {
                    disk.close();
                }
                HELD.remove(key);
            }
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
                disk.setLength(at);
            }
            // what a killed writer has left in memory only was read as if it were on the disk; from here on it is
            disk.getFD().sync();
        } catch (IOException e) {
            throw new UnwritableFileException(
                    "file " + file + " could not be made durable; free the disk and start again", e);
        }
    }

    private StoreException damaged(int at) {
        return new StoreException(
                "file " + file + " is damaged at byte " + at
                        + ": a frame there is not the one that was written. Restore it from the disk's own copy, never from an older one");
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

    /** What was in the file when it was opened. */
    List<byte[]> records() {
        return List.copyOf(records);
    }

    void append(byte[] entry) {
        if (broken || entry.length > LARGEST) {
            throw new StoreException("file " + file + " takes no more records; free the disk and start again");
        }
        Octets next = chain(entry);
        ByteBuffer frame = ByteBuffer.allocate(HEAD + entry.length + HASH);
        frame.putInt(entry.length)
                .putInt(check(entry.length))
                .put(entry)
                .put(next.toBytes())
                .flip();
        broken = true;
        try {
            disk.seek(size);
            disk.write(frame.array());
            disk.getFD().sync();
        } catch (IOException e) {
            throw new UnwritableFileException(
                    "file " + file + " could not be written; free the disk and start again", e);
        }
        broken = false;
        size += frame.limit();
        hash = next;
    }

    @Override
    public void close() {
        try {
            disk.close();
        } catch (IOException e) {
            throw new StoreException("file " + file + " could not be closed", e);
        } finally {
            HELD.remove(key);
        }
    }
}
