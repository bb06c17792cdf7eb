// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Outcome;
import io.hedgerow.core.protocol.Task;

/** Sees at a site what the coordinator tells it, in order, and after a restart all of it again. */
public interface ConsensusWatch {

    /**
     * A task was taken over.
     *
     * @param task of the next round
     * @param consensus that the round begins with; of the round before, unless it is the first. Changes later
     */
    void taken(Task task, Parameters consensus);

    /** The study has ended, with the consensus of the last round. */
    void ended(Outcome outcome, Parameters consensus);

    /** Sees nothing. */
    static ConsensusWatch nobody() {
        return new ConsensusWatch() {
            @Override
            public void taken(Task task, Parameters consensus) {}

            @Override
            public void ended(Outcome outcome, Parameters consensus) {}
        };
    }
}
