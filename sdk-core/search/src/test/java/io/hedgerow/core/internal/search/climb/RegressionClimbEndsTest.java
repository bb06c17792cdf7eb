// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.search.regression.TargetRegression;
import io.hedgerow.core.internal.search.score.DecomposableScore;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Climbs on a matrix end where what was foretold is not what comes. One that does not is stopped by a count. */
class RegressionClimbEndsTest {

    private static final int D = 4;
    private static final int MOST_FITS = 1_000_000;

    /**
     * Fits that step up by random amounts at every residual that some parents in some order leave: what is foretold a
     * digit below or above misses or gains a step. They do not decrease, as they must not.
     */
    private static final class Stairs implements DecomposableScore {
        private final double size;
        private final List<TreeMap<Double, Double>> upTo = new ArrayList<>();
        private int fits;

        Stairs(double[] s, double size, long seed) {
            this.size = size;
            Random random = new Random(seed);
            for (int j = 0; j < D; j++) {
                TreeMap<Double, Double> steps = new TreeMap<>();
                put(s, j, new int[0], steps);
                double height = 0;
                for (Map.Entry<Double, Double> step : steps.entrySet()) {
                    height += random.nextDouble();
                    step.setValue(height);
                }
                upTo.add(steps);
            }
        }

        private static void put(double[] s, int target, int[] parents, Map<Double, Double> steps) {
            TargetRegression regression = new TargetRegression(D, s, target, D);
            for (int parent : parents) {
                regression.add(parent);
            }
            steps.put(regression.residualVariance(), 0.0);
            for (int i = 0; i < D; i++) {
                int more = i;
                if (i != target && Arrays.stream(parents).noneMatch(parent -> parent == more)) {
                    put(
                            s,
                            target,
                            IntStream.concat(Arrays.stream(parents), IntStream.of(i))
                                    .toArray(),
                            steps);
                }
            }
        }

        @Override
        public double fit(int target, double residualVariance) {
            if (++fits > MOST_FITS) {
                throw new IllegalStateException("the climb does not end");
            }
            Map.Entry<Double, Double> step = upTo.get(target).floorEntry(residualVariance);
            return size + (1 + size / 1e3) * (step == null ? 0 : step.getValue());
        }

        @Override
        public double penalty(int from, int to) {
            return (1 + size / 1e3) / 8;
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1e9, 1e15})
    void search_whereGainsAreForetoldThatAreNone_ends(double size) {
        for (long seed = 1; seed <= 50; seed++) {
            double[] s = LinearSem.of(new ErdosRenyi(D, 5).generate(seed), Noise.GAUSSIAN)
                    .covariance();
            double score = RegressionClimb.thorough(D, s, new Stairs(s, size, seed), D, seed)
                    .score();
            assertTrue(score >= D * size, "the least of all terms");
        }
    }

    /**
     * A fit with a step just where a residual comes to lie, and was foretold to lie below: an edge seems to gain 1, its
     * loss the price. The fit does not decrease, as it must not.
     */
    @Test
    void search_whereRoundingCrossesAStepOfTheFit_ends() {
        int found = 0;
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            double covariance = random.nextDouble();
            double[] s = {1 + random.nextDouble(), covariance, covariance, 1 + random.nextDouble()};
            TargetRegression regression = new TargetRegression(2, s, 1, 1);
            double foretold = regression.residualVarianceWith(0);
            regression.add(0);
            double step = regression.residualVariance();
            if (foretold >= step) {
                continue;
            }
            found++;
            DecomposableScore score = new DecomposableScore() {
                private int fits;

                @Override
                public double fit(int target, double residualVariance) {
                    if (++fits > MOST_FITS) {
                        throw new IllegalStateException("the climb does not end");
                    }
                    return target == 1 && residualVariance >= step ? 1 : 0;
                }

                @Override
                public double penalty(int from, int to) {
                    return 0.1;
                }
            };
            RegressionClimb result = RegressionClimb.once(2, s, score, 1);
            assertEquals(0, result.network().edgeCount(), "seed " + seed);
            assertEquals(1, result.score());
        }
        assertTrue(found > 20, "matrices whose residual is foretold too small, were " + found);
    }

    @Test
    void search_withAFitThatIsNoNumber_saysOfWhichVariable() {
        DecomposableScore nonsense = new DecomposableScore() {
            @Override
            public double fit(int target, double residualVariance) {
                return target == 1 ? Double.NaN : residualVariance;
            }

            @Override
            public double penalty(int from, int to) {
                return 0;
            }
        };
        double[] s = {1, 0, 0, 1};
        assertEquals(
                "the score of variable 1, counted from 0, must be a number or -Infinity, was NaN:"
                        + " sums of squares and products must be those of rows",
                assertThrows(IllegalArgumentException.class, () -> RegressionClimb.once(2, s, nonsense, 1))
                        .getMessage());
    }
}
