// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import io.hedgerow.core.internal.text.Words;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An open file on disk. Not a channel, because an interrupt of the thread closes channels. */
final class OpenFile implements Storage {

    private final RandomAccessFile disk;

    private OpenFile(RandomAccessFile disk) {
        this.disk = disk;
    }

    /** Opens an existing file; checks before, as opening makes files, and after, as another process may be quick. */
    static OpenFile existing(Path file) throws IOException {
        Object before = FileKey.of(file).orElseThrow(() -> new NoSuchFileException(file.toString()));
        RandomAccessFile disk = opened(file);
        try {
            if (!FileKey.of(file).equals(Optional.of(before))) {
                throw new IOException(file.getFileName() + " was removed or replaced while it was opened");
            }
        } catch (IOException e) {
            disk.close();
            throw e;
        }
        return new OpenFile(disk);
    }

    /** Words a failure as the file system does, so that a lack of room is recognised. */
    private static RandomAccessFile opened(Path file) throws IOException {
        try {
            return new RandomAccessFile(file.toFile(), "rw");
        } catch (FileNotFoundException e) {
            String name = file.toString();
            if (!Files.isWritable(file)) {
                throw new AccessDeniedException(name);
            }
            String reason = Words.reason(e).replace(name, "").strip();
            throw new FileSystemException(name, null, reason.replaceAll("^\\(|\\)$", ""));
        }
    }

    /** Whether this process got the lock; no other has it until it is closed. */
    boolean tryLock(boolean waiting) throws IOException {
        // the lock needs a channel, which an interrupt that is pending would close
        boolean interrupted = Thread.interrupted();
        try {
            @Nullable FileLock lock =
                    waiting ? disk.getChannel().lock() : disk.getChannel().tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            throw new IOException("it is in use by this process", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public long size() throws IOException {
        return disk.length();
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        disk.seek(position);
        int count = disk.read(into.array(), into.arrayOffset() + into.position(), into.remaining());
        into.position(into.position() + Math.max(count, 0));
        return count;
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
        disk.seek(position);
        disk.write(from.array(), from.arrayOffset() + from.position(), from.remaining());
        from.position(from.limit());
    }

    @Override
    public void force() throws IOException {
        disk.getFD().sync();
    }

    @Override
    public void truncate(long length) throws IOException {
        disk.setLength(length);
    }

    @Override
    public void close() throws IOException {
        disk.close();
    }
}
