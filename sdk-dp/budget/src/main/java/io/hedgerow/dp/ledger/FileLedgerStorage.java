// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.internal.file.Directories;
import io.hedgerow.core.internal.file.Disk;
import io.hedgerow.core.internal.file.FileKey;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.internal.file.Storage;
import io.hedgerow.core.internal.file.WriterLock;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.dp.internal.ledger.LedgerLine;
import io.hedgerow.dp.internal.ledger.LedgerStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a ledger in a directory of its own, for one writer. A new file gets its name only when its header is on the
 * disk; a line is on the disk when {@link #sync} returns (fsync). Before every line it is checked that the file is
 * still the one that was opened, as long as it was left, and the lock still held. The lock file keeps a
 * {@link LedgerMark}, so that a ledger that went missing is not silently replaced by an empty one, nor a closed one by
 * an older copy. A ledger without its lock file is refused until a person has {@link #acknowledge acknowledged} it.
 */
final class FileLedgerStorage implements LedgerStorage {

    static final String FILE = "hedgerow.ledger";
    static final String LOCK = "hedgerow.ledger.lock";

    private final Path file;
    private final WriterLock lock;
    private final Disk disk;
    private @Nullable Storage open;
    private Optional<Object> key = Optional.empty();

    private FileLedgerStorage(Path file, WriterLock lock, Disk disk) {
        this.file = file;
        this.lock = lock;
        this.disk = disk;
    }

    /**
     * Locks a directory, which is made when there is none.
     *
     * @throws LedgerException when there is no room for it, it cannot be made or written, or has a writer
     */
    static FileLedgerStorage open(Path directory) {
        return open(directory, Disk.REAL);
    }

    static FileLedgerStorage open(Path directory, Disk disk) {
        try {
            Directories.make(directory.toAbsolutePath().normalize(), disk);
            WriterLock lock = WriterLock.acquire(directory.resolve(LOCK), disk);
            return new FileLedgerStorage(directory.resolve(FILE), lock, disk);
        } catch (IOException e) {
            String message = "ledger " + directory.resolve(FILE) + " cannot be opened: " + FileReason.of(e);
            throw FileReason.lacksRoom(e) ? LedgerException.unwritable(message, e) : new LedgerException(message, e);
        }
    }

    @Override
    public String where() {
        return file.toString();
    }

    @Override
    public byte[] load() throws IOException {
        LedgerMark mark = LedgerMark.parse(lock.mark());
        if (FileKey.of(file).isEmpty()) {
            mark.requireNone(file.toString());
            return new byte[0];
        }
        open();
        forceNames(); // the process that made the file may have been killed before
        byte[] content = Files.readAllBytes(file);
        mark.requireOf(content, file.toString());
        if (mark.making()) {
            lock.setMark(LedgerMark.made(mark.header()).text());
        }
        return content;
    }

    private void forceNames() throws IOException {
        disk.forceNames(Objects.requireNonNull(file.toAbsolutePath().getParent()));
    }

    private void open() throws IOException {
        open = Storage.open(file);
        key = FileKey.of(file);
    }

    @Override
    public void create(byte[] header) throws IOException {
        lock.requireHeld();
        Path unnamed = PrivateFiles.unnamed(file);
        PrivateFiles.write(unnamed, header, disk);
        if (FileKey.of(file).isPresent()) {
            throw new IOException("another program has just made it");
        }
        // The lock file first, its own name included: a ledger without one has lost it.
        lock.setMark(LedgerMark.making(LedgerLine.hash(header)).text());
        forceNames();
        Files.move(unnamed, file, StandardCopyOption.ATOMIC_MOVE);
        forceNames();
        lock.setMark(LedgerMark.made(LedgerLine.hash(header)).text());
        open();
    }

    @Override
    public void write(long position, byte[] line) throws IOException {
        requireSameFile().write(ByteBuffer.wrap(line), position);
    }

    @Override
    public void requireUntouched(long length) throws IOException {
        long size = requireSameFile().size();
        if (size != length) {
            throw new IOException(
                    "it has " + size + " bytes, was left with " + length + ": another program has written to it");
        }
    }

    private Storage requireSameFile() throws IOException {
        lock.requireHeld();
        if (open == null || key.isEmpty() || !key.equals(FileKey.of(file))) {
            throw new IOException("it was removed or replaced while it was open");
        }
        return open;
    }

    @Override
    public void sync() throws IOException {
        disk.force(file, requireSameFile());
    }

    @Override
    public void cut(long length) throws IOException {
        Storage same = requireSameFile();
        same.truncate(length);
        disk.force(file, same);
    }

    @Override
    public void remember(String head) throws IOException {
        requireSameFile();
        lock.setMark(
                LedgerMark.closed(LedgerMark.parse(lock.mark()).header(), head).text());
    }

    /**
     * Accepts a person's statement that a ledger without its lock file is whole, and makes the lock file anew.
     *
     * @throws LedgerException when the ledger is not sound, does not hold the record, has a writer, or has its lock
     *     file
     */
    static void acknowledge(Path directory, String anchor) {
        Path file = directory.resolve(FILE);
        if (Files.notExists(file)) {
            throw new LedgerException("ledger " + file + " is missing: there is nothing to acknowledge");
        }
        try (FileLedgerStorage storage = open(directory)) {
            boolean anchorIsLost = LedgerAnchor.isLost(directory);
            if (!LedgerMark.parse(storage.lock.mark()).header().isEmpty() && !anchorIsLost) {
                throw new LedgerException("ledger " + file + " has its lock file: there is nothing to acknowledge");
            }
            byte[] content = Files.readAllBytes(file);
            LedgerHistory history = LedgerHistory.of(content, file.toString());
            if (!history.continuesFrom(anchor)) {
                throw new LedgerTamperedException("ledger " + file + " does not continue from the anchor: records were"
                        + " removed or rewritten since, or the anchor is of another ledger");
            }
            storage.forceNames();
            storage.lock.setMark(LedgerMark.closed(
                            history.entries().get(0).hash(), history.spent().head())
                    .text());
            if (anchorIsLost) {
                LedgerAnchor.forget(directory);
            }
        } catch (IOException e) {
            throw new LedgerException("ledger " + file + " cannot be acknowledged: " + FileReason.of(e), e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            if (open != null) {
                open.close();
            }
        } finally {
            lock.close();
        }
    }
}
