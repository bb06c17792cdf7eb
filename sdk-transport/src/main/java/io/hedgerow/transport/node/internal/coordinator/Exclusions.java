// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.protocol.SiteId;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The sites that an operator has excluded from a study. The coordinator's journal records them, so a restart remembers
 * them. The computation reads the journal without these records: what it computes follows from sums, which name their
 * sites. Not thread-safe.
 */
public final class Exclusions implements Journal<CoordinatorRecord> {

    private final Journal<CoordinatorRecord> journal;
    private final Set<SiteId> sites = new TreeSet<>();

    public Exclusions(Journal<CoordinatorRecord> journal) {
        this.journal = journal;
    }

    /** Those that were read or decided so far. */
    public Set<SiteId> sites() {
        return Collections.unmodifiableSet(sites);
    }

    public void exclude(SiteId site) {
        journal.append(new CoordinatorRecord.Excluded(site));
        sites.add(site);
    }

    @Override
    public Optional<CoordinatorRecord> next() {
        Optional<CoordinatorRecord> record = journal.next();
        while (record.isPresent() && record.get() instanceof CoordinatorRecord.Excluded excluded) {
            sites.add(excluded.site());
            record = journal.next();
        }
        return record;
    }

    @Override
    public void append(CoordinatorRecord record) {
        journal.append(record);
    }
}
