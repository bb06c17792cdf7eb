// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Directories whose names survive a loss of power. */
public final class Directories {

    private Directories() {}

    /**
     * Makes a directory with its parents, durably and with the permissions that the system gives new ones; one that is
     * there stays as it is. The path is absolute.
     */
    public static void make(Path directory, Disk disk) throws IOException {
        make(directory, disk, new FileAttribute<?>[0]);
    }

    /**
     * Makes a directory, with its parents, into which only its owner looks; one that is there stays as it is. Gives its
     * absolute path.
     */
    public static Path makePrivate(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath().normalize();
        if (!Files.isDirectory(absolute)) {
            make(absolute, Disk.REAL, PrivateFiles.mode(absolute, "rwx------"));
        }
        return absolute;
    }

    private static void make(Path directory, Disk disk, FileAttribute<?>[] attributes) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        for (Path p = directory; p != null && Files.notExists(p); p = p.getParent()) {
            missing.push(p);
        }
        Files.createDirectories(directory, attributes);
        for (Path made : missing) {
            @Nullable Path parent = made.getParent();
            if (parent != null) {
                disk.forceNames(parent);
            }
        }
    }
}
