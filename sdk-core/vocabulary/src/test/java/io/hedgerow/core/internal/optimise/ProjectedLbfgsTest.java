// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.optimise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.optimise.Objective.Minimum;
import io.hedgerow.core.internal.optimise.Objective.Minimum.StopReason;
import io.hedgerow.core.internal.optimise.Objective.Preconditioner;
import io.hedgerow.core.internal.optimise.ProjectedLbfgs.LbfgsOptions;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ProjectedLbfgsTest {

    private static final double INFINITY = Double.POSITIVE_INFINITY;
    private static final LbfgsOptions TIGHT = new LbfgsOptions(10, 15_000, 1e-6, 0);

    private final ProjectedLbfgs solver = new ProjectedLbfgs();

    /** Σ 100 (x_{i+1} − x_i²)² + (1 − x_i)². */
    private static double rosenbrock(double[] x, double[] gradient) {
        Arrays.fill(gradient, 0);
        double value = 0;
        for (int i = 0; i < x.length - 1; i++) {
            double a = x[i + 1] - x[i] * x[i];
            double b = 1 - x[i];
            value += 100 * a * a + b * b;
            gradient[i] += -400 * x[i] * a - 2 * b;
            gradient[i + 1] += 200 * a;
        }
        return value;
    }

    private static double[] standardStart(int n) {
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = i % 2 == 0 ? -1.2 : 1;
        }
        return x;
    }

    private static double[] filled(int n, double value) {
        double[] x = new double[n];
        Arrays.fill(x, value);
        return x;
    }

    /** ½ Σ curvature_i (x_i − centre_i)². */
    private static Objective parabola(double[] curvature, double[] centre) {
        return (x, gradient) -> {
            double value = 0;
            for (int i = 0; i < x.length; i++) {
                gradient[i] = curvature[i] * (x[i] - centre[i]);
                value += 0.5 * gradient[i] * (x[i] - centre[i]);
            }
            return value;
        };
    }

    @Test
    void minimise_whenRosenbrockIsFree_findsTheMinimumAsFastAsLbfgsB() {
        Minimum found = solver.minimise(
                ProjectedLbfgsTest::rosenbrock,
                standardStart(100),
                filled(100, -INFINITY),
                filled(100, INFINITY),
                TIGHT,
                null);
        assertTrue(found.value() < 1e-12, () -> "value " + found.value());
        assertEquals(StopReason.GRADIENT_TOLERANCE, found.reason());
        // scipy's L-BFGS-B needs 634; a quarter more would be a regression.
        assertTrue(found.evaluations() <= 790, () -> "evaluations " + found.evaluations());
        for (double x : found.point()) {
            assertEquals(1, x, 1e-5);
        }
    }

    @Test
    void minimise_whenRosenbrockIsBounded_findsTheBoundedMinimum() {
        Minimum found = solver.minimise(
                ProjectedLbfgsTest::rosenbrock,
                standardStart(100),
                filled(100, -INFINITY),
                filled(100, 0.8),
                TIGHT,
                null);
        // Reference: scipy 1.10 L-BFGS-B, 41 evaluations.
        assertEquals(95.0917350616381, found.value(), 1e-9 * 95);
        assertTrue(found.evaluations() <= 60, () -> "evaluations " + found.evaluations());
        for (double x : found.point()) {
            assertTrue(x <= 0.8);
        }
    }

    @Test
    void minimise_whenMinimumIsOutsideTheBox_isItsProjectionForASeparableFunction() {
        double[] centre = {-3, 0.5, 7, 2, -1e-3};
        double[] lower = {-1, -1, -1, 2, 0};
        double[] upper = {1, 1, 1, 2, INFINITY};
        Minimum found = solver.minimise(
                parabola(new double[] {1, 100, 3, 1, 5}, centre), new double[5], lower, upper, TIGHT, null);
        assertArrayEquals(new double[] {-1, 0.5, 1, 2, 0}, found.point(), 1e-7);
    }

    @Test
    void minimise_whenStartIsOutsideTheBox_evaluatesInsideOnlyAndKeepsTheStart() {
        double[] start = {50, -50};
        double[] lower = {-1, -2};
        double[] upper = {1, 2};
        Objective inner = parabola(new double[] {1, 4}, new double[] {0.25, -9});
        Objective strict = (x, gradient) -> {
            for (int i = 0; i < 2; i++) {
                assertTrue(x[i] >= lower[i] && x[i] <= upper[i]);
            }
            return inner.evaluate(x, gradient);
        };
        Minimum found = solver.minimise(strict, start, lower, upper, TIGHT, null);
        assertArrayEquals(new double[] {0.25, -2}, found.point(), 1e-6);
        assertArrayEquals(new double[] {50, -50}, start);
        assertArrayEquals(new double[] {-1, -2}, lower);
        assertArrayEquals(new double[] {1, 2}, upper);
    }

    @Test
    void minimise_whenStartOrBoundsAreBad_isRefused() {
        Objective f = parabola(new double[] {1}, new double[] {0});
        double[] low = {-1};
        double[] high = {1};
        assertThrows(
                IllegalArgumentException.class,
                () -> solver.minimise(f, new double[] {Double.NaN}, low, high, TIGHT, null));
        assertThrows(
                IllegalArgumentException.class, () -> solver.minimise(f, new double[] {0}, high, low, TIGHT, null));
        assertThrows(
                IllegalArgumentException.class,
                () -> solver.minimise(f, new double[] {0}, new double[] {Double.NaN}, high, TIGHT, null));
        assertThrows(
                IllegalArgumentException.class,
                () -> solver.minimise(f, new double[] {0}, new double[2], high, TIGHT, null));
        assertThrows(IllegalArgumentException.class, () -> new LbfgsOptions(0, 1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new LbfgsOptions(1, 1, Double.NaN, 0));
    }

    @Test
    void minimise_whenEvaluationsRunOut_hasUsedExactlyTheLimitAndReturnsTheBestPoint() {
        for (int limit = 1; limit <= 60; limit++) {
            int[] count = new int[1];
            double[] best = {INFINITY};
            Objective counting = (x, gradient) -> {
                count[0]++;
                double value = rosenbrock(x, gradient);
                best[0] = Math.min(best[0], value);
                return value;
            };
            Minimum found = solver.minimise(
                    counting,
                    standardStart(20),
                    filled(20, -INFINITY),
                    filled(20, INFINITY),
                    TIGHT.withMaxEvaluations(limit),
                    null);
            assertEquals(limit, count[0]);
            assertEquals(limit, found.evaluations());
            assertEquals(StopReason.MAX_EVALUATIONS, found.reason());
            assertTrue(
                    found.value() <= best[0] + 1e-4 * Math.abs(best[0]),
                    "an accepted point is the best but for Armijo");
            assertEquals(rosenbrock(found.point(), new double[20]), found.value());
        }
    }

    @Test
    void minimise_whenObjectiveIsInfiniteBeyondABarrier_stepsBack() {
        // x − ln x has its minimum at 1 and is not defined at and below 0; NaN is treated as infinity.
        for (double undefined : new double[] {INFINITY, Double.NaN}) {
            Objective barrier = (x, gradient) -> {
                if (!(x[0] > 0)) {
                    return undefined;
                }
                gradient[0] = 1 - 1 / x[0];
                return x[0] - Math.log(x[0]);
            };
            Minimum found =
                    solver.minimise(barrier, new double[] {40}, filled(1, -INFINITY), filled(1, INFINITY), TIGHT, null);
            assertEquals(1, found.point()[0], 1e-6);
            assertEquals(StopReason.GRADIENT_TOLERANCE, found.reason());
            Minimum nowhere =
                    solver.minimise(barrier, new double[] {-1}, filled(1, -INFINITY), filled(1, INFINITY), TIGHT, null);
            assertEquals(StopReason.START_NOT_FINITE, nowhere.reason());
            assertEquals(1, nowhere.evaluations());
            assertEquals(INFINITY, nowhere.value());
        }
    }

    @Test
    void minimise_whenStartIsStationary_evaluatesOnce() {
        Minimum found = solver.minimise(
                parabola(new double[] {1}, new double[] {5}),
                new double[] {9},
                new double[1],
                new double[] {2},
                TIGHT,
                null);
        assertEquals(1, found.evaluations());
        assertEquals(0, found.iterations());
        assertEquals(0, found.projectedGradientNorm());
    }

    @Test
    void minimise_whenGradientPointsTheWrongWay_saysNoDescent() {
        Objective wrong = (x, gradient) -> {
            gradient[0] = -2 * x[0];
            return x[0] * x[0];
        };
        Minimum found =
                solver.minimise(wrong, new double[] {1}, filled(1, -INFINITY), filled(1, INFINITY), TIGHT, null);
        assertEquals(StopReason.NO_DESCENT, found.reason());
        assertEquals(1, found.value());
    }

    @Test
    void minimise_whenDecreaseToleranceIsLoose_stopsEarlier() {
        Minimum loose = solver.minimise(
                ProjectedLbfgsTest::rosenbrock,
                standardStart(100),
                filled(100, -INFINITY),
                filled(100, 0.8),
                new LbfgsOptions(10, 15_000, 0, 1e-3),
                null);
        assertEquals(StopReason.DECREASE_TOLERANCE, loose.reason());
        assertFalse(loose.value() < 95.09173506);
        assertTrue(loose.evaluations() < 45);
    }

    @Test
    void minimise_whenSolverIsReusedForAnotherDimension_givesTheSameResult() {
        ProjectedLbfgs used = new ProjectedLbfgs();
        for (int n : new int[] {30, 4, 50, 30}) {
            Minimum fresh = new ProjectedLbfgs()
                    .minimise(
                            ProjectedLbfgsTest::rosenbrock, standardStart(n), filled(n, -2), filled(n, 2), TIGHT, null);
            Minimum again = used.minimise(
                    ProjectedLbfgsTest::rosenbrock, standardStart(n), filled(n, -2), filled(n, 2), TIGHT, null);
            assertArrayEquals(fresh.point(), again.point());
            assertEquals(fresh.evaluations(), again.evaluations());
        }
    }

    @Test
    void minimise_whenThereIsNothingToMinimise_returnsTheValue() {
        Minimum found = solver.minimise((x, g) -> 7, new double[0], new double[0], new double[0], TIGHT, null);
        assertEquals(7, found.value());
    }

    @Test
    void minimise_whenPreconditionerIsTheInverseHessian_needsOneStep() {
        double[] curvature = {1, 1e4, 1e8};
        Preconditioner exact = new Preconditioner() {
            @Override
            public boolean accepted() {
                return true;
            }

            @Override
            public void solve(double[] vector, double[] mask) {
                for (int i = 0; i < vector.length; i++) {
                    vector[i] /= curvature[i];
                }
            }
        };
        Minimum found = solver.minimise(
                parabola(curvature, new double[] {1, 2, 3}),
                new double[3],
                filled(3, -INFINITY),
                filled(3, INFINITY),
                TIGHT,
                exact);
        assertEquals(2, found.evaluations());
        assertArrayEquals(new double[] {1, 2, 3}, found.point(), 1e-12);
    }

    /** Its slope is infinite, so its first step is 0, and 0 times it is no number. */
    @Test
    void infiniteGradient_endsTheSearch() {
        Minimum found = solver.minimise(
                (x, gradient) -> {
                    Arrays.fill(gradient, INFINITY);
                    return 1 + x[0];
                },
                new double[] {0},
                new double[] {-INFINITY},
                new double[] {INFINITY},
                TIGHT,
                null);
        assertEquals(StopReason.NO_DESCENT, found.reason());
        assertArrayEquals(new double[] {0}, found.point());
    }
}
