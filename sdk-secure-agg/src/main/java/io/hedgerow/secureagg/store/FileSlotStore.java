package io.hedgerow.secureagg.store;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.RatchetState;
import io.hedgerow.secureagg.key.SlotStore;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Ratchets in files, one for each session, readable by their owner only. A save writes a new file, makes it durable, gives it the old
 * one's name, makes the name durable, and overwrites the old content where it was. After that no file has the chain keys of earlier slots.
 *
 * <p>What is below the file system may still have them: a file system that copies on write or journals its data, a disk that moves
 * blocks when it wears, a snapshot, a backup. Where earlier slots must stay secret from someone who takes the disk, the directory belongs
 * on an encrypted volume without snapshots, or in memory that lasts as long as the machine runs. Not thread-safe; one process at a time.
 */
public final class FileSlotStore implements SlotStore {

    private static final String PREFIX = "ratchet-";

    private final Path directory;

    /**
     * Keeps ratchets in a directory. What a crash left of writing one is erased.
     *
     * @param directory made when it is not there; not shared with another site
     * @throws StoreException when it cannot be made, or a crash left what cannot be erased
     */
    public FileSlotStore(Path directory) {
        this.directory = PrivateFiles.directory(directory);
        // keys of a slot that was being used up when the process was killed
        files(PrivateFiles::isUnfinished).forEach(left -> PrivateFiles.eraseUnfinished(finished(left)));
    }

    private static Path finished(Path unfinished) {
        String name = unfinished.getFileName().toString();
        return unfinished.resolveSibling(name.substring(0, name.lastIndexOf('.')));
    }

    private List<Path> files(Predicate<Path> which) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, PREFIX + "*")) {
            all.forEach(file -> {
                if (which.test(file)) {
                    found.add(file);
                }
            });
        } catch (IOException e) {
            throw new StoreException("directory " + directory + " cannot be listed", e);
        }
        return found;
    }

    private Path path(Octets sid) {
        return directory.resolve(PREFIX + sid.requireSize(32, "sid"));
    }

    private SealedFile file(Octets sid) {
        return new SealedFile(path(sid), "ratchet " + sid);
    }

    @Override
    public Optional<RatchetState> load(Octets sid) {
        return file(sid).read().map(RatchetState::ofBytes);
    }

    @Override
    public void save(Octets sid, RatchetState state) {
        file(sid).write(state.toBytes());
    }

    /**
     * Erases the ratchets of all sessions but one: those of sessions that have ended, or that were never completed.
     *
     * @param sid the session that goes on
     * @throws StoreException when a file cannot be removed
     */
    public void retain(Octets sid) {
        files(file -> !file.equals(path(sid))).forEach(PrivateFiles::delete);
    }
}
