// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.simulation;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.protocol.SiteId;

/** Both ends of the protection of one study inside one process, and what lies between them. */
public interface Protection {

    /**
     * {@return the end of a site, for this site only}
     *
     * @param site its name
     */
    UpdateProtector protector(SiteId site);

    /** {@return the coordinator's end, the same at every call} */
    Aggregator aggregator();

    /**
     * {@return the channel of a run: the same, or one that loses messages}
     *
     * @param channel that reaches all sites
     */
    default CoordinatorChannel line(CoordinatorChannel channel) {
        return channel;
    }
}
