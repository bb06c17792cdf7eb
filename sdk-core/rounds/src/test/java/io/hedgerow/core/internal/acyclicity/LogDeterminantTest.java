// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.junit.jupiter.api.Test;

class LogDeterminantTest extends AcyclicityConstraintContract {

    @Override
    protected AcyclicityConstraint constraint() {
        return new LogDeterminant();
    }

    @Test
    void evaluate_whenTwoCycle_isTheLogarithmOfOneMinusTheProduct() {
        double s = 2;
        for (double[] ab : new double[][] {{1, 3}, {0.5, 0.25}, {1e-6, 1e-7}}) {
            double[] gradient = new double[2];
            double product = ab[0] * ab[1];
            double h = new LogDeterminant(s).on(RandomGraphs.cycle(2)).evaluate(ab, gradient);
            double expected = -Math.log1p(-product / (s * s));
            assertEquals(expected, h, 1e-14 * expected);
            double derivative = ab[1] / (s * s - product);
            assertEquals(derivative, gradient[0], 1e-14 * derivative);
        }
    }

    @Test
    void evaluate_equalsAnIndependentFactorisation() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            int d = 3 + random.nextInt(30);
            assertEqualsIndependentFactorisation(RandomGraphs.pattern(d, 4.0 / d, random), random);
        }
    }

    @Test
    void evaluate_whenManyVerticesAreEliminatedOneByOne_equalsAnIndependentFactorisation() {
        for (int seed = 0; seed < 3; seed++) {
            Random random = new Random(seed);
            EdgePattern pattern = RandomGraphs.pattern(120, 2.2 / 120, random);
            int eliminated = Component.of(pattern).stream()
                    .mapToInt(component -> EliminationOrder.of(component).core())
                    .sum();
            assertTrue(eliminated > 30, "eliminated one by one: " + eliminated);
            assertEqualsIndependentFactorisation(pattern, random);
        }
    }

    @Test
    void evaluator_afterAnInfiniteValue_isAsGoodAsNew() {
        Random random = new Random(1);
        EdgePattern pattern = RandomGraphs.pattern(40, 3.0 / 40, random);
        double[] weights = RandomGraphs.weights(pattern, 0.1, 0.9, random);
        double[] far = Arrays.stream(weights).map(w -> 100 * w).toArray();
        AcyclicityConstraint.Evaluator used = constraint().on(pattern);
        double[] first = new double[weights.length];
        double[] again = new double[weights.length];
        double h = used.evaluate(weights, first);
        assertEquals(Double.POSITIVE_INFINITY, used.evaluate(far, again));
        assertEquals(h, used.evaluate(weights, again));
        assertArrayEquals(first, again);
    }

    private static void assertEqualsIndependentFactorisation(EdgePattern pattern, Random random) {
        int d = pattern.variables();
        double s = 0.5 + random.nextDouble();
        double[] weights = RandomGraphs.weights(pattern, 0.1, 0.95 * s, random);
        RealMatrix matrix = new Array2DRowRealMatrix(d, d);
        for (int i = 0; i < d; i++) {
            matrix.setEntry(i, i, s);
        }
        for (int e = 0; e < weights.length; e++) {
            matrix.setEntry(pattern.from(e), pattern.to(e), -weights[e]);
        }
        LUDecomposition lu = new LUDecomposition(matrix);
        RealMatrix inverse = lu.getSolver().getInverse();
        double[] gradient = new double[weights.length];
        double h = new LogDeterminant(s).on(pattern).evaluate(weights, gradient);
        // Column sums at most 0.95 s: condition below 20 d, rounding 1e-16.
        assertEquals(d * Math.log(s) - Math.log(lu.getDeterminant()), h, 1e-12);
        for (int e = 0; e < weights.length; e++) {
            double entry = inverse.getEntry(pattern.to(e), pattern.from(e));
            double onCycle = gradient[e] == 0 ? 0 : entry;
            assertEquals(onCycle, gradient[e], 1e-12);
        }
    }

    @Test
    void evaluate_isInfiniteExactlyFromSpectralRadiusOn() {
        // The spectral radius of a cycle is the geometric mean of its weights.
        for (int n : new int[] {2, 3, 9}) {
            for (double radius : new double[] {0.9, 1 - 1e-9, 1, 1 + 1e-9, 1.5, 100}) {
                double[] weights = new double[n];
                Arrays.fill(weights, radius);
                weights[0] *= 8;
                weights[1] /= 8;
                double h = constraint().on(RandomGraphs.cycle(n)).evaluate(weights, new double[n]);
                assertEquals(radius >= 1, h == Double.POSITIVE_INFINITY, "radius " + radius);
            }
        }
    }

    @Test
    void evaluate_whenTheDeterminantIsPositiveBeyondTheRadius_isInfinite() {
        // Two 2-cycles of radius 3: det(I − A) = (1 − 9)² > 0, but I − A is no M-matrix. The edge between joins them.
        EdgePattern pattern = EdgePattern.of(4, new int[] {0, 1, 2, 3, 1, 2}, new int[] {1, 0, 3, 2, 2, 1});
        double[] weights = {3, 3, 3, 3, 1e-3, 0};
        assertEquals(Double.POSITIVE_INFINITY, constraint().on(pattern).evaluate(weights, new double[6]));
    }

    @Test
    void constructor_whenSIsNotPositive_isRefused() {
        for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> new LogDeterminant(bad));
        }
        assertTrue(new LogDeterminant(2).id().contains("2.0"));
    }
}
