package io.hedgerow.transport.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Files that appear complete or not at all and survive a loss of power; those with keys are readable by their owner only. */
public final class PrivateFiles {

    private PrivateFiles() {}

    /**
     * Writes a file that must not exist yet.
     *
     * @param file the file; its directory is made when missing
     * @param bytes its content
     * @param secret whether only its owner may read it
     * @throws IOException when it exists or cannot be written
     */
    public static void create(Path file, byte[] bytes, boolean secret) throws IOException {
        Path directory = directoryOf(file);
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        Path part = write(directory, bytes, secret);
        try {
            // A link, unlike a move, fails when somebody made the file in between.
            Files.createLink(file, part);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | IOException e) {
            Files.move(part, file); // not every file system has links
        } finally {
            Files.deleteIfExists(part);
        }
        syncDirectory(directory);
    }

    /**
     * Writes a file, in place of the one that may be there.
     *
     * @param file the file; its directory is made when missing
     * @param bytes its content
     * @throws IOException when it cannot be written
     */
    public static void replace(Path file, byte[] bytes) throws IOException {
        Path directory = directoryOf(file);
        Path part = write(directory, bytes, false);
        try {
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
        syncDirectory(directory);
    }

    private static Path directoryOf(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException(file + " is not a file");
        }
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, isPosix(file) ? mode("rwxr-xr-x") : new FileAttribute<?>[0]);
        }
        return directory;
    }

    private static Path write(Path directory, byte[] bytes, boolean secret) throws IOException {
        FileAttribute<?>[] attributes =
                isPosix(directory) ? mode(secret ? "rw-------" : "rw-r--r--") : new FileAttribute<?>[0];
        Path part = Files.createTempFile(directory, ".hedgerow-", ".part", attributes);
        try (FileChannel channel = FileChannel.open(part, EnumSet.of(StandardOpenOption.WRITE))) {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
        } catch (IOException e) {
            Files.deleteIfExists(part);
            throw e;
        }
        return part;
    }

    /** Makes names in a directory durable. Systems without this notion (Windows) keep names durable themselves. */
    private static void syncDirectory(Path directory) throws IOException {
        if (isPosix(directory)) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /**
     * Who besides its owner may do anything with a file.
     *
     * @param file the file
     * @return the permissions of group and others, empty where the file system knows none
     * @throws IOException when they cannot be read
     */
    public static Set<PosixFilePermission> permissionsOfOthers(Path file) throws IOException {
        if (!isPosix(file)) {
            return Set.of();
        }
        Set<PosixFilePermission> others = EnumSet.noneOf(PosixFilePermission.class);
        others.addAll(Files.getPosixFilePermissions(file));
        others.removeAll(PosixFilePermissions.fromString("rwx------"));
        return others;
    }

    private static FileAttribute<?>[] mode(String permissions) {
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        };
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
