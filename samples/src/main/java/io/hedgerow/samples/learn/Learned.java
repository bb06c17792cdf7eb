// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import io.hedgerow.core.method.LearnedNetwork;
import io.hedgerow.samples.secure.SecureAggregationReport;
import java.util.List;
import java.util.Optional;

/**
 * What a run yields.
 *
 * @param privacy what it cost each site; empty without a guarantee
 * @param masks what secure aggregation did; empty for plain uploads
 */
public record Learned(LearnedNetwork found, List<SitePrivacy> privacy, Optional<SecureAggregationReport> masks) {
    public Learned {
        privacy = List.copyOf(privacy);
    }

    /** What sites sent: bytes, with those of the masks' protocol. */
    public long bytesUp() {
        return found.bytesUp() + masks.map(SecureAggregationReport::bytesUp).orElse(0L);
    }

    /** What sites received: bytes, with those of the masks' protocol. */
    public long bytesDown() {
        return found.bytesDown() + masks.map(SecureAggregationReport::bytesDown).orElse(0L);
    }

    /** How uploads were protected. */
    String upload() {
        return privacy.isEmpty() ? found.upload() : found.upload() + ", noise added at the site";
    }
}
