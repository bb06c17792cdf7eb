// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.chain.OrderChain;
import io.hedgerow.core.internal.search.chain.OrderSampler;
import io.hedgerow.core.internal.search.chain.StructureChain;
import io.hedgerow.core.internal.search.climb.BestOrder;
import io.hedgerow.core.internal.search.climb.EquivalenceSearch;
import io.hedgerow.core.internal.search.climb.GraphClimb;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.FamilyScores;
import io.hedgerow.core.internal.search.score.SubsetScores;
import java.util.Arrays;
import java.util.List;

/**
 * Searches for the best graph by scores of families, and samples the posterior over graphs: climbs with restarts from
 * given starts, single climbs from those of the {@link ScorePolicy}, in the last round a search over equivalence
 * classes and best orders, and after each round the scores that follow from the best graph. Chains go on from there.
 * Every method of moments, tables or curves has a policy, and no search of its own.
 *
 * <p>Deterministic for a seed. Not thread-safe.
 *
 * @param <S> the scores
 */
public final class GraphSearch<S extends FamilyScores> {

    /** The number of orders from which the best one is sought. */
    private static final int ORDERS = 4;

    /** Beyond this a search over equivalence classes takes minutes. */
    private static final int MOST_OF_CLASSES = 100;

    private final ScorePolicy<S> policy;
    private final EdgeKnowledge knowledge;
    private final SearchRandom random;
    private ParentSets best;

    private GraphSearch(ScorePolicy<S> policy, SearchRandom random) {
        this.policy = policy;
        this.knowledge = policy.knowledge();
        this.random = random;
        this.best = knowledge.requiredParents();
    }

    public static <S extends FamilyScores> GraphSearch<S> of(ScorePolicy<S> policy, SearchRandom random) {
        return new GraphSearch<>(policy, random);
    }

    /** A search by scores that no graph changes: climbs with restarts, and chains over graphs. */
    public static <S extends FamilyScores> GraphSearch<S> of(EdgeKnowledge knowledge, S scores, SearchRandom random) {
        return of(ScorePolicy.fixed(knowledge, scores), random);
    }

    /** The best graph from a draft on, or from the required edges. */
    public ParentSets search() {
        return search(List.of(best));
    }

    /** The best graph from one or several starts on, each with restarts. */
    public ParentSets search(List<ParentSets> starts) {
        boolean open = true;
        for (int round = 1; open; round++) {
            boolean last = round == policy.rounds();
            if (round == 1) {
                from(starts);
            } else {
                best = restarted(best);
            }
            policy.starts().forEach(this::climb);
            if (last) {
                lookFurther();
            }
            open = policy.refit(best) && !last;
        }
        return best;
    }

    private void from(List<ParentSets> starts) {
        best = restarted(starts.get(0));
        for (ParentSets start : starts.subList(1, starts.size())) {
            keepBetter(restarted(start));
        }
    }

    /** The better one of a graph and of those that single climbs from others lead to, with the scores as they are. */
    public ParentSets draft(ParentSets graph, List<ParentSets> starts) {
        best = graph;
        starts.forEach(this::climb);
        return best;
    }

    private void lookFurther() {
        if (policy.knowClasses() && knowledge.isEmpty() && knowledge.variables() <= MOST_OF_CLASSES) {
            climb(EquivalenceSearch.search(scores(), ParentSets.empty(knowledge.variables())));
        }
        if (policy.seekOrders() && knowledge.requiredParents().edgeCount() == 0) {
            BestOrder orders = new BestOrder(scores());
            for (int start = 0; start < ORDERS; start++) {
                climb(orders.search(randomOrder()));
            }
        }
    }

    private int[] randomOrder() {
        int[] targets = knowledge.targets();
        return Arrays.stream(OrderChain.randomOrder(targets.length, random))
                .map(at -> targets[at])
                .toArray();
    }

    private ParentSets restarted(ParentSets start) {
        return policy.restarts().search(scores(), start, random);
    }

    private void climb(ParentSets start) {
        GraphClimb climb = new GraphClimb(scores(), start);
        climb.climb();
        keepBetter(climb.parents().copy());
    }

    private void keepBetter(ParentSets other) {
        if (scoreOf(other) > scoreOf(best)) {
            best = other;
        }
    }

    private double scoreOf(ParentSets graph) {
        return new GraphClimb(scores(), graph).score();
    }

    /** The scores as the best graph left them. */
    public S scores() {
        return policy.scores();
    }

    public ParentSets best() {
        return best;
    }

    /** The score of the best graph. */
    public double score() {
        return scoreOf(best);
    }

    /** Chains over orders, and maybe a better graph; {@code nearness}, [d, d] like covariances, says where to look. */
    public static OrderSampler.Sampled sample(
            GraphSearch<? extends SubsetScores> search, double[] nearness, double rows) {
        SubsetScores scores = search.scores();
        return new OrderSampler(scores, nearness, rows, search.knowledge, search.best, search.random)
                .sample(scores.caution());
    }

    /** A chain over graphs from the best one on. */
    public StructureChain chain() {
        return new StructureChain(scores(), knowledge, best, random);
    }
}
