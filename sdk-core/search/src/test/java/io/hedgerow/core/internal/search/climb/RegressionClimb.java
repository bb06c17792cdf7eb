// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.GraphSearch;
import io.hedgerow.core.internal.search.posterior.ScorePolicy;
import io.hedgerow.core.internal.search.regression.ParentFit;
import io.hedgerow.core.internal.search.score.DecomposableScore;
import io.hedgerow.core.internal.search.score.RegressionScores;
import java.util.List;

/** A network by climbs on one matrix, and its score, the smaller the better. */
record RegressionClimb(WeightMatrix network, double score) {

    /** A single climb from no edges. */
    static RegressionClimb once(int d, double[] s, DecomposableScore score, int mostParents) {
        return found(d, s, search(d, s, score, mostParents, 1), List.of(new ParentSets(d, mostParents)), mostParents);
    }

    /** Single climbs from no edges and along the order in which conditional variances grow. */
    static RegressionClimb ordered(int d, double[] s, DecomposableScore score, int mostParents) {
        ParentSets ordered = new OrderedStart(EdgeKnowledge.none(d), s).parents(score, mostParents);
        return found(
                d,
                s,
                search(d, s, score, mostParents, 1),
                List.of(new ParentSets(d, mostParents), ordered),
                mostParents);
    }

    /** The same, and restarts after reversals. */
    static RegressionClimb thorough(int d, double[] s, DecomposableScore score, int mostParents, long seed) {
        GraphSearch<RegressionScores> search = search(d, s, score, mostParents, seed);
        ParentSets ordered = new OrderedStart(EdgeKnowledge.none(d), s).parents(score, mostParents);
        search.draft(new ParentSets(d, mostParents), List.of(new ParentSets(d, mostParents), ordered));
        return new RegressionClimb(ParentFit.weights(d, s, search.search()), -search.score());
    }

    private static GraphSearch<RegressionScores> search(
            int d, double[] s, DecomposableScore score, int mostParents, long seed) {
        RegressionScores scores = new RegressionScores(d, s, score, mostParents, 1);
        return GraphSearch.of(new Reversing(EdgeKnowledge.none(d), scores), new SearchRandom(seed));
    }

    private record Reversing(EdgeKnowledge knowledge, RegressionScores scores)
            implements ScorePolicy<RegressionScores> {
        @Override
        public RestartedClimb restarts() {
            return RestartedClimb.REVERSALS;
        }
    }

    private static RegressionClimb found(
            int d, double[] s, GraphSearch<RegressionScores> search, List<ParentSets> starts, int mostParents) {
        ParentSets best = search.draft(new ParentSets(d, mostParents), starts);
        return new RegressionClimb(ParentFit.weights(d, s, best), -search.score());
    }
}
