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
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in a directory of its own, for one writer. A new file gets its name only when its header is on the disk; a
 * line is on the disk when {@link #sync} returns (fdatasync). Before every line it is checked that the file is still the
 * one that was opened, as long as it was left, and the lock still held. The lock file keeps a {@link LedgerMark}, so that a
 * ledger that went missing is not replaced by an empty one in silence, nor a closed one by an older copy.
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
     * @throws LedgerException when it cannot be made or written, or has a writer
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
            throw new LedgerException("ledger " + directory.resolve(FILE) + " cannot be opened: " + IoReason.of(e), e);
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
            if (!mark.header().isEmpty()) {
                throw new LedgerTamperedException(
                        "ledger " + file + " is missing, but one was made here: bring it back");
            }
            return new byte[0];
        }
        openChannel();
        forceNames(); // whoever made the file may have been killed before
        byte[] content = Files.readAllBytes(file);
        Optional<String> header = Frame.firstHash(content);
        if (header.isEmpty() || !header.get().startsWith(mark.header())) {
            throw new LedgerTamperedException(
                    "ledger " + file + " was changed or damaged: it does not begin as the one that was made here");
        }
        mark.requireContinued(content, file.toString());
        if (mark.header().length() < header.get().length()) {
            lock.setMark(header.get());
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
        Files.move(unnamed, file, StandardCopyOption.ATOMIC_MOVE);
        forceNames();
        lock.setMark(Frame.hash(header));
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
        lock.setMark(new LedgerMark(LedgerMark.parse(lock.mark()).header(), Optional.of(head)).text());
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
