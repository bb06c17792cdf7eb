// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg;

import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore.ReleaseRecord;
import java.util.ArrayList;
import java.util.List;

/** What a site's disk has. Can be copied, as a machine's snapshot is, and can fail. */
public final class MemoryStores implements ReleaseStore {

    private final List<ReleaseRecord> records = new ArrayList<>();
    private boolean failing;

    public MemoryStores snapshot() {
        MemoryStores copy = new MemoryStores();
        copy.records.addAll(records);
        return copy;
    }

    public void fail(boolean now) {
        failing = now;
    }

    @Override
    public List<ReleaseRecord> load() {
        return List.copyOf(records);
    }

    @Override
    public void append(ReleaseRecord entry) {
        if (failing) {
            throw new IllegalStateException("the disk is full");
        }
        records.add(entry);
    }
}
