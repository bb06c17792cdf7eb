// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;

class LossLatticeTest {

    /** H(x) = 1 − e^((x − λ)/2) between −λ and λ. */
    private static double laplace(double lambda, double x) {
        return x > lambda ? 0 : x < -lambda ? -Math.expm1(x) : -Math.expm1((x - lambda) / 2);
    }

    private static double pure(double epsilon, double x) {
        return x > epsilon ? 0 : x < -epsilon ? -Math.expm1(x) : -Math.expm1(x - epsilon) / (1 + Math.exp(-epsilon));
    }

    @Property(tries = 100)
    void laplace_equalsItsCurveOnTheLatticeAndExceedsItBetween(
            @ForAll @DoubleRange(min = 0.01, max = 6) double lambda,
            @ForAll @DoubleRange(min = 0.01, max = 0.9) double fraction) {
        double step = lambda * fraction;
        LossDistribution law = LossLattice.laplace(lambda, step);
        for (int k = -110; k <= 110; k++) {
            double point = k * step;
            if (Math.abs(point) <= lambda) {
                // Sums of 200 positive masses, rounded up by 1e-12.
                assertEquals(laplace(lambda, point), law.delta(0, point), 3e-12, "at " + point);
            }
            double between = point + 0.37 * step;
            assertTrue(law.delta(0, between) >= laplace(lambda, between) - 1e-15, "at " + between);
        }
        assertEquals(1, total(law), 1e-13);
    }

    @Property(tries = 100)
    void pure_equalsRandomisedResponseOnTheLatticeAndExceedsItBetween(
            @ForAll @DoubleRange(min = 1e-3, max = 6) @Scale(4) double epsilon,
            @ForAll @DoubleRange(min = 0.01, max = 3) double fraction) {
        double step = epsilon * fraction;
        LossDistribution law = LossLattice.pure(epsilon, step);
        for (int k = -110; k <= 110; k++) {
            double point = k * step;
            if (Math.abs(point) + step <= epsilon) {
                assertEquals(pure(epsilon, point), law.delta(0, point), 3e-12, "at " + point);
            }
            double between = point + 0.61 * step;
            assertTrue(law.delta(0, between) >= pure(epsilon, between) - 1e-15, "at " + between);
        }
        assertEquals(1, total(law), 1e-14);
    }

    @Property(tries = 50)
    void of_movesALawUpwardsOnly(
            @ForAll @DoubleRange(min = 0.05, max = 2) double lambda,
            @ForAll @DoubleRange(min = 0.2, max = 5) double ratio) {
        double step = lambda / 20;
        LossDistribution law = LossLattice.laplace(lambda, step);
        LossDistribution moved = LossLattice.of(law, step * ratio);
        for (int k = -40; k <= 40; k++) {
            double x = k * step * ratio;
            assertTrue(moved.delta(0, x) >= law.delta(0, x) - 1e-14, "at " + x);
            if (Math.abs(x) < lambda) {
                assertEquals(law.delta(0, x), moved.delta(0, x), 3e-12, "unchanged on its own points, at " + x);
            }
        }
        assertEquals(1, total(moved), 1e-13);
    }

    @Property(tries = 50)
    void massesKeepTheProbabilityUnderBothLaws(@ForAll @DoubleRange(min = 0.01, max = 5) double lambda) {
        LossDistribution law = LossLattice.laplace(lambda, lambda / 7.3);
        // Σ mass·e^(−x) is the probability under the second law.
        assertEquals(0, law.logMoment(-1), 1e-13);
        assertEquals(0, law.logMoment(0), 1e-13);
    }

    private static double total(LossDistribution law) {
        double sum = law.infinite();
        for (double mass : law.mass()) {
            sum += mass;
        }
        return sum;
    }
}
