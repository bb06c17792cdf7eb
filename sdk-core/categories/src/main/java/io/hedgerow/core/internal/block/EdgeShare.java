// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.GraphSearch;
import io.hedgerow.core.internal.search.posterior.ScorePolicy;

/**
 * Scores sets of variables with a prior share of adjacent pairs that is estimated with the graph (empirical Bayes): f =
 * (E + 1) / (P + 2) of E edges among P pairs, and an edge has log odds ln(f / (1 − f)). Not thread-safe.
 */
public final class EdgeShare implements ScorePolicy<SetScores> {

    private static final int ROUNDS = 3;

    private final EdgeKnowledge knowledge;
    private SetScores scores;

    private EdgeShare(EdgeKnowledge knowledge, SetScores scores) {
        this.knowledge = knowledge;
        int others = Math.max(1, knowledge.variables() - 1);
        this.scores = scores.with(knowledge, logOdds(Math.min(0.5, 2.0 / others)));
    }

    /** A search by scores whose log odds are replaced. */
    public static GraphSearch<SetScores> search(EdgeKnowledge knowledge, SetScores scores, long seed) {
        return GraphSearch.of(new EdgeShare(knowledge, scores), new SearchRandom(seed));
    }

    private static double logOdds(double share) {
        return Math.log(share / (1 - share));
    }

    @Override
    public EdgeKnowledge knowledge() {
        return knowledge;
    }

    @Override
    public SetScores scores() {
        return scores;
    }

    @Override
    public int rounds() {
        return ROUNDS;
    }

    @Override
    public boolean knowClasses() {
        return true;
    }

    @Override
    public boolean seekOrders() {
        return true;
    }

    @Override
    public boolean refit(ParentSets best) {
        int d = knowledge.variables();
        scores = scores.with(knowledge, logOdds((best.edgeCount() + 1) / (d * (d - 1) / 2.0 + 2)));
        return true;
    }
}
