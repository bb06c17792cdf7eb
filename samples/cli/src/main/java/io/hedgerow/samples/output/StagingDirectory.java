// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import io.hedgerow.core.internal.file.WriterLock;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A hidden temporary directory for incomplete files, {@code .hedgerow-partial-…}, locked by its process. What a killed
 * process has left is known by its free lock; it is removed before the next one is made, after earlier results that
 * were on their way out have been put back. For one thread.
 */
final class StagingDirectory {

    /** Under which name a result is kept that is being replaced. */
    static final String OLD = ".old-";
    /** Stands for a file in a directory below, whose name only its process knows. */
    static final String BELOW = ".below-";

    private static final String PREFIX = ".hedgerow-partial-";
    private static final String LOCK = ".lock";

    /** A process that removes leftovers may take a directory for one before it is locked. */
    private static final int ATTEMPTS = 10;

    private final Path path;
    /** Empty on a file system without locks, on which no process takes the directory for a leftover. */
    private final Optional<WriterLock> lock;

    private StagingDirectory(Path path, Optional<WriterLock> lock) {
        this.path = path;
        this.lock = lock;
    }

    private static StagingDirectory locked(Path path) throws IOException {
        return new StagingDirectory(path, Optional.of(WriterLock.acquire(path.resolve(LOCK))));
    }

    /** Removes what killed processes have left in a directory, and makes a new one there. */
    static StagingDirectory create(Path home) throws IOException {
        removeLeftovers(home);
        for (int attempt = 1; ; attempt++) {
            Path made = Files.createTempDirectory(home, PREFIX);
            try {
                return locked(made);
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    return new StagingDirectory(made, Optional.empty());
                }
                Files.deleteIfExists(made.resolve(LOCK));
                Files.deleteIfExists(made);
            }
        }
    }

    Path path() {
        return path;
    }

    /** Removes it with what is in it. */
    void remove() throws IOException {
        try {
            for (Path file : files()) {
                Files.delete(file);
            }
        } finally {
            unlock();
        }
        Files.deleteIfExists(path.resolve(LOCK));
        Files.delete(path);
    }

    private void unlock() throws IOException {
        if (lock.isPresent()) {
            lock.get().close();
        }
    }

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(path)) {
            all.forEach(files::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        files.remove(path.resolve(LOCK));
        return files;
    }

    private static void removeLeftovers(Path home) {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(home, PREFIX + "*")) {
            for (Path directory : left) {
                removeIfLeft(directory);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // what stays harms nothing
        }
    }

    private static void removeIfLeft(Path directory) {
        try {
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            if (Files.notExists(directory.resolve(LOCK), LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(
                        directory); // only an empty one: earlier releases had no lock, and one of them may be alive
                return;
            }
            StagingDirectory left = locked(directory);
            if (left.giveBack()) {
                left.remove();
            } else {
                left.unlock();
            }
        } catch (IOException e) {
            // its process lives, or it is none of ours
        }
    }

    /**
     * Puts back what was being replaced and has no new version yet; all of it stays, and this is false, when it cannot
     * be said where something belongs.
     */
    private boolean giveBack() throws IOException {
        Path home = path.resolveSibling(".").normalize();
        List<String> old = files().stream()
                .map(file -> path.relativize(file).toString())
                .filter(name -> name.startsWith(OLD))
                .toList();
        if (old.stream().anyMatch(name -> name.startsWith(OLD + BELOW))) {
            return false;
        }
        for (String name : old) {
            Path place = home.resolve(name.substring(OLD.length()));
            if (Files.notExists(place, LinkOption.NOFOLLOW_LINKS)) {
                Files.move(path.resolve(name), place, StandardCopyOption.ATOMIC_MOVE);
            }
        }
        return true;
    }
}
