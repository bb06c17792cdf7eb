// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Outcome;
import io.hedgerow.core.protocol.Task;

/** Observes at a site the coordinator's messages in order, and after a restart all of them again. */
public interface ConsensusWatch {

    /**
     * A task was taken over.
     *
     * @param task of the next round
     * @param consensus with which the round begins: that of the round before, unless it is the first. It changes later
     */
    void taken(Task task, Parameters consensus);

    /** The study has ended, with the consensus of the last round. */
    void ended(Outcome outcome, Parameters consensus);

    /** Ignores everything. */
    static ConsensusWatch nobody() {
        return new ConsensusWatch() {
            @Override
            public void taken(Task task, Parameters consensus) {}

            @Override
            public void ended(Outcome outcome, Parameters consensus) {}
        };
    }
}
