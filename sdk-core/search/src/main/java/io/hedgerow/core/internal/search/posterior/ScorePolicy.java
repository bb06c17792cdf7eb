// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import io.hedgerow.core.internal.search.climb.RestartedClimb;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.FamilyScores;
import java.util.List;

/**
 * The scoring rules of a {@link GraphSearch}: how scores adapt to the best graph, as by its edge density or a common
 * noise variance (empirical Bayes), and which searches suit them.
 *
 * @param <S> the scores
 */
public interface ScorePolicy<S extends FamilyScores> {

    EdgeKnowledge knowledge();

    /** The scores as they are now. */
    S scores();

    /** How climbs are restarted. */
    default RestartedClimb restarts() {
        return RestartedClimb.WALKS_AND_KICKS;
    }

    /** The number of rounds, at most. */
    default int rounds() {
        return 1;
    }

    /** Graphs that each round climbs from beside the best one. */
    default List<ParentSets> starts() {
        return List.of();
    }

    /** Whether all graphs of an equivalence class have one score. */
    default boolean knowClasses() {
        return false;
    }

    /** Whether best orders are sought, too. */
    default boolean seekOrders() {
        return false;
    }

    /** Makes other scores by the best graph of a round; false where another round would change nothing. */
    default boolean refit(ParentSets best) {
        return true;
    }

    /** Scores that no graph changes, for climbs alone. */
    static <S extends FamilyScores> ScorePolicy<S> fixed(EdgeKnowledge knowledge, S scores) {
        return new ScorePolicy<>() {
            @Override
            public EdgeKnowledge knowledge() {
                return knowledge;
            }

            @Override
            public S scores() {
                return scores;
            }
        };
    }
}
