package io.hedgerow.transport.internal.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * At most one writer, in this process and among processes. A lock file of its own is locked and never removed. On many
 * systems closing any handle of a file gives up the process's locks on it; so this process remembers what it holds, and looks
 * there before it opens the file. The lock file also remembers that the file behind it was made, so that one that went
 * missing is not replaced by an empty one in silence.
 */
final class WriterLock implements Closeable {

    /** What the operating system keeps per process is kept per process here. */
    private static final Map<Path, FileChannel> HELD = new ConcurrentHashMap<>();

    private static final byte MADE = 'm';

    private final Path key;
    private final FileChannel channel;

    private WriterLock(Path key, FileChannel channel) {
        this.key = key;
        this.channel = channel;
    }

    static WriterLock acquire(Path file) throws IOException {
        try {
            Files.createFile(file, Directories.ownerOnly(file));
        } catch (FileAlreadyExistsException e) {
            // left by an earlier writer, as it should be
        }
        Path key = file.toRealPath();
        synchronized (HELD) {
            if (HELD.containsKey(key)) {
                throw new IOException("it is in use by this process");
            }
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
            @Nullable FileLock lock = null;
            try {
                lock = channel.tryLock();
            } catch (OverlappingFileLockException e) {
                throw new IOException("it is in use by this process", e);
            } finally {
                if (lock == null) {
                    channel.close();
                }
            }
            if (lock == null) {
                throw new IOException("it is in use by another process");
            }
            HELD.put(key, channel);
            return new WriterLock(key, channel);
        }
    }

    boolean wasMade() throws IOException {
        return channel.size() > 0;
    }

    void markMade() throws IOException {
        channel.write(ByteBuffer.wrap(new byte[] {MADE}), 0);
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        synchronized (HELD) {
            try {
                channel.close();
            } finally {
                HELD.remove(key, channel);
            }
        }
    }
}
