// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.score.DecomposableScore;
import io.hedgerow.core.internal.search.score.DirectScore;
import io.hedgerow.core.internal.search.score.EqualVarianceScore;
import io.hedgerow.core.internal.search.score.GaussianBic;
import io.hedgerow.core.internal.search.score.RegressionScores;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Climbs by a score of one matrix. */
class RegressionClimbTest {

    private static final EqualVarianceScore EQUAL = EqualVarianceScore.of(0.01, 0.5);
    private static final int MOST = 8;

    private static LinearSem model(int d, int edges, long seed) {
        return LinearSem.of(new ErdosRenyi(d, edges).generate(seed), Noise.GAUSSIAN);
    }

    @Test
    void search_onExactMomentsOfEqualVarianceModels_recoversStructureAndWeights() {
        for (int d = 2; d <= 10; d++) {
            for (long seed = 1; seed <= 10; seed++) {
                LinearSem model = model(d, Math.min(d, d * (d - 1) / 2), seed);

                RegressionClimb result = RegressionClimb.thorough(d, model.covariance(), EQUAL, MOST, 1);

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
        double found = RegressionClimb.thorough(4, s, score, MOST, 1).score();
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

        WeightMatrix plain = RegressionClimb.once(d, s, EQUAL, MOST).network();
        WeightMatrix moved = RegressionClimb.once(d, permuted, EQUAL, MOST).network();

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
        assertEquals(RegressionClimb.thorough(30, s, EQUAL, MOST, 9), RegressionClimb.thorough(30, s, EQUAL, MOST, 9));
        assertArrayEquals(copy, s);
    }

    @Test
    void search_withRestarts_isNeverWorseAndSometimesBetter() {
        int better = 0;
        for (long seed = 1; seed <= 20; seed++) {
            double[] s = model(20, 30, seed).covariance();
            RegressionClimb once = RegressionClimb.once(20, s, EQUAL, MOST);
            RegressionClimb again = RegressionClimb.thorough(20, s, EQUAL, MOST, 1);
            assertTrue(again.score() <= once.score());
            better += again.score() < once.score() ? 1 : 0;
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

        WeightMatrix plain =
                RegressionClimb.thorough(12, model.covariance(), score, MOST, 1).network();
        WeightMatrix rescaled = RegressionClimb.thorough(
                        12, model.rescaled(factors).covariance(), score, MOST, 1)
                .network();

        // graphs of one class have one score, so that round-off chooses among them
        assertEquals(
                0, StructureMetrics.of(rescaled, plain).equivalenceDistance().orElseThrow());
    }

    @Test
    void search_whenAVariableIsACopy_neverInvertsASingularBlock() {
        // x3 = x2 exactly: given one of them the other has no variance left.
        double[] s = {1, 1, 1, 1, 2, 2, 1, 2, 2};
        RegressionClimb result = RegressionClimb.once(3, s, new GaussianBic(100), MOST);
        for (double weight : result.network().toRows()) {
            assertTrue(Math.abs(weight) <= 1 + 1e-9);
        }
    }

    @Test
    void search_whenAPivotIsNegative_doesNotMakeItAParent() {
        // Variable 0 has a negative variance, as added noise can make it; its covariances are large.
        double[] s = {-0.1, 5, 5, 5, 4, 1, 5, 1, 4};
        RegressionClimb result = RegressionClimb.once(3, s, EQUAL, MOST);
        assertFalse(result.network().hasEdge(0, 1));
        assertFalse(result.network().hasEdge(0, 2));
    }

    @Test
    void search_whenOneEdgeCostsMore_usesItsOwnPrice() {
        double[] s = {1, 1, 1, 2};
        double[] tau = {0, 2, 0.1, 0};
        // 0 → 1 explains variance 1 at price 2, 1 → 0 explains 1/2 at price 0.1.
        WeightMatrix network = RegressionClimb.once(2, s, EqualVarianceScore.ofEdges(2, tau, 0), MOST)
                .network();
        assertEquals(WeightMatrix.of(new double[][] {{0, 0}, {0.5, 0}}), network);
    }

    @Test
    void search_withOneVariable_returnsTheEmptyNetwork() {
        RegressionClimb result = RegressionClimb.thorough(1, new double[] {2}, EQUAL, MOST, 1);
        assertEquals(WeightMatrix.empty(1), result.network());
        assertEquals(2, result.score());
    }

    @Test
    void constructionAndSearch_whenArgumentsAreBad_sayWhatIsAllowed() {
        double[] one = {1};
        assertThrows(IllegalArgumentException.class, () -> new RegressionScores(1, one, EQUAL, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new RegressionScores(2, new double[3], EQUAL, MOST, 1));
        double[] skew = {1, 0, 0.5, 1};
        assertThrows(IllegalArgumentException.class, () -> new RegressionScores(2, skew, EQUAL, MOST, 1));
        double[] nan = {Double.NaN};
        assertThrows(IllegalArgumentException.class, () -> new RegressionScores(1, nan, EQUAL, MOST, 1));
        assertThrows(IllegalArgumentException.class, () -> EqualVarianceScore.of(Double.NaN, 1));
        assertThrows(IllegalArgumentException.class, () -> EqualVarianceScore.of(1, -1));
        assertThrows(IllegalArgumentException.class, () -> EqualVarianceScore.ofEdges(1, new double[] {Double.NaN}, 1));
        assertThrows(IllegalArgumentException.class, () -> new GaussianBic(1));
    }

    /** Terms and all that differ by one edge against elimination by hand, in a unit. */
    @Test
    void scores_areThoseOfEveryGraph_inTheirUnit() {
        double[] s = model(5, 7, 6).covariance();
        RegressionScores scores = new RegressionScores(5, s, EQUAL, 3, 2);
        int[] parents = {3, 1};
        double fit = EQUAL.fit(0, DirectScore.residualVariance(5, s, List.of(3, 1), 0));
        assertEquals(-(fit + 0.02) / 2, scores.of(0, parents, 2), 1e-12);
        double[] toggled = new double[5];
        scores.toggled(0, parents, 2, toggled);
        double more = EQUAL.fit(0, DirectScore.residualVariance(5, s, List.of(3, 1, 4), 0));
        double less = EQUAL.fit(0, DirectScore.residualVariance(5, s, List.of(1), 0));
        assertEquals(-(more + 0.03) / 2, toggled[4], 1e-12);
        assertEquals(-(less + 0.01) / 2, toggled[3], 1e-12);
        assertEquals(Double.NEGATIVE_INFINITY, toggled[0]);
        assertEquals(toggled[4], scores.of(0, new int[] {3, 1, 4}, 3), 1e-12);
        assertEquals(Double.NEGATIVE_INFINITY, scores.of(0, new int[] {1, 2, 3, 4}, 4), "more than three");
    }

    /** x3 = x2, so that both are no parents of one variable, and either without the other is. */
    @Test
    void scores_ofParentsThatDetermineEachOther_areNone() {
        double[] s = {1, 1, 1, 1, 2, 2, 1, 2, 2};
        RegressionScores scores = new RegressionScores(3, s, EQUAL, 2, 1);
        int[] both = {1, 2};
        assertEquals(Double.NEGATIVE_INFINITY, scores.of(0, both, 2));
        double[] toggled = new double[3];
        scores.toggled(0, both, 2, toggled);
        assertEquals(Double.NEGATIVE_INFINITY, toggled[0]);
        assertEquals(-0.51, toggled[1], 1e-12);
        assertEquals(-0.51, toggled[2], 1e-12);
    }
}
