// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.FamilyScores;

/** Climbs again from nearby, after walks through the equivalence class and random changes; keeps the best graph. */
public final class RestartedClimb {

    private static final int WALKS = 10;
    private static final int KICKS = 20;
    private static final int KICK = 4;
    private static final double LEAD = 1e-9;

    private RestartedClimb() {}

    public static ParentSets search(FamilyScores scores, ParentSets start, SearchRandom random) {
        GraphClimb climb = new GraphClimb(scores, start);
        climb.climb();
        ParentSets best = climb.parents().copy();
        double score = climb.score();
        for (int attempt = 0; attempt < WALKS + KICKS; attempt++) {
            if (attempt < WALKS) {
                climb.walk(random, 4 * climb.parents().edgeCount());
            } else {
                climb.kick(random, KICK);
            }
            climb.climb();
            double found = climb.score();
            if (found > score + LEAD) {
                score = found;
                best = climb.parents().copy();
            } else {
                climb.moveTo(best);
            }
        }
        return best;
    }
}
