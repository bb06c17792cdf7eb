package io.hedgerow.dp.ledger;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * At most one writer per ledger, in this process and among processes. A lock file of its own is locked, never removed,
 * and never opened for anything else: on many systems closing any handle of a file gives up the process's locks on it.
 * For the same reason this process remembers what it holds, and looks there before it opens the file. What the operating
 * system keeps per process is kept per process here: the set is the one thing in this package that all ledgers share.
 */
final class LedgerLock implements Closeable {

    private static final int LONGEST_MARK = 200;

    /**
     * What is held, with its channel: a ledger that is dropped without being closed stays locked, instead of losing its handle
     * to the garbage collector while its key, which another file may get, stays here.
     */
    private static final Map<Object, Object> HELD = new ConcurrentHashMap<>();

    private final Path file;
    private final Object key;
    private final FileChannel channel;
    private final Disk disk;

    private LedgerLock(Path file, Object key, FileChannel channel, Disk disk) {
        this.file = file;
        this.key = key;
        this.channel = channel;
        this.disk = disk;
    }

    static LedgerLock acquire(Path file, Disk disk) throws IOException {
        try {
            Files.createFile(file, PrivateFiles.attributes(file));
        } catch (FileAlreadyExistsException e) {
            // left by an earlier writer, as it should be
        }
        Object key = key(file);
        if (key == null) {
            throw new IOException("the lock file " + file.getFileName() + " was removed while it was opened");
        }
        if (HELD.putIfAbsent(key, file) != null) {
            throw new IOException("it is in use by this process");
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            HELD.put(key, channel);
            @Nullable FileLock lock = channel.tryLock();
            if (lock != null) {
                LedgerLock held = new LedgerLock(file, key, channel, disk);
                held.requireHeld();
                return held;
            }
            throw new IOException("it is in use by another process");
        } catch (IOException | OverlappingFileLockException e) {
            HELD.remove(key);
            if (channel != null) {
                channel.close();
            }
            throw e instanceof IOException io ? io : new IOException("it is in use by this process", e);
        }
    }

    /** What the lock file says; empty when it is new. */
    String mark() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST_MARK);
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
            // until the file ends
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
    }

    /** Writes into the lock file, durably. */
    void setMark(String mark) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(mark.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            channel.write(bytes, bytes.position());
        }
        disk.force(file, channel, true);
    }

    /** Whoever removes the lock file lets a second writer in; the first one notices here. */
    void requireHeld() throws IOException {
        if (!channel.isOpen() || !key.equals(key(file))) {
            throw new IOException("its lock file " + file.getFileName() + " was removed or replaced");
        }
    }

    /** Tells files apart, whatever their paths; null when there is none. */
    static @Nullable Object key(Path file) throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isRegularFile()) {
                throw new IOException(file.getFileName() + " is not a regular file");
            }
            return attributes.fileKey() == null ? file.toRealPath() : attributes.fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HELD.remove(key);
        }
    }
}
