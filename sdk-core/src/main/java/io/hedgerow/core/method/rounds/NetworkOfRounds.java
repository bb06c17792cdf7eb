// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method.rounds;

import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.model.Parameters;
import java.util.Optional;

/**
 * Makes a network of the consensus of some rounds. It sees what every round released and nothing else. Not thread-safe.
 */
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

    /**
     * The network.
     *
     * @return what was learned, acyclic
     */
    WeightMatrix network();

    /**
     * The vote on each edge, where there was one.
     *
     * @return share of the rounds that had each edge; empty without a vote
     */
    default Optional<WeightMatrix> voteShares() {
        return Optional.empty();
    }

    /**
     * Which directions are identified, where that is known.
     *
     * @return empty where all are claimed
     */
    default Optional<PairProbabilities> pairs() {
        return Optional.empty();
    }

    /**
     * Whether it is made of what every round released, not of what is told at the end only.
     *
     * @return false where a study may end before its last round and still give it
     */
    default boolean isOfEveryRound() {
        return true;
    }

    /**
     * Tells somebody else, too.
     *
     * @param other is told after this
     * @return both
     */
    default RoundObserver and(RoundObserver other) {
        return (report, consensus) -> {
            roundEnded(report, consensus);
            other.roundEnded(report, consensus);
        };
    }
}
