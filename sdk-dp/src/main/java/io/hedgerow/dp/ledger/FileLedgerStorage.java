package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.LedgerException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in a directory of its own, for one writer. A new file gets its name only when its header is on the disk; a
 * line is on the disk when {@link #sync} returns (fdatasync). Before every line it is checked that the file is still the
 * one that was opened, as long as it was left, and the lock still held. The lock file keeps a {@link LedgerMark}, so that a
 * ledger that went missing is not replaced by an empty one in silence, nor a closed one by an older copy. A ledger
 * without its lock file is refused until a person has {@link #acknowledge acknowledged} it.
 */
final class FileLedgerStorage implements LedgerStorage {

    static final String FILE = "hedgerow.ledger";
    static final String LOCK = "hedgerow.ledger.lock";
    private static final String NEW = "hedgerow.ledger.new";

    private final Path file;
    private final LedgerLock lock;
    private final Disk disk;
    private @Nullable FileChannel channel;
    private @Nullable Object key;

    private FileLedgerStorage(Path file, LedgerLock lock, Disk disk) {
        this.file = file;
        this.lock = lock;
        this.disk = disk;
    }

    /**
     * Locks a directory, which is made when there is none.
     *
     * @throws UnwritableLedgerException when there is no room for it
     * @throws LedgerException when it cannot be made or written for another reason, or has a writer
     */
    static FileLedgerStorage open(Path directory) {
        return open(directory, Disk.REAL);
    }

    static FileLedgerStorage open(Path directory, Disk disk) {
        try {
            makeDurably(directory.toAbsolutePath().normalize(), disk);
            LedgerLock lock = LedgerLock.acquire(directory.resolve(LOCK), disk);
            return new FileLedgerStorage(directory.resolve(FILE), lock, disk);
        } catch (IOException e) {
            String message = "ledger " + directory.resolve(FILE) + " cannot be opened: " + IoReason.of(e);
            throw IoReason.lacksRoom(e) ? new UnwritableLedgerException(message, e) : new LedgerException(message, e);
        }
    }

    private static void makeDurably(Path directory, Disk disk) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        for (Path p = directory; p != null && Files.notExists(p); p = p.getParent()) {
            missing.push(p);
        }
        Files.createDirectories(directory);
        for (Path made : missing) {
            @Nullable Path parent = made.getParent();
            if (parent != null) {
                disk.forceNames(parent);
            }
        }
    }

    @Override
    public String where() {
        return file.toString();
    }

    @Override
    public byte[] load() throws IOException {
        LedgerMark mark = LedgerMark.parse(lock.mark());
        if (LedgerLock.key(file) == null) {
            mark.requireNone(file.toString());
            return new byte[0];
        }
        openChannel();
        forceNames(); // whoever made the file may have been killed before
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

    private FileChannel openChannel() throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        key = LedgerLock.key(file);
        return channel;
    }

    @Override
    public void create(byte[] header) throws IOException {
        lock.requireHeld();
        Path unnamed = file.resolveSibling(NEW);
        Files.deleteIfExists(unnamed);
        Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel made = FileChannel.open(unnamed, new HashSet<>(options), PrivateFiles.attributes(unnamed))) {
            writeFully(made, 0, header);
            disk.force(unnamed, made, true);
        } catch (IOException e) {
            Files.deleteIfExists(unnamed);
            throw e;
        }
        if (LedgerLock.key(file) != null) {
            throw new IOException("another program has just made it");
        }
        // The lock file first, its own name included: a ledger without one has lost it.
        lock.setMark(LedgerMark.making(Frame.hash(header)).text());
        forceNames();
        Files.move(unnamed, file, StandardCopyOption.ATOMIC_MOVE);
        forceNames();
        lock.setMark(LedgerMark.made(Frame.hash(header)).text());
        openChannel();
    }

    @Override
    public void write(long position, byte[] line) throws IOException {
        writeFully(requireSameFile(), position, line);
    }

    @Override
    public void requireUntouched(long length) throws IOException {
        long size = requireSameFile().size();
        if (size != length) {
            throw new IOException(
                    "it has " + size + " bytes, was left with " + length + ": another program has written to it");
        }
    }

    private static void writeFully(FileChannel channel, long position, byte[] bytes) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            channel.write(left, position + left.position());
        }
    }

    private FileChannel requireSameFile() throws IOException {
        lock.requireHeld();
        if (channel == null || key == null || !key.equals(LedgerLock.key(file))) {
            throw new IOException("it was removed or replaced while it was open");
        }
        return channel;
    }

    @Override
    public void sync() throws IOException {
        disk.force(file, requireSameFile(), false);
    }

    @Override
    public void cut(long length) throws IOException {
        FileChannel open = requireSameFile();
        open.truncate(length);
        disk.force(file, open, true);
    }

    @Override
    public void remember(String head) throws IOException {
        requireSameFile();
        lock.setMark(
                LedgerMark.closed(LedgerMark.parse(lock.mark()).header(), head).text());
    }

    /**
     * Takes the word of a person that a ledger without its lock file is whole, and makes the lock file anew.
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
            if (!LedgerMark.parse(storage.lock.mark()).header().isEmpty()) {
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
        } catch (IOException e) {
            throw new LedgerException("ledger " + file + " cannot be acknowledged: " + IoReason.of(e), e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            lock.close();
        }
    }
}
