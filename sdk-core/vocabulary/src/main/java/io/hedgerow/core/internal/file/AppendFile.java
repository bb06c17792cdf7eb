// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file to which data can be appended, and in which nothing is changed. When {@link #append} returns, the bytes are on
 * the disk (fsync); when it throws, they were taken back, or the file takes no more. A new file gets its name only when
 * its first bytes are on the disk, and the name is on the disk before it is used. Messages of exceptions name the file.
 * For one thread at a time.
 */
public final class AppendFile implements Closeable {

    /** The mark of a lock file whose data file was made: a missing file is not replaced in silence. */
    private static final String MADE = "m";

    private static final Pattern KIND = Pattern.compile("(\\{\"file\":\")?(?<kind>hedgerow [a-z -]+ \\d+)");

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

    /** Opens files; tests replace it by one that fails. */
    public interface Opening {
        Storage open(Path file) throws IOException;
    }

    /**
     * Opens a file for this writer alone, locked until closed, and makes it, with its directory, if needed. A file that
     * does not begin with {@code header} is refused. After {@link UnwritableException} nothing is there or all of it.
     */
    public static AppendFile open(Path file, byte[] header, Opening opening) throws IOException {
        Path absolute = file.toAbsolutePath().normalize();
        @Nullable WriterLock lock = null;
        @Nullable Storage storage = null;
        boolean making = false;
        boolean done = false;
        try {
            Path directory = Objects.requireNonNull(absolute.getParent(), "a file has a directory");
            Directories.make(directory, Disk.REAL);
            lock = WriterLock.acquire(absolute.resolveSibling(absolute.getFileName() + ".lock"));
            boolean isMissing = Files.notExists(absolute, LinkOption.NOFOLLOW_LINKS);
            boolean wasMade = !lock.mark().isEmpty();
            if (isMissing && wasMade) {
                throw new IOException("it is missing, but one was made here: bring it back");
            }
            making = true;
            if (isMissing) {
                make(absolute, directory, header);
            }
            if (!wasMade) {
                Disk.REAL.forceNames(directory); // the process that made the file may have been killed before
                lock.setMark(MADE);
            }
            making = false;
            storage = opening.open(absolute);
            AppendFile opened = new AppendFile(absolute, lock, storage, storage.size());
            opened.requireHeader(header);
            opened.keepWhatIsThere();
            done = true;
            return opened;
        } catch (UnwritableException e) {
            throw e;
        } catch (IOException e) {
            String message =
                    "file " + absolute + " cannot be " + (making ? "made" : "opened") + ": " + FileReason.of(e);
            throw lacksRoom(e, making) ? new UnwritableException(message, e) : new IOException(message, e);
        } finally {
            if (!done) {
                close(storage, lock);
            }
        }
    }

    /** Whether waiting may mend a failure: of a write, or of a name that the system refuses for no lasting reason. */
    private static boolean lacksRoom(IOException thrown, boolean making) {
        return !FileReason.stays(thrown) && (making || thrown instanceof FileSystemException);
    }

    private static void make(Path file, Path directory, byte[] header) throws IOException {
        Path unnamed = PrivateFiles.unnamed(file);
        PrivateFiles.write(unnamed, header, Disk.REAL);
        Files.move(unnamed, file, StandardCopyOption.ATOMIC_MOVE);
        Disk.REAL.forceNames(directory);
    }

    /** Makes durable what a killed writer has left in memory only, which is read as if it were on the disk. */
    private void keepWhatIsThere() throws IOException {
        try {
            storage.force();
        } catch (IOException e) {
            throw unwritable(" cannot be made durable: ", e);
        }
    }

    private void requireHeader(byte[] header) throws IOException {
        byte[] first = storage.readFully(0, (int) Math.min(length, header.length));
        if (!Arrays.equals(first, header)) {
            throw new IOException("it is not a file of this kind and version"
                    + kind(first)
                            .map(found -> ": it is " + found + ", and this release reads and writes "
                                    + kind(header).orElse("another kind") + "; go on with the release that wrote it")
                            .orElse(""));
        }
    }

    /** What our files say of themselves in their first line; nothing of a file that may hold anything. */
    private static Optional<String> kind(byte[] start) {
        Matcher matcher = KIND.matcher(new String(start, StandardCharsets.ISO_8859_1));
        return matcher.lookingAt() ? Optional.of(matcher.group("kind")) : Optional.empty();
    }

    public byte[] read(long position, int count) throws IOException {
        try {
            return storage.readFully(position, count);
        } catch (IOException e) {
            throw new IOException("file " + file + " cannot be read: " + FileReason.of(e), e);
        }
    }

    /** Adds bytes durably; throws {@link UnwritableException} the first time it cannot. */
    public void append(byte[] bytes) throws IOException {
        if (stopped != null) {
            throw new IOException(
                    "file " + file + " takes no more: " + stopped + "; open it again after the cause is gone");
        }
        try {
            if (storage.size() != length) {
                throw new IOException("another program has written to it");
            }
            storage.write(ByteBuffer.wrap(bytes), length);
        } catch (IOException e) {
            takeBack(e);
            throw unwritable(" cannot be written, nothing was added: ", e);
        }
        try {
            storage.force();
        } catch (IOException e) {
            // what was added may or may not be on the disk; it was not acknowledged
            stopped = "an addition could not be made durable (" + FileReason.of(e) + ")";
            throw unwritable(" cannot be made durable: ", e);
        }
        length += bytes.length;
    }

    private void takeBack(IOException cause) {
        try {
            if (storage.size() < length) {
                throw new IOException("it became shorter");
            }
            storage.truncate(length);
            storage.force();
        } catch (IOException e) {
            stopped = "an addition could be neither written nor taken back (" + FileReason.of(e) + ")";
            cause.addSuppressed(e);
        }
    }

    public void cut(long shorter) throws IOException {
        try {
            storage.truncate(shorter);
            storage.force();
            length = shorter;
        } catch (IOException e) {
            throw unwritable(" has an incomplete end that cannot be cut: ", e);
        }
    }

    public long length() {
        return length;
    }

    public Path path() {
        return file;
    }

    private UnwritableException unwritable(String what, IOException cause) {
        return new UnwritableException("file " + file + what + FileReason.of(cause), cause);
    }

    private static void close(@Nullable Storage storage, @Nullable WriterLock lock) throws IOException {
        try {
            if (storage != null) {
                storage.close();
            }
        } finally {
            if (lock != null) {
                lock.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        stopped = "it was closed";
        try {
            close(storage, lock);
        } catch (IOException e) {
            throw new IOException("file " + file + " cannot be closed: " + FileReason.of(e), e);
        }
    }

    /** A file could not be written, as on a full disk: waiting may help, and what was there before is sound. */
    public static final class UnwritableException extends IOException {

        private static final long serialVersionUID = 1L;

        public UnwritableException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
