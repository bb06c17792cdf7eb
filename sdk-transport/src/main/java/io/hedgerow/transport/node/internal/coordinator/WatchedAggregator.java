// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.internal.federation.coordinator.ForwardingAggregator;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.transport.internal.egress.SecurityEvent;
import io.hedgerow.transport.internal.egress.SecurityEvents;
import io.hedgerow.transport.node.internal.site.Unanswered;

/**
 * Sums as another aggregator does, and notes whose updates it refuses, such as for a signature that does not verify.
 */
public final class WatchedAggregator extends ForwardingAggregator {

    private final SecurityEvents security;
    private final String study;

    /** {@code security} is told of them. */
    public WatchedAggregator(Aggregator aggregator, SecurityEvents security, String study) {
        super(aggregator);
        this.security = security;
        this.study = study;
    }

    @Override
    public void check(int round, ProtectedUpdate update) {
        try {
            super.check(round, update);
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
}
