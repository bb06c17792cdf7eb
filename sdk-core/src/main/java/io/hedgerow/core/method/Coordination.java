// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.RoundObserver;
import java.util.Objects;

/**
 * The coordinator's part of a method works with these.
 *
 * @param channel to the sites
 * @param aggregator sums what they send
 * @param observer is told of every round
 * @param journal of the study, or empty
 */
public record Coordination(
        CoordinatorChannel channel, Aggregator aggregator, RoundObserver observer, Journal<CoordinatorRecord> journal) {
    public Coordination {
        Objects.requireNonNull(channel, "channel");
        Objects.requireNonNull(aggregator, "aggregator");
        Objects.requireNonNull(observer, "observer");
        Objects.requireNonNull(journal, "journal");
    }
}
