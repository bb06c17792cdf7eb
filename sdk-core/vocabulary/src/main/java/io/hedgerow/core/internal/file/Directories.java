// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Creates directories whose names survive a loss of power. */
public final class Directories {

    private Directories() {}

    /** Makes a directory with its parents, durably and with usual permissions, if none is there; given absolute. */
    public static void make(Path directory, Disk disk) throws IOException {
        make(directory, disk, new FileAttribute<?>[0]);
    }

    /** Makes a directory with its parents, for its owner's eyes only, if there is none; returns its absolute path. */
    public static Path makePrivate(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath().normalize();
        if (!Files.isDirectory(absolute)) {
            make(absolute, Disk.REAL, PrivateFiles.mode(absolute, "rwx------"));
        }
        return absolute;
    }

    /** Refuses a directory inside another one, with which it would be restored; returns its absolute path. */
    public static Path requireOutside(Path directory, Path other, String what) {
        Path absolute = real(directory);
        if (absolute.startsWith(real(other))) {
            throw new IllegalArgumentException(what + " must be kept outside of " + other + ", was " + directory
                    + ": what is inside is lost and put back together with it");
        }
        return absolute;
    }

    /** Resolves links, as far as the path exists. */
    private static Path real(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        try {
            if (Files.exists(absolute)) {
                return absolute.toRealPath();
            }
        } catch (IOException e) {
            return absolute;
        }
        @Nullable Path parent = absolute.getParent();
        @Nullable Path name = absolute.getFileName();
        return parent == null || name == null ? absolute : real(parent).resolve(name);
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
