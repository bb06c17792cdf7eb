// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import io.hedgerow.secureagg.internal.key.Octets;
import java.util.List;

/**
 * Keeps a site's releases across sessions and restarts. A record must be durable when append returns. Extension point.
 */
public interface ReleaseStore {

    List<ReleaseRecord> load();

    void append(ReleaseRecord entry);

    /**
     * A site's record of one subject.
     *
     * @param subject the sum, as {@link ReleaseGuard#subjectOf} names it
     * @param input digest of the only lanes that the site masks for it
     * @param cohort the only sites over which it helps to open a sum; empty before it confirmed any
     */
    record ReleaseRecord(Octets subject, Octets input, List<Integer> cohort) {
        public ReleaseRecord {
            cohort = List.copyOf(cohort);
        }
    }
}
