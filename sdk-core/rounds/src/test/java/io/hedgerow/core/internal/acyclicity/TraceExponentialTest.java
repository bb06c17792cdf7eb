// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TraceExponentialTest extends AcyclicityConstraintContract {

    @Override
    protected AcyclicityConstraint constraint() {
        return new TraceExponential();
    }

    @Test
    void evaluate_equalsTheDenseReference() {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int d = 5 + random.nextInt(60);
            double density = Math.min(1, (0.5 + 3 * random.nextDouble()) / d * (seed % 4 == 0 ? 10 : 1));
            EdgePattern pattern = RandomGraphs.pattern(d, density, random);
            double norm = Math.pow(10, -2 + 3.5 * random.nextDouble());
            compare(pattern, RandomGraphs.weights(pattern, seed % 3 == 0 ? 0.4 : 0, norm, random));
        }
    }

    @Test
    void evaluate_whenColumnsFillSeveralBlocks_equalsTheDenseReference() {
        Random random = new Random(5);
        EdgePattern pattern = RandomGraphs.pattern(300, 2.5 / 300, random);
        compare(pattern, RandomGraphs.weights(pattern, 0.1, 3, random));
    }

    @Test
    void evaluate_whenWeightsDifferByManyOrders_equalsTheDenseReference() {
        for (int seed = 0; seed < 10; seed++) {
            Random random = new Random(seed);
            EdgePattern pattern = RandomGraphs.pattern(30, 0.1, random);
            double[] weights = new double[pattern.size()];
            for (int e = 0; e < weights.length; e++) {
                weights[e] = Math.pow(10, -6 + 6.5 * random.nextDouble());
            }
            compare(pattern, weights);
        }
    }

    private static void compare(EdgePattern pattern, double[] weights) {
        double[] expected = new double[weights.length];
        double[] actual = new double[weights.length];
        double reference = new DenseTraceExponential().on(pattern).evaluate(weights, expected);
        double h = new TraceExponential().on(pattern).evaluate(weights, actual);
        // Both sum non-negative numbers; squaring doubles relative errors at most ten times here.
        assertEquals(reference, h, 1e-12 * reference);
        double largest = Arrays.stream(expected).max().orElse(0);
        for (int e = 0; e < weights.length; e++) {
            assertEquals(expected[e], actual[e], 1e-13 * largest, "edge " + e);
        }
    }

    @Test
    void evaluate_whenALongCycleIsWeak_keepsTheDigitsOfATinyValue() {
        for (int n : new int[] {2, 3, 10, 40}) {
            for (double weight : new double[] {1, 0.1, 1e-5}) {
                double[] weights = new double[n];
                Arrays.fill(weights, weight);
                double[] gradient = new double[n];
                double h = constraint().on(RandomGraphs.cycle(n)).evaluate(weights, gradient);
                // tr(e^A) − n = n Σ_m w^{nm} / (nm)!
                double expected = 0;
                double term = n;
                for (int k = 1; k <= 4 * n + 20; k++) {
                    term *= weight / k;
                    expected += k % n == 0 ? term : 0;
                }
                // What is left out is below 1e-12 of h; of h itself each factor has a rounding error.
                assertEquals(expected, h, 2e-12 * expected);
                assertTrue(h > 0 && gradient[0] > 0);
            }
        }
    }

    @Test
    void evaluate_whenManyWeakEdgesFormOnlyLongCycles_isPositive() {
        // Seven layers of three, each joined to the next: dense enough for the dense form, whose degree is 4 here.
        int[] from = new int[63];
        int[] to = new int[63];
        for (int e = 0; e < 63; e++) {
            from[e] = e / 3;
            to[e] = (e / 9 * 3 + 3 + e % 3) % 21;
        }
        double[] weights = new double[63];
        Arrays.fill(weights, 1e-6);
        double[] gradient = new double[63];
        double h = constraint().on(EdgePattern.of(21, from, to)).evaluate(weights, gradient);
        // The eigenvalues are 3e-6 times the seventh roots of 1, and 0.
        double expected = 7 * Math.pow(3e-6, 7) / 5040;
        assertEquals(expected, h, 2e-12 * expected);
    }

    @Test
    void evaluate_whenTwoVerticesFormACycle_equalsTheHyperbolicFunctions() {
        // Eigenvalues ± s, s² = A_01 A_10.
        double[] gradient = new double[2];
        double h = constraint().on(RandomGraphs.cycle(2)).evaluate(new double[] {2, 0.5}, gradient);
        // Some roundings each.
        assertEquals(2 * Math.cosh(1) - 2, h, 1e-14);
        assertArrayEquals(new double[] {0.5 * Math.sinh(1), 2 * Math.sinh(1)}, gradient, 1e-14);
    }

    @Test
    void evaluate_whenAPairIsWeakBesideAnotherCycle_keepsTheDigitsOfTheSmallDerivatives() {
        // Two pairs of very different strength, joined by weak edges: every derivative has its own scale.
        EdgePattern pattern = EdgePattern.of(4, new int[] {0, 1, 2, 3, 1, 2}, new int[] {1, 0, 3, 2, 2, 1});
        compare(pattern, new double[] {1, 1, 1e-6, 1e-6, 1e-4, 1e-4});
    }

    @Test
    void evaluate_whenTheBackEdgeIsTiny_keepsTheDigits() {
        // Path 0 → 1 → 2 of weight 1 and an edge back of weight ε: h = ε / 2 + O(ε²), dh/dε = 1 / 2 + O(ε).
        double epsilon = 1e-12;
        double[] gradient = new double[3];
        double h = constraint().on(RandomGraphs.cycle(3)).evaluate(new double[] {1, 1, epsilon}, gradient);
        assertEquals(epsilon / 2, h, 1e-11 * epsilon);
        assertEquals(0.5, gradient[2], 1e-11);
    }

    @Test
    void evaluate_whenTheNormIsLarge_equalsTheDenseReference() {
        // The sparse sum would need hundreds of terms.
        EdgePattern pattern = RandomGraphs.cycle(12);
        double[] weights = new double[12];
        Arrays.fill(weights, 300);
        compare(pattern, weights);
    }

    @Test
    void evaluate_whenTheExponentialOverflows_isInfinite() {
        for (double weight : new double[] {1e3, 1e9, Double.POSITIVE_INFINITY}) {
            double[] weights = {weight, weight, weight};
            assertEquals(
                    Double.POSITIVE_INFINITY,
                    constraint().on(RandomGraphs.cycle(3)).evaluate(weights, new double[3]));
        }
    }
}
