// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.Task;

/** Observes the coordinator's messages at a site in order, and after a restart all of them again. */
public interface ConsensusWatch {

    /** The task of the next round was taken over, and the consensus with which it begins, which changes later. */
    void taken(Task task, Parameters consensus);

    void ended(CoordinatorMessage.Outcome outcome, Parameters consensus);

    static ConsensusWatch none() {
        return new ConsensusWatch() {
            @Override
            public void taken(Task task, Parameters consensus) {}

            @Override
            public void ended(CoordinatorMessage.Outcome outcome, Parameters consensus) {}
        };
    }
}
