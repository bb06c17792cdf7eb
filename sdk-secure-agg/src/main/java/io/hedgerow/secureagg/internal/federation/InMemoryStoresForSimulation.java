// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.secureagg.internal.policy.ReleaseRecord;
import io.hedgerow.secureagg.internal.policy.ReleaseStore;
import java.util.ArrayList;
import java.util.List;

/**
 * A memory that ends with the process, for simulation only: a site that forgot the cohort of a sum could open another
 * one.
 */
public final class InMemoryStoresForSimulation implements ReleaseStore {

    private final List<ReleaseRecord> records = new ArrayList<>();

    public InMemoryStoresForSimulation() {}

    @Override
    public List<ReleaseRecord> load() {
        return List.copyOf(records);
    }

    @Override
    public void append(ReleaseRecord entry) {
        records.add(entry);
    }
}
