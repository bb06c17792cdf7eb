package io.hedgerow.secureagg.store;

import io.hedgerow.core.protocol.UnwritableFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Files that only their owner reads, replaced as a whole, and names that survive a loss of power. */
final class PrivateFiles {

    private static final Set<StandardOpenOption> CREATE =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private PrivateFiles() {}

    /** Makes a directory that only its owner reads; one that is there stays as it is. */
    static Path directory(Path directory) {
        try {
            Path absolute = directory.toAbsolutePath().normalize();
            if (!Files.isDirectory(absolute)) {
                Path parent = absolute.getParent();
                if (parent != null && !Files.isDirectory(parent)) {
                    directory(parent);
                }
                Files.createDirectory(absolute, attributes(absolute, "rwx------"));
                sync(parent);
            }
            return absolute;
        } catch (IOException e) {
            throw new UnwritableFileException(
                    "directory " + directory + " must be one that can be made and written, was not", e);
        }
    }

    static FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, CREATE, attributes(file, "rw-------"));
    }

    /** Replaces a file: whoever reads it, at whatever moment and after whatever crash, finds all of the old or all of the new content. */
    static void replace(Path file, byte[] content) {
        Path made = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.deleteIfExists(made);
            try (FileChannel channel = create(made)) {
                ByteBuffer left = ByteBuffer.wrap(content);
                while (left.hasRemaining()) {
                    channel.write(left);
                }
                channel.force(true);
            }
            Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
            sync(file.getParent());
        } catch (IOException e) {
            throw new UnwritableFileException(
                    "file " + file + " could not be replaced; free the disk and start again", e);
        }
    }

    /** Makes names in a directory durable. Systems without this notion (Windows) keep names durable themselves. */
    static void sync(@Nullable Path parent) throws IOException {
        Path directory = Objects.requireNonNull(parent, "a file must be in a directory");
        if (isPosix(directory)) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private static FileAttribute<?>[] attributes(Path file, String permissions) {
        return isPosix(file)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
