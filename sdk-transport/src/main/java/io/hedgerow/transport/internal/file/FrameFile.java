// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.file;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.AppendFile;
import io.hedgerow.core.internal.file.Disk;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.internal.file.Storage;
import io.hedgerow.core.internal.protocol.DamagedJournalException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * An append-only, hash-chained file of records: length (4 bytes, big-endian), CRC32C of these 4 bytes, content,
 * SHA-256(hash before ‖ length ‖ content). The length has a check of its own, so that a record is called incomplete
 * only when the file ends inside of it; a changed length is damage. An incomplete last record was never acknowledged
 * and is cut; anything else that is not as written is refused. A whole record cut off the end is not found here. A file
 * with room to spare loses no record to a full disk: one that could not be added, and whose writer was told so, is
 * there when the file is opened again. For one thread at a time.
 */
public final class FrameFile implements Closeable {

    private static final int PREFIX = 8;
    private static final int HASH = 32;

    public static final int LARGEST = 1 << 30;

    private final JournalFile file;
    private final @Nullable SpareRoom spare;
    private byte[] head;
    private long position;
    private long records;
    private boolean atEnd;
    private long tornBytes;

    private FrameFile(JournalFile file, byte[] header, @Nullable SpareRoom spare) {
        this.file = file;
        this.spare = spare;
        this.head = Sha256.of(header);
        this.position = header.length;
    }

    /**
     * Opens or makes a file at its first record, with spare room in a file beside it.
     *
     * @param kind the file's kind with a version; ASCII
     * @param room bytes of the largest record that is not to be lost to a full disk; 0 for none
     * @throws io.hedgerow.core.federation.UnwritableFileException when there is not so much room
     */
    public static FrameFile open(Path path, String kind, int room) {
        return open(path, kind, room, Storage::open);
    }

