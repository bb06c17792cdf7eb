// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * Writes files that appear complete or not at all and survive a loss of power; secret ones only their owner can read.
 */
public final class PrivateFiles {

    private PrivateFiles() {}

    /** Writes a file that must not exist yet, and makes its directory; a secret one is for its owner alone. */
    public static void create(Path file, byte[] bytes, boolean secret) throws IOException {
        Path directory = directoryOf(file);
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        try (PartFile part = PartFile.write(directory, bytes, secret, Disk.REAL)) {
            part.link(file);
        }
        Disk.REAL.forceNames(directory);
    }

    /** Writes a file that every user may read, over an existing one, and makes its directory. */
    public static void replace(Path file, byte[] bytes) throws IOException {
        Path directory = directoryOf(file);
        try (PartFile part = PartFile.write(directory, bytes, false, Disk.REAL)) {
            part.replace(file);
        }
        Disk.REAL.forceNames(directory);
    }

    /** Requires that a directory takes a file of so many bytes, made durable; nothing is left of it. */
    public static void tryOut(Path directory, int bytes) throws IOException {
        PartFile.write(directory, new byte[bytes], true, Disk.REAL).close();
    }

    /** Removes unfinished files of killed processes, secrets too, as do {@link #create} and {@link #replace}. */
    public static void removeLeftovers(Path directory) {
        PartFile.removeLeftovers(directory);
    }

    /**
     * Writes a secret file of which this is the only writer, over an existing one. A reader at any moment, also after a
     * crash, finds all of the old or all of the new content; the next call writes over what a crash leaves beside it.
     */
    public static void replaceOwn(Path file, byte[] bytes) throws IOException {
        Path unnamed = unnamed(file);
        write(unnamed, bytes, Disk.REAL);
        Files.move(unnamed, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Disk.REAL.forceNames(directory(file));
    }

    /** The place beside a file where it is written before it gets its name. */
    public static Path unnamed(Path file) {
        return file.resolveSibling(file.getFileName() + ".new");
    }

    /** Writes a secret file durably under its temporary name, over an older one; a failure leaves nothing of it. */
    public static void write(Path file, byte[] bytes, Disk disk) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, ownerOnly(file));
        try (Storage made = Storage.open(file)) {
            made.write(ByteBuffer.wrap(bytes), 0);
            disk.force(file, made);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private static Path directoryOf(Path file) throws IOException {
        Path directory = directory(file);
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, mode(directory, "rwxr-xr-x"));
        }
        return directory;
    }

    private static Path directory(Path file) {
        return Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file has a directory");
    }

    /** Permissions of group and others; empty where the file system knows none. */
    public static Set<PosixFilePermission> permissionsOfOthers(Path file) throws IOException {
        if (!isPosix(file)) {
            return Set.of();
        }
        Set<PosixFilePermission> others = EnumSet.noneOf(PosixFilePermission.class);
        others.addAll(Files.getPosixFilePermissions(file));
        others.removeAll(PosixFilePermissions.fromString("rwx------"));
        return others;
    }

    /** The attributes of a file that only its owner reads; none where the file system knows no permissions. */
    public static FileAttribute<?>[] ownerOnly(Path file) {
        return mode(file, "rw-------");
    }

    static FileAttribute<?>[] mode(Path file, String permissions) {
        return isPosix(file)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
