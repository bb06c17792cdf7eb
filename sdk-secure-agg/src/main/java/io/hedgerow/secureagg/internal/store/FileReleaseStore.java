// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.store;

import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore.ReleaseRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Stores a site's releases in an append-only file. A record is on the disk when {@link #append} returns; a record that
 * a crash left unfinished is cut away when the file is opened; a file that was damaged is refused, with the place. Not
 * a secret, but it must not be lost and must not come from a snapshot: a site that forgot what it released could
 * release it again. Not thread-safe; one process at a time.
 */
public final class FileReleaseStore implements ReleaseStore, AutoCloseable {

    private final FrameLog log;
    private final List<ReleaseRecord> records = new ArrayList<>();

    /** Opens a file of this site alone, or makes it; one that is damaged or open elsewhere is refused. */
    public FileReleaseStore(Path file) {
        log = FrameLog.open(file, "releases");
        log.records()
                .forEach(entry ->
                        records.add(StoredRecord.read(entry, "a record of " + file, FileReleaseStore::decode)));
    }

    @Override
    public List<ReleaseRecord> load() {
        return List.copyOf(records);
    }

    @Override
    public void append(ReleaseRecord entry) {
        log.append(StoredRecord.write(List.of(entry.subject(), entry.input()), entry.cohort()));
        records.add(entry);
    }

    private static ReleaseRecord decode(StoredRecord in) {
        return new ReleaseRecord(in.octets(), in.octets(), in.sites());
    }

    @Override
    public void close() {
        log.close();
    }
}
