package io.hedgerow.transport.internal.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Directories whose names survive a loss of power, and files that only their owner reads. */
final class Directories {

    private Directories() {}

    static void makeDurably(Path directory) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        for (Path p = directory; p != null && Files.notExists(p); p = p.getParent()) {
            missing.push(p);
        }
        Files.createDirectories(directory);
        for (Path made : missing) {
            @Nullable Path parent = made.getParent();
            if (parent != null) {
                sync(parent);
            }
        }
    }

    /** Systems without this notion (Windows) keep names durable themselves. */
    static void sync(Path directory) throws IOException {
        if (isPosix(directory)) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    static FileAttribute<?>[] ownerOnly(Path file) {
        return isPosix(file)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
