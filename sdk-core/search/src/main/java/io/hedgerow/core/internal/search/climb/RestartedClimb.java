// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.FamilyScores;

/** Repeats a climb from perturbed graphs, in one of two ways; keeps the best graph. */
public enum RestartedClimb {
    /** After walks through the equivalence class, and then after random changes. */
    WALKS_AND_KICKS(30) {
        @Override
        void leave(GraphClimb climb, SearchRandom random, int attempt) {
            if (attempt < WALKS) {
                climb.walk(random, 4 * climb.parents().edgeCount());
            } else {
                climb.kick(random, KICK);
            }
        }
    },

    /** After a tenth of the edges are reversed, but at least 3: of noisy matrices, where more fits the noise. */
    REVERSALS(20) {
        @Override
        void leave(GraphClimb climb, SearchRandom random, int attempt) {
            long share = Math.round(SHARE * climb.parents().edgeCount());
            climb.reverse(random, (int) Math.max(FEWEST, share));
        }
    };

    private static final int WALKS = 10;
    private static final int KICK = 4;
    private static final double SHARE = 0.1;
    private static final int FEWEST = 3;
    private static final double LEAD = 1e-9;

    private final int attempts;

    RestartedClimb(int attempts) {
        this.attempts = attempts;
    }

    abstract void leave(GraphClimb climb, SearchRandom random, int attempt);

    public ParentSets search(FamilyScores scores, ParentSets start, SearchRandom random) {
        GraphClimb climb = new GraphClimb(scores, start);
        climb.climb();
        ParentSets best = climb.parents().copy();
        double score = climb.score();
        for (int attempt = 0; attempt < attempts; attempt++) {
            leave(climb, random, attempt);
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
