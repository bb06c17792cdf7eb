package io.hedgerow.core.round;

import io.hedgerow.core.model.Parameters;
import java.util.Objects;
import java.util.Set;

/**
 * The sum of the changes of a set of sites, and nothing else.
 *
 * @param round the round
 * @param included the sites in the sum
 * @param sum Σ of their changes, [d·q]
 */
public record Aggregate(int round, Set<SiteId> included, Parameters sum) {
    public Aggregate {
        included = Set.copyOf(included);
        Objects.requireNonNull(sum, "sum");
    }
}
