// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;

/** Watches a study from the coordinator's side: progress, votes over rounds, plots. */
@FunctionalInterface
public interface RoundObserver {

    /**
     * Is called when a round has ended.
     *
     * @param report of the round
     * @param consensus W as sent to the sites
     */
    void roundEnded(RoundReport report, Parameters consensus);

    /**
     * Is called when a site in this process could not read its rows and will read them again; nothing was computed from
     * them. Called in the site's own thread, at every attempt that fails; ignored unless overridden.
     *
     * @param site the site
     * @param why the reason, for the people of the site; it may quote their data
     */
    default void waitsForRows(SiteId site, String why) {}
}
