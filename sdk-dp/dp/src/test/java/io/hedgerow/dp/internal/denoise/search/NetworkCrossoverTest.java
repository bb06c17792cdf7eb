// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.dp.internal.denoise.GramTarget;
import org.junit.jupiter.api.Test;

/** Two chains, 0 → 1 → 2 and 3 → 4 → 5, of which each of two networks has another one wrong. */
class NetworkCrossoverTest {

    private static final int D = 6;
    private static final double PRICE = 4;

    private static final int[][] TRUTH = {{0, 1}, {1, 2}, {3, 4}, {4, 5}};

    private final GramTarget target = target();

    private static GramTarget target() {
        double[] weights = new double[D * D];
        for (int[] edge : TRUTH) {
            weights[edge[0] * D + edge[1]] = 1;
        }
        double[] precision = new double[D * D];
        for (int j = 0; j < D; j++) {
            precision[j * (D + 1)] = 20; // a deviation of noise of 0.05
        }
        double[] covariance =
                LinearSem.of(WeightMatrix.ofRows(D, weights), Noise.GAUSSIAN).covariance();
        return new GramTarget(D, covariance, precision, new double[D], 0.2);
    }

    private GramClimb climb(int[]... edges) {
        GramGraph graph = new GramGraph(D, 4, EdgeKnowledge.none(D));
        for (int[] edge : edges) {
            graph.add(edge[0], edge[1], 1);
        }
        GramFit fit = new GramFit(target, graph);
        fit.refit(30, 1e-6);
        return new GramClimb(fit, PRICE);
    }

    @Test
    void take_ofWhatIsBetterElsewhere_putsBothHalvesTogether() {
        GramClimb first = climb(TRUTH[0], TRUTH[1], new int[] {4, 3}, new int[] {5, 4});
        GramClimb second = climb(new int[] {1, 0}, new int[] {2, 1}, TRUTH[2], TRUTH[3]);
        double before = Math.min(first.score(), second.score());
        assertTrue(NetworkCrossover.take(first, second.fit().graph()));
        assertTrue(first.score() < before);
        for (int[] edge : TRUTH) {
            assertTrue(first.fit().graph().edge(edge[0], edge[1]) >= 0, edge[0] + " to " + edge[1]);
        }
        assertEquals(TRUTH.length, first.fit().graph().size());
    }

    @Test
    void take_ofNothingBetter_leavesEverythingAsItWas() {
        GramClimb best = climb(TRUTH);
        double before = best.score();
        assertFalse(NetworkCrossover.take(
                best, climb(new int[] {1, 0}, new int[] {2, 1}, TRUTH[2]).fit().graph()));
        assertFalse(NetworkCrossover.take(best, best.fit().graph().copy()));
        assertEquals(before, best.score());
        assertEquals(TRUTH.length, best.fit().graph().size());
    }

    @Test
    void reachedWithout_isTrueWhereTurningAnEdgeWouldCloseACycle() {
        GramGraph graph = new GramGraph(4, 4, EdgeKnowledge.none(4));
        graph.add(0, 1, 1);
        graph.add(1, 2, 1);
        graph.add(0, 2, 1);
        assertFalse(graph.reachedWithout(0));
        assertFalse(graph.reachedWithout(1));
        assertTrue(graph.reachedWithout(2));
    }
}
