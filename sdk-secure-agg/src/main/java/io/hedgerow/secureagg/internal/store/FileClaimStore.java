// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.store;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.policy.StatisticClaims.ClaimStore;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stores in an append-only file which study received each exact statistic; like {@link FileReleaseStore} durable and
 * checked, and never to be replaced by an older copy. One file for all studies of a data set. Thread-safe; one process
 * at a time.
 */
public final class FileClaimStore implements ClaimStore, AutoCloseable {

    private final FrameLog log;
    private final Map<Octets, Octets> claimed = new HashMap<>();

    /** Opens a file, or makes it; one that is damaged or open elsewhere is refused. */
    public FileClaimStore(Path file) {
        log = FrameLog.open(file, "claims");
        log.records().forEach(entry -> StoredRecord.read(entry, "a record of " + file, this::apply));
    }

    /** Without a name, as earlier releases wrote it, a holder gives back what it has. */
    private boolean apply(StoredRecord in) {
        Octets name = in.octets();
        Octets holder = in.octets();
        if (name.size() == 0) {
            claimed.values().removeIf(holder::equals);
        } else {
            claimed.put(name, holder);
        }
        return true;
    }

    @Override
    public synchronized Map<Octets, Octets> load() {
        return Map.copyOf(claimed);
    }

    @Override
    public synchronized Optional<Octets> claim(List<Octets> names, Octets holder) {
        Optional<Octets> taken = names.stream()
                .filter(name -> !holder.equals(claimed.getOrDefault(name, holder)))
                .findFirst();
        if (taken.isEmpty()) {
            for (Octets name : names) {
                if (!claimed.containsKey(name)) {
                    log.append(StoredRecord.write(List.of(name, holder)));
                    claimed.put(name, holder);
                }
            }
        }
        return taken;
    }

    @Override
    public synchronized void close() {
        log.close();
    }
}
