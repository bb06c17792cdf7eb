// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.chain.OrderChain;
import io.hedgerow.core.internal.search.chain.OrderSampler;
import io.hedgerow.core.internal.search.climb.BestOrder;
import io.hedgerow.core.internal.search.climb.EquivalenceSearch;
import io.hedgerow.core.internal.search.climb.GraphClimb;
import io.hedgerow.core.internal.search.climb.RestartedClimb;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;

/**
 * The best graph and the posterior over graphs by {@link SetScores}: climbs, a search over classes, best orders and
 * chains over orders. The share of pairs with an edge is estimated with the graph (empirical Bayes): f = (E + 1) / (P +
 * 2) of E edges among P pairs, and an edge has log odds ln(f / (1 − f)). Deterministic for a seed. Not thread-safe.
 */
public final class SetSearch {

    private static final int ROUNDS = 3;
    private static final int ORDERS = 4;
    private static final int MOST_OF_CLASSES = 100;

    private final EdgeKnowledge knowledge;
    private final SearchRandom random;
    private SetScores scores;
    private ParentSets best;

    public SetSearch(EdgeKnowledge knowledge, SetScores scores, ParentSets start, long seed) {
        this.knowledge = knowledge;
        this.random = new SearchRandom(seed);
        this.best = start.copy();
        this.scores = scores.with(knowledge, logOdds(Math.min(0.5, 2.0 / Math.max(1, knowledge.variables() - 1))));
    }

    public ParentSets search() {
        for (int round = 0; round < ROUNDS; round++) {
            best = RestartedClimb.search(scores, best, random);
            if (round == ROUNDS - 1) {
                consider();
            }
            int d = knowledge.variables();
            scores = scores.with(knowledge, logOdds((best.edgeCount() + 1) / (d * (d - 1) / 2.0 + 2)));
        }
        return best;
    }

    private static double logOdds(double share) {
        return Math.log(share / (1 - share));
    }

    private void consider() {
        if (knowledge.requiredParents().edgeCount() > 0) {
            return;
        }
        int d = knowledge.variables();
        if (d <= MOST_OF_CLASSES && knowledge.isEmpty()) {
            keepBetter(EquivalenceSearch.search(scores, ParentSets.empty(d)));
        }
        BestOrder orders = new BestOrder(scores);
        for (int start = 0; start < ORDERS; start++) {
            keepBetter(orders.search(OrderChain.randomOrder(d, random)));
        }
    }

    private void keepBetter(ParentSets other) {
        GraphClimb climb = new GraphClimb(scores, other);
        climb.climb();
        if (climb.score() > new GraphClimb(scores, best).score()) {
            best = climb.parents().copy();
        }
    }

    /** The scores with the share of edges of the best graph. */
    public SetScores scores() {
        return scores;
    }

    /** Probabilities, and maybe a better graph; {@code nearness}, [d, d] like correlations, says where to look. */
    public OrderSampler.Sampled sample(double[] nearness, double rows) {
        return new OrderSampler(scores, nearness, rows, knowledge, best, random).sample();
    }
}
