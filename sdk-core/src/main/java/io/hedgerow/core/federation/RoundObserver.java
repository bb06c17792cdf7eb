// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import io.hedgerow.core.model.Parameters;

/** Watches a study from the coordinator's side: progress, votes over rounds, plots. */
@FunctionalInterface
public interface RoundObserver {

    /**
     * A round has ended.
     *
     * @param report what it yielded
     * @param consensus W as sent to the sites
     */
    void roundEnded(RoundReport report, Parameters consensus);
}
