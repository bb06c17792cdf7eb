// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method.rounds;

import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.model.Parameters;
import java.util.Optional;

/** Derives the network of a study from what its last rounds released. Not thread-safe. */
public interface NetworkOfRounds extends RoundObserver {

    /**
     * Takes a round into account. Rounds come in order.
     *
     * @param round counted from 0
     * @param consensus of the round as it was sent
     */
    void add(int round, Parameters consensus);

    @Override
    default void roundEnded(RoundReport report, Parameters consensus) {
        add(report.round(), consensus);
    }

    /** {@return the network that was learned, acyclic} */
    WeightMatrix network();

    /** {@return the share of the rounds that had each edge; empty without a vote} */
    default Optional<WeightMatrix> voteShares() {
        return Optional.empty();
    }

    /** {@return the directions that are identified; empty where all are claimed} */
    default Optional<PairProbabilities> pairs() {
        return Optional.empty();
    }

    /**
     * {@return whether the network follows from the releases of all rounds; false where a study may end early and still
     * give it}
     */
    default boolean isOfEveryRound() {
        return true;
    }

    /**
     * {@return an observer that notifies this one and then the other}
     *
     * @param other is notified after this one
     */
    default RoundObserver and(RoundObserver other) {
        return (report, consensus) -> {
            roundEnded(report, consensus);
            other.roundEnded(report, consensus);
        };
    }
}
