// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What every {@link AcyclicityConstraint} must satisfy; extend it, without opt-outs. */
public abstract class AcyclicityConstraintContract {

    private static final int GRAPHS = 60;

    /** All weights in this contract sum to at most this in every column, so that log-determinants exist. */
    private static final double NORM = 0.8;

    /** The implementation under test, defined for spectral radii below 1. */
    protected abstract AcyclicityConstraint constraint();

    /** Runs one check on many graphs, from empty to complete, with and without weights that are 0. */
    private static void onRandomGraphs(Check check) {
        for (int seed = 0; seed < GRAPHS; seed++) {
            Random random = new Random(seed);
            int d = 2 + random.nextInt(11);
            EdgePattern pattern = RandomGraphs.pattern(d, random.nextDouble() * random.nextDouble(), random);
            double[] weights = RandomGraphs.weights(pattern, seed % 2 == 0 ? 0 : 0.3, NORM, random);
            check.run(pattern, weights, random);
        }
    }

    @Test
    void evaluate_whenPatternIsEmpty_isZero() {
        assertEquals(0, value(EdgePattern.of(5, new int[0], new int[0]), new double[0]));
    }

    @Test
    void evaluate_whenAllWeightsAreZero_isZero() {
        onRandomGraphs((pattern, weights, random) -> assertEquals(0, value(pattern, new double[weights.length])));
    }

    @Test
    void evaluate_isZeroExactlyWhenAcyclic() {
        int[] seen = new int[2];
        onRandomGraphs((pattern, weights, random) -> {
            double h = value(pattern, weights);
            boolean cyclic = RandomGraphs.cyclic(pattern, weights);
            seen[cyclic ? 1 : 0]++;
            assertEquals(cyclic, h > 0, () -> "h = " + h);
            assertTrue(h >= 0);
        });
        assertTrue(seen[0] > 5 && seen[1] > 5, "both kinds must occur: " + Arrays.toString(seen));
    }

    @Test
    void evaluate_gradientMatchesFiniteDifferences() {
        onRandomGraphs((pattern, weights, random) -> {
            double[] gradient = gradient(pattern, weights);
            for (int e = 0; e < weights.length; e++) {
                double step = 1e-4;
                // Third-order one-sided at the bound 0, fourth-order central elsewhere: truncation below 1e-7 at this
                // step because the derivatives in question are below 1e4 for norm 0.8; rounding is 1e-16 / 1e-4.
                double numeric = weights[e] < 2 * step
                        ? (-11 * moved(pattern, weights, e, 0)
                                        + 18 * moved(pattern, weights, e, step)
                                        - 9 * moved(pattern, weights, e, 2 * step)
                                        + 2 * moved(pattern, weights, e, 3 * step))
                                / (6 * step)
                        : (8 * (moved(pattern, weights, e, step) - moved(pattern, weights, e, -step))
                                        - moved(pattern, weights, e, 2 * step)
                                        + moved(pattern, weights, e, -2 * step))
                                / (12 * step);
                assertEquals(numeric, gradient[e], 1e-7, "edge " + e);
            }
        });
    }

    @Test
    void evaluate_gradientIsNeverNegative() {
        onRandomGraphs((pattern, weights, random) -> {
            for (double entry : gradient(pattern, weights)) {
                assertTrue(entry >= 0, () -> "was " + entry);
            }
        });
    }

    @Test
    void evaluate_growsWithEveryWeight() {
        onRandomGraphs((pattern, weights, random) -> {
            double h = value(pattern, weights);
            for (int e = 0; e < weights.length; e++) {
                // Rounding of a sum of at most 12 diagonal entries.
                assertTrue(moved(pattern, weights, e, 0.01) >= h * (1 - 1e-14));
            }
        });
    }

