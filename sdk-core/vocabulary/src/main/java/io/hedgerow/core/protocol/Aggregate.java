// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.encoding.SparseChange;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The sum of the updates of a set of sites, and without protection also each site's update.
 *
 * @param round the round
 * @param included the sites in the sum
 * @param sum Σ over these sites, [d·q]
 * @param seen the update of each of these sites, where the protection lets it be seen; otherwise empty
 */
public record Aggregate(int round, Set<SiteId> included, Parameters sum, Map<SiteId, SparseChange> seen) {
    public Aggregate {
        included = Set.copyOf(included);
        Objects.requireNonNull(sum, "sum");
        seen = Map.copyOf(seen);
        if (!seen.isEmpty() && !seen.keySet().equals(included)) {
            throw new IllegalArgumentException(
                    "what was seen must be of the sites in the sum " + included + ", was of " + seen.keySet());
        }
    }

    /**
     * Creates a sum without updates of single sites.
     *
     * @param round the round
     * @param included the sites in the sum
     * @param sum Σ over these sites, [d·q]
     */
    public Aggregate(int round, Set<SiteId> included, Parameters sum) {
        this(round, included, sum, Map.of());
    }
}
