// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import java.util.List;

/** Delegates to another aggregator. A subclass overrides what it wants to see, and calls the method of this class. */
public abstract class ForwardingAggregator implements Aggregator {

    private final Aggregator aggregator;

    protected ForwardingAggregator(Aggregator aggregator) {
        this.aggregator = aggregator;
    }

    @Override
    public final String id() {
        return aggregator.id();
    }

    @Override
    public final Update.Form form() {
        return aggregator.form();
    }

    @Override
    public final void begun(Task task) {
        aggregator.begun(task);
    }

    @Override
    public final void prepare(Task task, Dialogue dialogue) throws InterruptedException {
        aggregator.prepare(task, dialogue);
    }

    @Override
    public void check(int round, ProtectedUpdate update) {
        aggregator.check(round, update);
    }

    @Override
    public Aggregate aggregate(int round, List<ProtectedUpdate> updates, Dialogue dialogue)
            throws InterruptedException {
        return aggregator.aggregate(round, updates, dialogue);
    }
}
