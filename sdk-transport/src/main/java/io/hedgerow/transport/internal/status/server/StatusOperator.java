// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.server;

import io.hedgerow.core.protocol.SiteId;
import java.util.Optional;

/** What a user with the role {@code operate} may do to a study. Thread-safe. */
public interface StatusOperator {

    /**
     * Goes on without a site.
     *
     * @param user who asked
     * @return empty when it was done; otherwise why not, or not yet
     */
    Optional<String> exclude(SiteId site, String user) throws InterruptedException;

    /** Hears of a user who may not do this. */
    void refused(String user);
}
