// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.UpdateForm;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.transport.internal.egress.SecurityEvent;
import io.hedgerow.transport.internal.egress.SecurityEvents;
import io.hedgerow.transport.node.internal.site.Unanswered;
import java.util.List;

/**
 * Sums as another aggregator does, and notes whose updates it refuses, such as for a signature that does not verify.
 *
 * @param security is told of them
 */
public record WatchedAggregator(Aggregator aggregator, SecurityEvents security, String study) implements Aggregator {

    @Override
    public String id() {
        return aggregator.id();
    }

    @Override
    public UpdateForm form() {
        return aggregator.form();
    }

    @Override
    public void begun(Task task) {
        aggregator.begun(task);
    }

    @Override
    public void prepare(Task task, Dialogue dialogue) throws InterruptedException {
        aggregator.prepare(task, dialogue);
    }

    @Override
    public void check(int round, ProtectedUpdate update) {
        try {
            aggregator.check(round, update);
        } catch (ProtocolException e) {
            String text = String.valueOf(e.getMessage());
            security.happened(new SecurityEvent(
                    SecurityEvent.Kind.PROTOCOL_VIOLATION,
                    "site " + update.site().value(),
                    study,
                    "an update of round " + round + " was refused: " + text,
                    Unanswered.reason(e, text)));
            throw e;
        }
    }

    @Override
    public Aggregate aggregate(int round, List<ProtectedUpdate> updates, Dialogue dialogue)
            throws InterruptedException {
        return aggregator.aggregate(round, updates, dialogue);
    }
}
