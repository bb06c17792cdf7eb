package io.hedgerow.secureagg.store;

import io.hedgerow.secureagg.site.SessionRecord;
import io.hedgerow.secureagg.site.SessionStore;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Everything that a site keeps about secure aggregation, in one directory: {@code releases}, {@code session}, a {@code ratchet-…} file and,
 * while a sum is being opened, {@code promise}. When a session replaces another, the ratchet of the old one is erased. Keep the directory out of snapshots and backups that could be
 * restored; see {@link FileReleaseStore} and {@link FileSlotStore}. Not thread-safe; one process at a time.
 */
public final class SiteMemory implements SessionStore, AutoCloseable {

    private final FileSlotStore slots;
    private final FileReleaseStore releases;
    private final FileSessionStore session;
    private final FilePromiseStore promises;

    /**
     * Opens a directory.
     *
     * @param directory made when it is not there; not shared with another site
     * @throws StoreException when a file is damaged, is open elsewhere or cannot be written
     */
    public SiteMemory(Path directory) {
        releases = new FileReleaseStore(directory.resolve("releases"));
        slots = new FileSlotStore(directory);
        session = new FileSessionStore(directory.resolve("session"));
        promises = new FilePromiseStore(directory.resolve("promise"));
    }

    /**
     * Ratchets.
     *
     * @return for the site's configuration
     */
    public FileSlotStore slots() {
        return slots;
    }

    /**
     * Releases.
     *
     * @return for the site's guard
     */
    public FileReleaseStore releases() {
        return releases;
    }

    /**
     * Promised shares.
     *
     * @return for the site's configuration
     */
    public FilePromiseStore promises() {
        return promises;
    }

    @Override
    public Optional<SessionRecord> load() {
        return session.load();
    }

    @Override
    public void save(SessionRecord record) {
        boolean isNew =
                session.load().filter(last -> last.sid().equals(record.sid())).isEmpty();
        session.save(record);
        if (isNew) {
            slots.retain(record.sid());
        }
    }

    @Override
    public void close() {
        releases.close();
    }
}