    static FrameFile open(Path path, String kind, int room, AppendFile.Opening opening) {
        byte[] header = header(kind);
        JournalFile file = JournalFile.open(path, header, opening);
        if (room == 0) {
            return new FrameFile(file, header, null);
        }
        try {
            Path beside = path.resolveSibling(path.getFileName() + ".room");
            return new FrameFile(file, header, SpareRoom.open(beside, PREFIX + room + HASH, opening));
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static byte[] header(String kind) {
        return (kind + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Reads the next record, or cuts the rest of an incomplete last one. */
    public Optional<byte[]> next() {
        long left = file.length() - position;
        if (atEnd || left == 0) {
            return spared();
        }
        if (left < PREFIX) {
            return torn(left);
        }
        byte[] prefix = file.read(position, PREFIX);
        int size = ByteBuffer.wrap(prefix).getInt();
        if (size < 0 || size > LARGEST || !Arrays.equals(prefix, prefix(size))) {
            throw damaged("does not begin with its length");
        }
        if (left < (long) PREFIX + size + HASH) {
            return torn(left);
        }
        byte[] content = file.read(position + PREFIX, size);
        byte[] hash = file.read(position + PREFIX + size, HASH);
        if (!Arrays.equals(hash, hash(prefix, content))) {
            throw damaged("does not match its hash");
        }
        accept(size, hash);
        return Optional.of(content);
    }

    private Optional<byte[]> torn(long bytes) {
        file.cut(position);
        tornBytes = bytes;
        return spared();
    }

    /** A record in the spare room comes behind all others; an older one does not continue the file. */
    private Optional<byte[]> spared() {
        Optional<byte[]> content = spare == null || atEnd ? Optional.empty() : continuing(spare);
        atEnd = content.isEmpty();
        content.ifPresent(kept -> add(kept, true));
        return content;
    }

    private Optional<byte[]> continuing(SpareRoom room) {
        ByteBuffer kept = ByteBuffer.wrap(room.kept());
        byte[] prefix = new byte[PREFIX];
        kept.get(prefix);
        int size = ByteBuffer.wrap(prefix).getInt();
        if (size < 0 || size > kept.remaining() - HASH || !Arrays.equals(prefix, prefix(size))) {
            return Optional.empty();
        }
        byte[] content = new byte[size];
        byte[] hash = new byte[HASH];
        kept.get(content).get(hash);
        return Arrays.equals(hash, hash(prefix, content)) ? Optional.of(content) : Optional.empty();
    }

    private JournalException damaged(String how) {
        return new DamagedJournalException("file " + file.path() + " was changed or damaged: record " + (records + 1)
                + ", at byte " + position + ", " + how + "; bring back the file as it was, nothing was cut");
    }

    /** Adds a record durably, or throws. */
    public void append(byte[] content) {
        append(content, true);
    }

    /**
     * Adds a record durably, or throws.
     *
     * @param spared whether it may take the spare room: then it is found there after a restart, although this throws
     */
    public void append(byte[] content, boolean spared) {
        if (!atEnd) {
            throw new IllegalStateException("a record goes behind all others: read the file to its end first");
        }
        if (content.length > LARGEST) {
            throw new IllegalArgumentException(
                    "a record must have at most " + LARGEST + " bytes, has " + content.length);
        }
        add(content, spared);
    }

    private void add(byte[] content, boolean spared) {
        byte[] prefix = prefix(content.length);
        byte[] hash = hash(prefix, content);
        byte[] record = ByteBuffer.allocate(PREFIX + content.length + HASH)
                .put(prefix)
                .put(content)
                .put(hash)
                .array();
        try {
            file.append(record);
        } catch (UnwritableFileException full) {
            if (spare != null && spared) {
                spare.keep(record);
            }
            throw full;
        }
        accept(content.length, hash);
    }

    private void accept(int size, byte[] hash) {
        position += PREFIX + size + HASH;
        head = hash;
        records++;
    }

    private byte[] hash(byte[] prefix, byte[] content) {
        MessageDigest digest = Sha256.start();
        digest.update(head);
        digest.update(prefix, 0, 4);
        return digest.digest(content);
    }

    private static byte[] prefix(int size) {
        ByteBuffer prefix = ByteBuffer.allocate(PREFIX).putInt(size);
        CRC32C check = new CRC32C();
        check.update(prefix.array(), 0, 4);
        return prefix.putInt((int) check.getValue()).array();
    }

    public long tornBytes() {
        return tornBytes;
    }

    public Path path() {
        return file.path();
    }

    @Override
    public void close() {
        if (spare != null) {
            spare.close();
        }
        file.close();
    }

    /**
     * Reserves disk space for one more record of a growing file. A record for which the file has no room is written
     * over it, so a full disk loses nothing; the owner learns from the record's hash whether it is sound and continues
     * the file. A file system that copies on write, or compresses zeros, may still have no room: then nothing is kept.
     * For one thread at a time.
     */
    private static final class SpareRoom implements Closeable {

        private final Path file;
        private final Storage storage;
        private final long bytes;

        private SpareRoom(Path file, Storage storage, long bytes) {
            this.file = file;
            this.storage = storage;
            this.bytes = bytes;
        }

        /** Opens the room, and takes it where there is less; throws when there is not so much. */
        static SpareRoom open(Path file, int bytes, AppendFile.Opening opening) {
            try {
                if (Files.notExists(file)) {
                    Path unnamed = PrivateFiles.unnamed(file);
                    PrivateFiles.write(unnamed, new byte[bytes], Disk.REAL);
                    Files.move(unnamed, file, StandardCopyOption.ATOMIC_MOVE);
                    Disk.REAL.forceNames(
                            Objects.requireNonNull(file.toAbsolutePath().getParent()));
                }
                Storage storage = opening.open(file);
                long size = storage.size();
                if (size < bytes) {
                    storage.write(ByteBuffer.allocate((int) (bytes - size)), size);
                    storage.force();
                }
                return new SpareRoom(file, storage, Math.max(size, bytes));
            } catch (IOException e) {
                String message = "file " + file + " cannot have the room that a round needs, nothing was spent: "
                        + FileReason.of(e);
                throw FileReason.stays(e) ? new JournalException(message, e) : new UnwritableFileException(message, e);
            }
        }

        /** Replaces the kept record, durably; after a failure no sound record is kept. */
        void keep(byte[] record) {
            if (record.length > bytes) {
                return;
            }
            try {
                storage.write(ByteBuffer.wrap(record), 0);
                storage.force();
            } catch (IOException e) {
                // as without the room; its hash says what there is
            }
        }

        /** The record that was kept last, with any rest behind it. */
        byte[] kept() {
            try {
                return storage.readFully(0, (int) bytes);
            } catch (IOException e) {
                throw new JournalException("file " + file + " cannot be read: " + FileReason.of(e), e);
            }
        }

        @Override
        public void close() {
            try {
                storage.close();
            } catch (IOException e) {
                // what is kept was forced
            }
        }
    }
}
