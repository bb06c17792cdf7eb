// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Locks a file for at most one writer, in this process and among processes. A file is locked and read and written
 * through one handle: on many systems closing any handle of a file gives up the process's locks on it. For the same
 * reason this process remembers its locks, and looks there before it opens the file: the only shared state here, as the
 * operating system keeps locks per process. A lock file is never removed, and can hold a {@link #mark}.
 */
public final class WriterLock implements Closeable {

    private static final int LONGEST_MARK = 200;

    /**
     * The held locks with their handles, so that one dropped without being closed stays, instead of losing its handle
     * to the garbage collector while its key, which another file may get, stays here.
     */
    private static final Map<Object, Object> HELD = new ConcurrentHashMap<>();

    private final Path file;
    private final Object key;
    private final Storage open;
    private final Disk disk;

    private WriterLock(Path file, Object key, Storage open, Disk disk) {
        this.file = file;
        this.key = key;
        this.open = open;
        this.disk = disk;
    }

    /** Locks a file until it is closed, and makes it when there is none. Refuses one in use. */
    public static WriterLock acquire(Path file) throws IOException {
        return acquire(file, Disk.REAL);
    }

    /** The same; the disk makes its mark durable. */
    public static WriterLock acquire(Path file, Disk disk) throws IOException {
        Object key = made(file);
        if (HELD.putIfAbsent(key, file) != null) {
            throw new IOException("it is in use by this process");
        }
        return locked(file, key, disk, false);
    }

    /** Waits until no other writer has a file, and locks it; makes it when there is none, in an existing directory. */
    public static WriterLock await(Path file) throws IOException {
        Object key = made(file);
        synchronized (HELD) {
            while (HELD.putIfAbsent(key, file) != null) {
                try {
                    HELD.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("the thread was interrupted", e);
                }
            }
        }
        return locked(file, key, Disk.REAL, true);
    }

    private static Object made(Path file) throws IOException {
        try {
            Files.createFile(file, PrivateFiles.ownerOnly(file));
        } catch (FileAlreadyExistsException e) {
            // left by an earlier writer, as it should be
        }
        return FileKey.of(file)
                .orElseThrow(() ->
                        new IOException("the lock file " + file.getFileName() + " was removed while it was opened"));
    }

    private static WriterLock locked(Path file, Object key, Disk disk, boolean waiting) throws IOException {
        boolean done = false;
        Storage open = null;
        try {
            OpenFile opened = OpenFile.existing(file);
            open = opened;
            HELD.put(key, opened);
            if (!opened.tryLock(waiting)) {
                throw new IOException("it is in use by another process");
            }
            WriterLock held = new WriterLock(file, key, opened, disk);
            held.requireHeld();
            done = true;
            return held;
        } finally {
            if (!done) {
                if (open != null) {
                    open.close();
                }
                release(key);
            }
        }
    }

    private static void release(Object key) {
        synchronized (HELD) {
            HELD.remove(key);
            HELD.notifyAll();
        }
    }

    /** The mark, at most 200 ASCII characters; empty when the file is new. */
    public String mark() throws IOException {
        int length = (int) Math.min(open.size(), LONGEST_MARK);
        return new String(open.readFully(0, length), StandardCharsets.US_ASCII);
    }

    /** Writes a mark in ASCII, no shorter than the one before. */
    public void setMark(String mark) throws IOException {
        open.write(ByteBuffer.wrap(mark.getBytes(StandardCharsets.US_ASCII)), 0);
        disk.force(file, open);
    }

    /** Requires that the locked file is there: removing it would let a second writer in, and the first notices here. */
    public void requireHeld() throws IOException {
        if (HELD.get(key) != open || !FileKey.of(file).equals(Optional.of(key))) {
            throw new IOException("its lock file " + file.getFileName() + " was removed or replaced");
        }
    }

    public Storage storage() {
        return open;
    }

    @Override
    public void close() throws IOException {
        if (HELD.get(key) == open) {
            try {
                open.close();
            } finally {
                release(key);
            }
        }
    }
}
