package io.hedgerow.core.method;

import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.Optional;

/**
 * Makes a network of the consensus of some rounds. It sees what every round released and nothing else. Not thread-safe.
 */
public interface NetworkOfRounds extends RoundObserver {

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
    Optional<WeightMatrix> voteShares();

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
