// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.climb.HillClimbing.SearchResult;
import io.hedgerow.core.internal.search.score.DecomposableScore;
import io.hedgerow.core.internal.search.score.DirectScore;
import io.hedgerow.core.internal.search.score.EqualVarianceScore;
import io.hedgerow.core.internal.search.score.GaussianBic;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HillClimbingTest {

    private static final EqualVarianceScore EQUAL = EqualVarianceScore.of(0.01, 0.5);
    private static final HillClimbing WITH_RESTARTS = HillClimbing.once().withRestarts(50, 1);

    private static LinearSem model(int d, int edges, long seed) {
        return LinearSem.of(new ErdosRenyi(d, edges).generate(seed), Noise.GAUSSIAN);
    }

    @Test
    void search_onExactMomentsOfEqualVarianceModels_recoversStructureAndWeights() {
        for (int d = 2; d <= 10; d++) {
            for (long seed = 1; seed <= 10; seed++) {
                LinearSem model = model(d, Math.min(d, d * (d - 1) / 2), seed);

                SearchResult result = WITH_RESTARTS.search(d, model.covariance(), EQUAL);

                String context = "d=" + d + " seed=" + seed;
                for (int i = 0; i < d; i++) {
                    for (int j = 0; j < d; j++) {
                        // Population least squares on the true parents gives W itself; only round-off is left.
                        assertEquals(model.weights().get(i, j), result.network().get(i, j), 1e-9, context);
                    }
                }
                // All residual variances are 1, so the score is d plus 0.01 per edge.
                assertEquals(d + 0.01 * model.weights().edgeCount(), result.score(), 1e-9, context);
            }
        }
    }

    @Test
    void allGraphs_onFourVariables_are543() {
        int[] count = {0};
        DirectScore.allGraphs(4, edge -> count[0]++);
        assertEquals(543, count[0]);
    }

    private static boolean findsTheOptimum(long seed, DecomposableScore score) {
        double[] s = model(4, (int) (seed % 7), seed).covariance();
        double[] optimum = {Double.POSITIVE_INFINITY};
        DirectScore.allGraphs(4, edge -> optimum[0] = Math.min(optimum[0], DirectScore.of(edge, s, score)));
        double found = HillClimbing.once()
                .withSecondStart()
                .withRestarts(20, 1)
                .search(4, s, score)
                .score();
        assertTrue(found >= optimum[0] - 1e-9 * Math.abs(optimum[0]));
        return found <= optimum[0] + 1e-9 * Math.abs(optimum[0]);
    }

    @Test
    void search_onFourVariables_findsTheOptimumOverAllGraphs() {
        for (long seed = 1; seed <= 20; seed++) {
            assertTrue(findsTheOptimum(seed, EQUAL), "seed " + seed);
        }
    }

    @Test
    void search_onFourVariablesWithBic_mostlyFindsTheOptimumOverAllGraphs() {
        // Graphs of equal score form plateaus that single moves do not cross, so an exact optimum is not owed.
        assertTrue(LongStream.rangeClosed(1, 20)
                        .filter(seed -> findsTheOptimum(seed, new GaussianBic(10_000)))
                        .count()
                >= 18);
    }

    @Test
    void step_whenAccepted_strictlyImprovesTheScore() {
        for (long seed = 1; seed <= 5; seed++) {
            Climber climber = new Climber(15, model(15, 30, seed).covariance(), EQUAL, 8);
            double before = climber.score();
            while (climber.step()) {
                assertTrue(climber.score() < before, "move " + climber.moves() + " of seed " + seed);
                before = climber.score();
            }
            assertTrue(climber.moves() > 10);
        }
    }

    @Test
    void search_whenVariablesArePermuted_permutesTheNetwork() {
        int d = 12;
        double[] s = model(d, 20, 3).covariance();
        int[] to = {7, 2, 11, 0, 5, 9, 1, 10, 3, 8, 4, 6};
        double[] permuted = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                permuted[to[i] * d + to[j]] = s[i * d + j];
            }
        }

        WeightMatrix plain = HillClimbing.once().search(d, s, EQUAL).network();
        WeightMatrix moved = HillClimbing.once().search(d, permuted, EQUAL).network();

        assertTrue(plain.edgeCount() > 0);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                assertEquals(plain.get(i, j), moved.get(to[i], to[j]), 1e-9);
            }
        }
    }

    @Test
    void search_whenRepeated_isTheSameAndLeavesItsInputAlone() {
        double[] s = model(30, 60, 4).covariance();
        double[] copy = s.clone();
        HillClimbing search = HillClimbing.once().withSecondStart().withRestarts(10, 9);

        assertEquals(search.search(30, s, EQUAL), search.search(30, s, EQUAL));
        assertArrayEquals(copy, s);
    }

    @Test
    void search_withRestarts_isNeverWorseAndSometimesBetter() {
        int better = 0;
        for (long seed = 1; seed <= 20; seed++) {
            double[] s = model(20, 30, seed).covariance();
            SearchResult once = HillClimbing.once().search(20, s, EQUAL);
            SearchResult again = HillClimbing.once().withRestarts(20, 1).search(20, s, EQUAL);
            assertTrue(again.score() <= once.score());
            assertEquals(20, again.restarts());
            assertEquals(again.improvements() > 0, again.score() < once.score());
            better += again.improvements() > 0 ? 1 : 0;
        }
        assertTrue(better > 0);
    }

    @Test
    void search_withBic_doesNotDependOnUnits() {
        LinearSem model = model(12, 14, 8);
        double[] factors = new double[12];
        for (int j = 0; j < 12; j++) {
            factors[j] = Math.scalb(1.0, j - 6);
        }
        GaussianBic score = new GaussianBic(10_000);

        boolean[][] plain = DirectScore.edges(
                HillClimbing.once().search(12, model.covariance(), score).network());
        boolean[][] rescaled = DirectScore.edges(HillClimbing.once()
                .search(12, model.rescaled(factors).covariance(), score)
                .network());

        assertArrayEquals(plain, rescaled);
    }

    @Test
    void search_whenAVariableIsACopy_neverInvertsASingularBlock() {
        // x3 = x2 exactly: given one of them the other has no variance left.
        double[] s = {1, 1, 1, 1, 2, 2, 1, 2, 2};
        SearchResult result = HillClimbing.once().search(3, s, new GaussianBic(100));
        for (double weight : result.network().toRows()) {
            assertTrue(Math.abs(weight) <= 1 + 1e-9);
        }
    }

    @Test
    void search_whenAPivotIsNegative_doesNotMakeItAParent() {
        // Variable 0 has a negative variance, as added noise can make it; its covariances are large.
        double[] s = {-0.1, 5, 5, 5, 4, 1, 5, 1, 4};
        SearchResult result = HillClimbing.once().search(3, s, EQUAL);
        assertFalse(result.network().hasEdge(0, 1));
        assertFalse(result.network().hasEdge(0, 2));
    }

    @Test
    void search_whenOneEdgeCostsMore_usesItsOwnPrice() {
        double[] s = {1, 1, 1, 2};
        double[] tau = {0, 2, 0.1, 0};
        // 0 → 1 explains variance 1 at price 2, 1 → 0 explains 1/2 at price 0.1.
        WeightMatrix network = HillClimbing.once()
                .search(2, s, EqualVarianceScore.ofEdges(2, tau, 0))
                .network();
        assertEquals(WeightMatrix.of(new double[][] {{0, 0}, {0.5, 0}}), network);
    }

    @Test
    void search_withOneVariable_returnsTheEmptyNetwork() {
        SearchResult result = WITH_RESTARTS.search(1, new double[] {2}, EQUAL);
        assertEquals(WeightMatrix.empty(1), result.network());
        assertEquals(2, result.score());
    }

    @Test
    void constructionAndSearch_whenArgumentsAreBad_sayWhatIsAllowed() {
        HillClimbing search = HillClimbing.once();
        assertThrows(IllegalArgumentException.class, () -> search.withMaxParents(0));
        assertThrows(IllegalArgumentException.class, () -> search.withRestarts(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> search.search(2, new double[3], EQUAL));
        assertThrows(IllegalArgumentException.class, () -> search.search(2, new double[] {1, 0, 0.5, 1}, EQUAL));
        assertThrows(IllegalArgumentException.class, () -> search.search(1, new double[] {Double.NaN}, EQUAL));
        assertThrows(IllegalArgumentException.class, () -> EqualVarianceScore.of(Double.NaN, 1));
        assertThrows(IllegalArgumentException.class, () -> EqualVarianceScore.of(1, -1));
        assertThrows(IllegalArgumentException.class, () -> EqualVarianceScore.ofEdges(1, new double[] {Double.NaN}, 1));
        assertThrows(IllegalArgumentException.class, () -> new GaussianBic(1));
    }
}
