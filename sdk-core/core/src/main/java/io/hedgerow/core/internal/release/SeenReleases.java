// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.release;

import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A journal that also records what each site released, where the protection lets it be seen: the sums of all changes
 * that it sent. The same after a restart. Not thread-safe.
 */
public final class SeenReleases implements Journal<CoordinatorRecord> {

    private final Journal<CoordinatorRecord> journal;
    private final int size;
    private final Map<SiteId, double[]> messages = new TreeMap<>();

    /** Looks at every record that passes, in messages of a known size. */
    public SeenReleases(Journal<CoordinatorRecord> journal, int size) {
        this.journal = journal;
        this.size = size;
    }

    /** {@return the last message of each site; empty behind masks} */
    public Map<SiteId, Parameters> all() {
        Map<SiteId, Parameters> all = new TreeMap<>();
        messages.forEach((site, message) -> all.put(site, Parameters.copyOf(message)));
        return all;
    }

    @Override
    public Optional<CoordinatorRecord> next() {
        Optional<CoordinatorRecord> record = journal.next();
        record.ifPresent(this::look);
        return record;
    }

    @Override
    public void append(CoordinatorRecord record) {
        journal.append(record);
        look(record);
    }

    private void look(CoordinatorRecord record) {
        if (record instanceof CoordinatorRecord.Summed summed) {
            summed.aggregate()
                    .seen()
                    .forEach((site, change) -> change.addTo(messages.computeIfAbsent(site, any -> new double[size])));
        }
    }
}
