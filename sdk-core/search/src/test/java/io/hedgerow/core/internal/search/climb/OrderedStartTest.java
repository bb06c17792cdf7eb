// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.EqualVarianceScore;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OrderedStartTest {

    private static final EqualVarianceScore SCORE = EqualVarianceScore.of(0.01, 0.5);

    private static LinearSem dense(long seed) {
        return LinearSem.of(new ErdosRenyi(30, 60).generate(seed), Noise.GAUSSIAN);
    }

    @Test
    void parents_onExactMomentsOfEqualVarianceModels_areTheTrueOnes() {
        for (long seed = 1; seed <= 20; seed++) {
            LinearSem model = dense(seed);
            ParentSets parents = new OrderedStart(EdgeKnowledge.none(30), model.covariance()).parents(SCORE, 29);
            for (int j = 0; j < 30; j++) {
                for (int i = 0; i < 30; i++) {
                    assertEquals(model.weights().hasEdge(i, j), parents.positionOf(j, i) >= 0, "seed " + seed);
                }
            }
        }
    }

    @Test
    void parents_whenMoreAreMissedThanThereIsRoomFor_areTheMostMissed() {
        // x4 = x1 + 2 x2 + 3 x3 + noise, all noises 1.
        double[] s = {1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3, 1, 2, 3, 15};
        ParentSets parents = new OrderedStart(EdgeKnowledge.none(4), s).parents(SCORE, 2);
        assertEquals(2, parents.count(3));
        assertEquals(2, parents.parent(3, 0));
        assertEquals(1, parents.parent(3, 1));
    }

    @Test
    void order_whenTheMatrixIsIndefinite_stillHoldsEveryVariableOnce() {
        double[] s = {-0.1, 5, 5, 5, 4, 1, 5, 1, 4};
        int[] order = OrderedStart.order(3, new int[] {0, 1, 2}, s);
        Arrays.sort(order);
        assertArrayEquals(IntStream.range(0, 3).toArray(), order);
        assertTrue(RegressionClimb.thorough(3, s, SCORE, 2, 1).score() > 0);
    }

    @Test
    void secondStart_onDenseGraphs_findsWhatOneClimbMisses() {
        int better = 0;
        for (long seed = 1; seed <= 20; seed++) {
            LinearSem model = dense(seed);
            double[] s = model.covariance();
            double once = RegressionClimb.once(30, s, SCORE, 29).score();
            RegressionClimb both = RegressionClimb.ordered(30, s, SCORE, 29);
            // The score of the truth: all residual variances are 1 and an edge costs 0.01.
            assertEquals(30 + 0.01 * 60, both.score(), 1e-9, "seed " + seed);
            better += both.score() < once - 1e-9 ? 1 : 0;
        }
        assertTrue(better >= 5, "better " + better);
    }
}
