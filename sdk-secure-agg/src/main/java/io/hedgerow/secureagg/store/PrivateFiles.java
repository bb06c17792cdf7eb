package io.hedgerow.secureagg.store;

import io.hedgerow.core.round.UnwritableFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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

    private static final String UNFINISHED = ".new";

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
            throw new StoreException(
                    "directory " + directory + " must be one that can be made and written, was not", e);
        }
    }

    static FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, CREATE, attributes(file, "rw-------"));
    }

    /**
     * Replaces a file: whoever reads it, at whatever moment and after whatever crash, finds all of the old or all of the new content. What
     * the old content was is overwritten in its place.
     */
    static void replace(Path file, byte[] content) {
        Path made = unfinished(file);
        try {
            discard(made);
            try (FileChannel channel = create(made)) {
                writeFully(channel, 0, ByteBuffer.wrap(content));
                channel.force(true);
            }
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                try (FileChannel old = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                    Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
                    sync(file.getParent());
                    erase(old);
                }
            } else {
                Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
                sync(file.getParent());
            }
        } catch (IOException e) {
            throw new UnwritableFileException(
                    "file " + file + " could not be replaced; free the disk and start again", e);
        }
    }

    /** Whether a name is that of a file which was being written, or removed, and is never read. */
    static boolean isUnfinished(Path file) {
        return String.valueOf(file.getFileName()).endsWith(UNFINISHED);
    }

    private static Path unfinished(Path file) {
        return file.resolveSibling(file.getFileName() + UNFINISHED);
    }

    /**
     * Overwrites and removes a file, and what a crash left of writing or removing it. It loses its name first, so that a crash leaves the file or
     * something that {@link #eraseUnfinished} finds, and never a file of zeros.
     */
    static void delete(Path file) {
        Path going = unfinished(file);
        try {
            discard(going);
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                Files.move(file, going, StandardCopyOption.ATOMIC_MOVE);
                sync(file.getParent());
                discard(going);
            }
        } catch (IOException e) {
            throw new UnwritableFileException("file " + file + " could not be removed", e);
        }
    }

    /** Overwrites and removes what a crash left of writing or removing a file: it may have secrets that were to be gone. */
    static void eraseUnfinished(Path file) {
        Path left = unfinished(file);
        try {
            discard(left);
        } catch (IOException e) {
            throw new StoreException("file " + left + ", left by a crash, could not be removed", e);
        }
    }

    /** Nobody reads it, so it may be a file of zeros for a moment. */
    private static void discard(Path unfinished) throws IOException {
        if (Files.exists(unfinished, LinkOption.NOFOLLOW_LINKS)) {
            try (FileChannel channel =
                    FileChannel.open(unfinished, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                erase(channel);
            }
            Files.delete(unfinished);
            sync(unfinished.getParent());
        }
    }

    /** Only what has no name that is read: a crash must not leave a file of zeros where there was a state. */
    private static void erase(FileChannel unnamed) throws IOException {
        writeFully(unnamed, 0, ByteBuffer.allocate(Math.toIntExact(unnamed.size())));
        unnamed.force(false);
    }

    static void writeFully(FileChannel channel, long at, ByteBuffer bytes) throws IOException {
        long position = at;
        while (bytes.hasRemaining()) {
            position += channel.write(bytes, position);
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
