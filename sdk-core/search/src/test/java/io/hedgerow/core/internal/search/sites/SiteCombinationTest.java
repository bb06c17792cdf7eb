// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.score.DirectScore;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SiteCombinationTest {

    private static WeightMatrix graph(double... rows) {
        return WeightMatrix.ofRows((int) Math.round(Math.sqrt(rows.length)), rows);
    }

    private static WeightMatrix pair(double forward, double backward) {
        return graph(0, forward, backward, 0);
    }

    @Test
    void voting_whenExactlyHalfAgree_dropsTheEdge() {
        assertEquals(WeightMatrix.empty(2), SiteCombination.voting(List.of(pair(1, 0), WeightMatrix.empty(2)), 0.3));
    }

    @Test
    void voting_whenMostAgree_averagesOverTheVotersOnly() {
        List<WeightMatrix> networks = List.of(pair(1, 0), pair(2, 0), pair(0.1, 0));
        assertEquals(pair(1.5, 0), SiteCombination.voting(networks, 0.3));
    }

    @Test
    void voting_whenMajoritiesFormACycle_dropsTheFewestVotesEvenWhenHeavier() {
        WeightMatrix both = pair(0.5, 9);
        assertEquals(pair(0.5, 0), SiteCombination.voting(List.of(both, both, pair(0.5, 0)), 0.3));
    }

    @Test
    void averaging_thresholdsTheMeanNotTheSites() {
        List<WeightMatrix> networks = List.of(pair(0.8, 0), pair(0, 0));
        assertEquals(pair(0.4, 0), SiteCombination.averaging(networks, 0.3));
        assertEquals(WeightMatrix.empty(2), SiteCombination.averaging(networks, 0.5));
    }

    @Test
    void averaging_whenAThreeCycleRemains_dropsItsWeakestEdgeOnly() {
        WeightMatrix cycle = graph(0, 3, 0, 0, 0, -1, 2, 0, 0);
        assertEquals(graph(0, 3, 0, 0, 0, 0, 2, 0, 0), SiteCombination.averaging(List.of(cycle), 0.3));
    }

    @Test
    void best_returnsTheClosestSiteCountingAReversalOnce() {
        WeightMatrix truth = graph(0, 1, 0, 0, 0, 1, 0, 0, 0);
        WeightMatrix reversed = graph(0, 0, 0, 1, 0, 1, 0, 0, 0);
        WeightMatrix empty = WeightMatrix.empty(3);
        assertEquals(reversed, SiteCombination.best(List.of(empty, reversed), 0.3, truth));
        assertEquals(truth, SiteCombination.best(List.of(empty, reversed, truth), 0.3, truth));
    }

    @Test
    void everyCombination_ofRandomCyclicGraphs_isAcyclic() {
        SplittableRandom random = new SplittableRandom(5);
        for (int repeat = 0; repeat < 50; repeat++) {
            double[] rows = random.doubles(100, -2, 2).toArray();
            for (int i = 0; i < 10; i++) {
                rows[i * 11] = 0;
            }
            List<WeightMatrix> networks = List.of(graph(rows));
            assertTrue(DirectScore.acyclic(DirectScore.edges(SiteCombination.voting(networks, 0.3))));
            assertTrue(DirectScore.acyclic(DirectScore.edges(SiteCombination.averaging(networks, 0.3))));
            assertTrue(DirectScore.acyclic(
                    DirectScore.edges(SiteCombination.best(networks, 0.3, WeightMatrix.empty(10)))));
        }
    }

    @Test
    void everyCombination_whenArgumentsAreBad_refuses() {
        List<WeightMatrix> unlike = List.of(WeightMatrix.empty(2), WeightMatrix.empty(3));
        assertThrows(IllegalArgumentException.class, () -> SiteCombination.voting(List.of(), 0.3));
        assertThrows(IllegalArgumentException.class, () -> SiteCombination.averaging(unlike, 0.3));
        assertThrows(
                IllegalArgumentException.class,
                () -> SiteCombination.averaging(List.of(WeightMatrix.empty(2)), Double.NaN));
        assertThrows(
                IllegalArgumentException.class,
                () -> SiteCombination.best(List.of(WeightMatrix.empty(2)), 0.3, WeightMatrix.empty(3)));
    }
}