    @Test
    void evaluate_whenAnEdgeIsOnNoCycle_itsGradientIsExactlyZero() {
        onRandomGraphs((pattern, weights, random) -> {
            double[] ones = new double[weights.length];
            Arrays.fill(ones, 1);
            double[] gradient = gradient(pattern, weights);
            for (int e = 0; e < weights.length; e++) {
                if (!RandomGraphs.reaches(pattern, ones, pattern.to(e), pattern.from(e))) {
                    assertEquals(0, gradient[e]);
                }
            }
        });
    }

    @Test
    void evaluate_whenAZeroEdgeWouldCloseACycle_itsGradientIsPositive() {
        double[] gradient = gradient(RandomGraphs.cycle(4), new double[] {0.5, 0.5, 0, 0.5});
        assertTrue(gradient[2] > 0);
        assertArrayEquals(new double[] {0, 0, 0}, new double[] {gradient[0], gradient[1], gradient[3]});
    }

    @Test
    void evaluate_doesNotDependOnTheNumbering() {
        onRandomGraphs((pattern, weights, random) -> {
            List<Integer> order = new ArrayList<>();
            for (int v = 0; v < pattern.variables(); v++) {
                order.add(v);
            }
            Collections.shuffle(order, random);
            int[] from = new int[pattern.size()];
            int[] to = new int[pattern.size()];
            for (int e = 0; e < from.length; e++) {
                from[e] = order.get(pattern.from(e));
                to[e] = order.get(pattern.to(e));
            }
            EdgePattern renumbered = EdgePattern.of(pattern.variables(), from, to);
            // The same sums in another order.
            assertEquals(value(pattern, weights), value(renumbered, weights), 1e-14);
            assertArrayEquals(gradient(pattern, weights), gradient(renumbered, weights), 1e-13);
        });
    }

    @Test
    void evaluate_whenRepeated_givesTheSameBitsAndLeavesItsInputAlone() {
        onRandomGraphs((pattern, weights, random) -> {
            AcyclicityConstraint.Evaluator evaluator = constraint().on(pattern);
            double[] before = weights.clone();
            double[] first = new double[weights.length];
            double h = evaluator.evaluate(weights, first);
            evaluator.evaluate(RandomGraphs.weights(pattern, 0.2, NORM, random), new double[weights.length]);
            double[] again = new double[weights.length];
            Arrays.fill(again, 7);
            assertEquals(h, evaluator.evaluate(weights, again));
            assertArrayEquals(first, again);
            assertArrayEquals(before, weights);
        });
    }

    @Test
    void evaluate_whenAWeightIsNotAtLeastZero_isRefused() {
        AcyclicityConstraint.Evaluator evaluator = constraint().on(RandomGraphs.cycle(3));
        for (double bad : new double[] {-1e-9, Double.NaN}) {
            double[] weights = {1, bad, 1};
            IllegalArgumentException thrown =
                    assertThrows(IllegalArgumentException.class, () -> evaluator.evaluate(weights, new double[3]));
            assertEquals("squared weight of edge 1 -> 2 must be >= 0, was " + bad, thrown.getMessage());
        }
    }

    @Test
    void evaluate_whenAnArrayHasTheWrongLength_isRefused() {
        AcyclicityConstraint.Evaluator evaluator = constraint().on(RandomGraphs.cycle(3));
        assertThrows(IllegalArgumentException.class, () -> evaluator.evaluate(new double[2], new double[3]));
        assertThrows(IllegalArgumentException.class, () -> evaluator.evaluate(new double[3], new double[4]));
    }

    @Test
    void id_isNotBlank() {
        assertFalse(constraint().id().isBlank());
    }

    private double moved(EdgePattern pattern, double[] weights, int edge, double by) {
        double[] changed = weights.clone();
        changed[edge] += by;
        return value(pattern, changed);
    }

    private double value(EdgePattern pattern, double[] weights) {
        return constraint().on(pattern).evaluate(weights, new double[weights.length]);
    }

    private double[] gradient(EdgePattern pattern, double[] weights) {
        double[] gradient = new double[weights.length];
        constraint().on(pattern).evaluate(weights, gradient);
        return gradient;
    }

    private interface Check {
        void run(EdgePattern pattern, double[] weights, Random random);
    }
}
