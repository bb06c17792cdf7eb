package io.hedgerow.transport.internal.file;

import io.hedgerow.core.protocol.JournalException;
import io.hedgerow.core.protocol.UnwritableFileException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file that grows and never changes. When {@link #append} returns, the bytes are on the disk (fdatasync); when it throws,
 * they were taken back, or the file takes no more. A new file gets its name only when its first bytes are on the disk, and the
 * name is on the disk before it is used. For one thread at a time.
 */
public final class AppendFile implements Closeable {

    private final Path file;
    private final WriterLock lock;
    private final Storage storage;
    private long length;
    private @Nullable String stopped;

    private AppendFile(Path file, WriterLock lock, Storage storage, long length) {
        this.file = file;
        this.lock = lock;
        this.storage = storage;
        this.length = length;
    }

    /** Where a file is opened; tests put a failing one in between. */
    interface Opening {
        Storage open(Path file) throws IOException;
    }

    /**
     * Opens a file for this writer alone, and makes it when there is none.
     *
     * @param file its directory is made, too
     * @param header its first bytes; a file that begins otherwise is refused
     * @return the file, locked until it is closed
     * @throws UnwritableFileException when it could not be made or made durable, as on a full disk; nothing is there or all of it
     * @throws JournalException when it cannot be opened, is in use, is missing or begins otherwise
     */
    public static AppendFile open(Path file, byte[] header) {
        return open(
                file,
                header,
                path -> Storage.of(FileChannel.open(
                        path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)));
    }

    static AppendFile open(Path file, byte[] header, Opening opening) {
        Path absolute = file.toAbsolutePath().normalize();
        @Nullable WriterLock lock = null;
        boolean making = false;
        try {
            Path directory = Objects.requireNonNull(absolute.getParent(), "a file has a directory");
            Directories.makeDurably(directory);
            lock = WriterLock.acquire(absolute.resolveSibling(absolute.getFileName() + ".lock"));
            boolean isMissing = Files.notExists(absolute, LinkOption.NOFOLLOW_LINKS);
            if (isMissing && lock.wasMade()) {
                throw new IOException("it is missing, but one was made here: bring it back");
            }
            making = true;
            if (isMissing) {
                make(absolute, directory, header);
            }
            if (!lock.wasMade()) {
                Directories.sync(directory); // whoever made the file may have been killed before
                lock.markMade();
            }
            making = false;
            Storage storage = opening.open(absolute);
            AppendFile opened = new AppendFile(absolute, lock, storage, storage.size());
            opened.requireHeader(header);
            opened.keepWhatIsThere();
            return opened;
        } catch (IOException e) {
            String message = "file " + absolute + " cannot be " + (making ? "made" : "opened") + ": " + reason(e);
            JournalException failure =
                    lacksRoom(e, making) ? new UnwritableFileException(message, e) : new JournalException(message, e);
            closeAfter(failure, lock);
            throw failure;
        } catch (RuntimeException e) {
            closeAfter(e, lock);
            throw e;
        }
    }

    /** What waiting may mend: writing that failed, and names that the system refuses for no reason that stays. */
    private static boolean lacksRoom(IOException thrown, boolean making) {
        boolean stays = thrown instanceof AccessDeniedException
                || thrown instanceof NotDirectoryException
                || thrown instanceof FileAlreadyExistsException
                || thrown instanceof NoSuchFileException;
        return !stays && (making || thrown instanceof FileSystemException);
    }

    private static void closeAfter(RuntimeException failure, @Nullable Closeable open) {
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private static void make(Path file, Path directory, byte[] header) throws IOException {
        Path unnamed = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(unnamed);
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel made = FileChannel.open(unnamed, new HashSet<>(options), Directories.ownerOnly(unnamed))) {
            ByteBuffer left = ByteBuffer.wrap(header);
            while (left.hasRemaining()) {
                made.write(left);
            }
            made.force(true);
        }
        Files.move(unnamed, file, StandardCopyOption.ATOMIC_MOVE);
        Directories.sync(directory);
    }

    /** What a killed writer has left in memory only is read as if it were on the disk; from here on it is. */
    private void keepWhatIsThere() throws IOException {
        try {
            storage.force(false);
        } catch (IOException e) {
            storage.close();
            throw new UnwritableFileException("file " + file + " cannot be made durable: " + reason(e), e);
        }
    }

    private void requireHeader(byte[] header) throws IOException {
        byte[] first = length < header.length ? new byte[0] : readFully(0, header.length);
        if (!Arrays.equals(first, header)) {
            storage.close();
            throw new IOException("it is not a file of this kind and version");
        }
    }

    /**
     * Reads bytes that are there.
     *
     * @param position of the first
     * @param count how many
     * @return the bytes
     */
    public byte[] read(long position, int count) {
        try {
            return readFully(position, count);
        } catch (IOException e) {
            throw new JournalException("file " + file + " cannot be read: " + reason(e), e);
        }
    }

    private byte[] readFully(long position, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining()) {
            if (storage.read(bytes, position + bytes.position()) < 0) {
                throw new IOException("it became shorter while it was read");
            }
        }
        return bytes.array();
    }

    /**
     * Adds bytes durably.
     *
     * @param bytes what follows
     * @throws UnwritableFileException when they could not be made durable
     * @throws JournalException when that had happened before
     */
    public void append(byte[] bytes) {
        if (stopped != null) {
            throw new JournalException(
                    "file " + file + " takes no more: " + stopped + "; open it again after the cause is gone");
        }
        // an interrupt that is pending would close the file; it waits until the bytes are on the disk
        boolean interrupted = Thread.interrupted();
        try {
            write(bytes);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        length += bytes.length;
    }

    private void write(byte[] bytes) {
        try {
            if (storage.size() != length) {
                throw new IOException("another program has written to it");
            }
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                storage.write(left, length + left.position());
            }
        } catch (IOException e) {
            takeBack(e);
            throw new UnwritableFileException(
                    "file " + file + " cannot be written, nothing was added: " + reason(e), e);
        }
        try {
            storage.force(false);
        } catch (IOException e) {
            // what was added may or may not be on the disk; it was not acknowledged
            stopped = "an addition could not be made durable (" + reason(e) + ")";
            throw new UnwritableFileException("file " + file + " cannot be made durable: " + reason(e), e);
        }
    }

    private void takeBack(IOException cause) {
        try {
            if (storage.size() < length) {
                throw new IOException("it became shorter");
            }
            storage.truncate(length);
            storage.force(true);
        } catch (IOException e) {
            stopped = "an addition could be neither written nor taken back (" + reason(e) + ")";
            cause.addSuppressed(e);
        }
    }

    /**
     * Cuts an incomplete end, which was never acknowledged.
     *
     * @param shorter the new length
     */
    public void cut(long shorter) {
        try {
            storage.truncate(shorter);
            storage.force(true);
            length = shorter;
        } catch (IOException e) {
            throw new UnwritableFileException(
                    "file " + file + " has an incomplete end that cannot be cut: " + reason(e), e);
        }
    }

    /**
     * How long the file is.
     *
     * @return bytes
     */
    public long length() {
        return length;
    }

    /**
     * Where the file is.
     *
     * @return its absolute path
     */
    public Path path() {
        return file;
    }

    private static String reason(IOException thrown) {
        @Nullable String reason = thrown instanceof FileSystemException known ? known.getReason() : thrown.getMessage();
        return reason == null ? thrown.getClass().getSimpleName() : reason;
    }

    @Override
    public void close() {
        stopped = "it was closed";
        try {
            try {
                storage.close();
            } finally {
                lock.close();
            }
        } catch (IOException e) {
            throw new JournalException("file " + file + " cannot be closed: " + reason(e), e);
        }
    }
}
