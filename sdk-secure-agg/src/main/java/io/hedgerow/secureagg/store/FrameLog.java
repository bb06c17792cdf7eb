package io.hedgerow.secureagg.store;

import io.hedgerow.core.round.UnwritableFileException;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.Transcript;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A file that only grows, a record at a time, each durable when {@link #append} returns. A frame is the record's length, a check of the
 * length, the record, and H("frame", hash before, record): records cannot be changed, left out or reordered by accident.
 *
 * <p>A crash may leave a part of the last frame, which is cut away when the file is opened: its append had not returned. Anything
 * else that is not a frame is refused, because a record that was lost in silence is a release that was forgotten. That records at the
 * end are missing as a whole cannot be seen from the file.
 */
final class FrameLog implements AutoCloseable {

    private static final int HEAD = 2 * Integer.BYTES;
    private static final int HASH = 32;
    private static final int LARGEST = 1 << 28;

    private final Path file;
    private final FileChannel channel;
    private final List<byte[]> records = new ArrayList<>();
    private Octets hash;
    private long size;
    private boolean broken;

    private FrameLog(Path file, FileChannel channel, String kind) {
        this.file = file;
        this.channel = channel;
        this.hash = Transcript.of("frames").text(kind).hash();
    }

    static FrameLog open(Path file, String kind) {
        FileChannel channel = null;
        try {
            boolean isNew = !Files.exists(file, LinkOption.NOFOLLOW_LINKS);
            channel = isNew
                    ? PrivateFiles.create(file)
                    : FileChannel.open(
                            file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            requireAlone(file, channel);
            FrameLog log = new FrameLog(file, channel, kind);
            log.read(Files.readAllBytes(file));
            if (isNew) {
                PrivateFiles.sync(file.toAbsolutePath().getParent());
            }
            return log;
        } catch (IOException e) {
            close(channel);
            throw new StoreException("file " + file + " cannot be opened", e);
        } catch (StoreException e) {
            close(channel);
            throw e;
        }
    }

    private static void requireAlone(Path file, FileChannel channel) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            throw new StoreException("file " + file + " must have one writer, is open elsewhere");
        }
    }

    private void read(byte[] all) throws IOException {
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
        if (at < all.length) {
            channel.truncate(at);
        }
        // what a killed writer has left in memory only was read as if it were on the disk; from here on it is
        channel.force(true);
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
            PrivateFiles.writeFully(channel, size, frame);
            channel.force(true);
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
        close(channel);
    }

    private static void close(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new StoreException("a file could not be closed", e);
        }
    }
}
