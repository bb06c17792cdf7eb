// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class DenseTraceExponentialTest extends AcyclicityConstraintContract {

    @Override
    protected AcyclicityConstraint constraint() {
        return new DenseTraceExponential();
    }

    @Test
    void evaluate_whenTwoCycle_isTwoCoshMinusTwo() {
        for (double[] ab : new double[][] {{1, 1}, {0.3, 2.5}, {4, 4}, {1e-3, 1e-2}, {1e-6, 1e-6}}) {
            double[] gradient = new double[2];
            double h = constraint().on(RandomGraphs.cycle(2)).evaluate(ab, gradient);
            double root = Math.sqrt(ab[0] * ab[1]);
            // 2 cosh(r) − 2 = 4 sinh²(r / 2), which does not cancel. A few squarings, each a rounding error or two.
            double half = Math.sinh(root / 2);
            assertEquals(4 * half * half, h, 1e-13 * h);
            double derivative = Math.sinh(root) * Math.sqrt(ab[1] / ab[0]);
            assertEquals(derivative, gradient[0], 1e-13 * derivative);
        }
    }

    @Test
    void evaluate_whenThreeCycle_isTheSumOfEveryThirdTerm() {
        double[] weights = {0.7, 1.9, 1.1};
        double x = Math.cbrt(0.7 * 1.9 * 1.1);
        // The eigenvalues are x times the cube roots of 1.
        double expected = Math.exp(x) + 2 * Math.exp(-x / 2) * Math.cos(Math.sqrt(3) / 2 * x) - 3;
        double h = constraint().on(RandomGraphs.cycle(3)).evaluate(weights, new double[3]);
        // The closed form cancels: an absolute error of 1e-15 per unit.
        assertEquals(expected, h, 1e-14);
    }

    @Test
    void evaluate_equalsALongTaylorSum() {
        for (int seed = 0; seed < 12; seed++) {
            Random random = new Random(seed);
            int d = 2 + random.nextInt(9);
            EdgePattern pattern = RandomGraphs.pattern(d, 0.5, random);
            double[] weights = RandomGraphs.weights(pattern, 0, Math.pow(10, 1.3 - seed / 2.0), random);
            double[] term = new double[d * d];
            double[] sum = new double[d * d];
            for (int i = 0; i < d; i++) {
                term[i * d + i] = 1;
            }
            for (int k = 1; k < 150; k++) {
                double[] next = new double[d * d];
                for (int e = 0; e < weights.length; e++) {
                    for (int j = 0; j < d; j++) {
                        next[pattern.from(e) * d + j] += weights[e] / k * term[pattern.to(e) * d + j];
                    }
                }
                for (int k2 = 0; k2 < sum.length; k2++) {
                    sum[k2] += next[k2];
                }
                term = next;
            }
            double[] gradient = new double[weights.length];
            double h = constraint().on(pattern).evaluate(weights, gradient);
            double expected = 0;
            for (int i = 0; i < d; i++) {
                expected += sum[i * d + i];
            }
            // Six squarings at most: relative error some 64 rounding errors, times d.
            assertEquals(expected, h, 1e-13 * expected);
            for (int e = 0; e < weights.length; e++) {
                double entry = sum[pattern.to(e) * d + pattern.from(e)];
                assertEquals(entry, gradient[e], 1e-13 * (entry + expected));
            }
        }
    }

    @Test
    void evaluate_whenTheExponentialOverflows_isInfinite() {
        for (double weight : new double[] {1e3, 1e9, Double.POSITIVE_INFINITY}) {
            assertEquals(
                    Double.POSITIVE_INFINITY,
                    constraint().on(RandomGraphs.cycle(2)).evaluate(new double[] {weight, weight}, new double[2]));
        }
    }
}
