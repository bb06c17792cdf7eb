// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import io.hedgerow.core.federation.Aggregator.Dialogue;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.encoding.Payload;
import java.util.Map;
import java.util.Set;

/** For aggregators that must not ask anything. */
public enum NoDialogue implements Dialogue {
    REFUSED;

    @Override
    public Set<SiteId> sites() {
        return Set.of();
    }

    @Override
    public Map<SiteId, Payload> ask(Map<SiteId, Payload> questions) {
        throw new AssertionError("nothing must be asked, was " + questions.keySet());
    }

    @Override
    public void tell(Map<SiteId, Payload> messages) {
        throw new AssertionError("nothing must be told, was " + messages.keySet());
    }
}
