// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LossCompositionTest {

    private static final double STEP = 0.01;

    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 1, 8, 20})
    void sum_isTheDirectConvolutionAtEveryTilt(double tilt) {
        LossDistribution a = LossLattice.laplace(0.35, STEP);
        LossDistribution b = LossLattice.pure(0.213, STEP);
        LossComposition composition = new LossComposition(STEP, tilt);
        composition.add(a, 3);
        composition.add(b, 2);
        LossDistribution sum = composition.sum();
        LossDistribution direct = convolve(convolve(convolve(a, a), a), convolve(b, b));
        for (int k = -20; k <= 140; k += 5) {
            double x = k * STEP;
            double expected = direct.delta(0, x);
            double value = sum.delta(0, x);
            assertTrue(value >= expected * (1 - 1e-12), "never below, at " + x);
            // The error bound that is added is some 1e-13 of the largest tilted mass: exact around the bulk of the
            // tilted law,
            // near 1 here, and looser by e^(tilt) a unit below it.
            double excess = 1e-12 * Math.exp(tilt * Math.max(0, 1.2 - x));
            assertEquals(expected, value, 1e-9 * expected + excess, "at " + x);
        }
    }

    private static LossDistribution convolve(LossDistribution a, LossDistribution b) {
        double[] mass = new double[a.mass().length + b.mass().length - 1];
        for (int i = 0; i < a.mass().length; i++) {
            for (int j = 0; j < b.mass().length; j++) {
                mass[i + j] += a.mass()[i] * b.mass()[j];
            }
        }
        return new LossDistribution(STEP, a.first() + b.first(), mass, a.infinite() + b.infinite());
    }

    /** A plain transform has an absolute error near 1e-16; the tilted one is exact to parts of 1e-9 at 1e-25. */
    @Test
    void sum_isExactFarBelowTheRoundingOfATransform() {
        double epsilon = 0.05;
        int count = 400;
        LossComposition composition = new LossComposition(epsilon, 11);
        composition.add(LossLattice.pure(epsilon, epsilon), count);
        LossDistribution sum = composition.sum();
        double x = 11;
        double expected = binomial(count, epsilon, x);
        assertTrue(expected < 1e-22, "far below, was " + expected);
        double value = sum.delta(0, x);
        assertTrue(value >= expected * (1 - 1e-10));
        assertEquals(expected, value, 1e-6 * expected);
        LossComposition plain = new LossComposition(epsilon, 1e-9);
        plain.add(LossLattice.pure(epsilon, epsilon), count);
        assertTrue(plain.sum().delta(0, x) > 1e5 * expected, "without a tilt the error bound is all that is left");
    }

    /** δ of count randomised responses, summed from the binomial law. */
    private static double binomial(int count, double epsilon, double x) {
        double sum = 0;
        double logChoose = 0;
        for (int k = 0; k <= count; k++) {
            double loss = (count - 2 * k) * epsilon;
            double logP = logChoose + (count - k) * epsilon - count * Math.log1p(Math.exp(epsilon));
            sum += loss > x ? -Math.exp(logP) * Math.expm1(x - loss) : 0;
            logChoose += Math.log((count - k) / (k + 1.0));
        }
        return sum;
    }

    @Test
    void masses_atInfinityAddUp() {
        LossDistribution law = new LossDistribution(STEP, -1, new double[] {0.2, 0.3, 0.4}, 0.1);
        LossComposition composition = new LossComposition(STEP, 1);
        composition.add(law, 4);
        // The union bound 4·0.1, not the exact 1 − 0.9⁴.
        assertEquals(0.4, composition.sum().infinite(), 1e-9);
    }
}
