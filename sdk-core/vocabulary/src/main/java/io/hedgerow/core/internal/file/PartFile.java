// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * A temporary file that later gets its final name: written durably beside it as {@code .hedgerow-….part}, and locked as
 * long as its writer lives. A free lock shows what a killed writer left, on all machines that share the directory. Not
 * thread-safe.
 */
final class PartFile implements Closeable {

    private static final String PREFIX = ".hedgerow-";
    private static final String SUFFIX = ".part";

    /** A process that removes leftovers may take a part for one before it is locked. */
    private static final int ATTEMPTS = 10;

    private final Path file;
    private final Storage open;
    private final Closeable lock;

    private PartFile(Path file, Storage open, Closeable lock) {
        this.file = file;
        this.open = open;
        this.lock = lock;
    }

    private static PartFile locked(Path file) throws IOException {
        WriterLock lock = WriterLock.acquire(file);
        return new PartFile(file, lock.storage(), lock);
    }

    /** Removes the parts of killed writers in a directory, and writes a part; when it fails nothing is left. */
    static PartFile write(Path directory, byte[] bytes, boolean secret, Disk disk) throws IOException {
        removeLeftovers(directory);
        PartFile part = make(directory, secret);
        boolean done = false;
        try {
            part.open.write(ByteBuffer.wrap(bytes), 0);
            disk.force(part.file, part.open);
            done = true;
            return part;
        } finally {
            if (!done) {
                part.close();
            }
        }
    }

    private static PartFile make(Path directory, boolean secret) throws IOException {
        for (int attempt = 1; ; attempt++) {
            Path file = Files.createTempFile(
                    directory, PREFIX, SUFFIX, PrivateFiles.mode(directory, secret ? "rw-------" : "rw-r--r--"));
            try {
                Optional<Object> made = FileKey.of(file);
                PartFile part = locked(file);
                if (FileKey.of(file).equals(made)) {
                    return part;
                }
                part.close();
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    // not every file system has locks; where it has none, no process takes this for a leftover
                    Storage open = Storage.open(file);
                    return new PartFile(file, open, open);
                }
                Files.deleteIfExists(file);
            }
        }
    }

    void link(Path name) throws IOException {
        try {
            // A link, unlike a move, fails when another process made the file in between.
            Files.createLink(name, file);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | IOException e) {
            unlockToMove();
            Files.move(file, name); // not every file system has links
        }
    }

    void replace(Path name) throws IOException {
        unlockToMove();
        Files.move(file, name, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Windows moves no open file. */
    private void unlockToMove() throws IOException {
        if (!PrivateFiles.isPosix(file)) {
            lock.close();
        }
    }

    /** Removes the part, unless it was moved to its name. */
    @Override
    public void close() throws IOException {
        try {
            if (PrivateFiles.isPosix(file)) {
                Files.deleteIfExists(file); // while it is locked, so that no process takes it up in between
            }
        } finally {
            lock.close();
        }
        if (!PrivateFiles.isPosix(file)) {
            Files.deleteIfExists(file); // Windows removes no open file
        }
    }

    /** Removes parts of dead writers. Links, directories, other names and what this user may not change stay. */
    static void removeLeftovers(Path directory) {
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(directory, PREFIX + "*" + SUFFIX)) {
            for (Path part : parts) {
                removeIfLeft(part);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // the directory may not be there yet
        }
    }

    private static void removeIfLeft(Path part) {
        try {
            if (FileKey.of(part).isPresent()) {
                locked(part).close();
            }
        } catch (IOException e) {
            // its writer lives, or it is none of ours
        }
    }
}
