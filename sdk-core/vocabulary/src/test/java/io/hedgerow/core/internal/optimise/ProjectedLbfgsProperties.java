// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.optimise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.optimise.Objective.Minimum;
import io.hedgerow.core.internal.optimise.Objective.Minimum.StopReason;
import io.hedgerow.core.internal.optimise.ProjectedLbfgs.LbfgsOptions;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ProjectedLbfgsProperties {

    /** For a convex objective the Karush–Kuhn–Tucker conditions hold at the minimum, and nowhere else. */
    @Property(tries = 200)
    void minimise_whenBoxQuadraticIsStrictlyConvex_satisfiesKktConditions(
            @ForAll @IntRange(min = 1, max = 40) int n, @ForAll long seed) {
        Random random = new Random(seed);
        double[] root = random.doubles((long) n * n, -1, 1).toArray();
        double[] linear = random.doubles(n, -5, 5).toArray();
        double[] lower = new double[n];
        double[] upper = new double[n];
        double[] start = random.doubles(n, -3, 3).toArray();
        for (int i = 0; i < n; i++) {
            lower[i] = random.nextInt(4) == 0 ? Double.NEGATIVE_INFINITY : -random.nextDouble();
            upper[i] = random.nextInt(4) == 0 ? Double.POSITIVE_INFINITY : random.nextDouble();
        }
        // ½ ‖R x‖² + 0.05 ‖x‖² + linear·x with Hessian RᵀR + 0.1 I.
        Objective quadratic = (x, gradient) -> {
            double value = 0;
            for (int i = 0; i < n; i++) {
                gradient[i] = linear[i] + 0.1 * x[i];
                value += x[i] * (linear[i] + 0.05 * x[i]);
            }
            for (int r = 0; r < n; r++) {
                double product = 0;
                for (int i = 0; i < n; i++) {
                    product += root[r * n + i] * x[i];
                }
                value += product * product / 2;
                for (int i = 0; i < n; i++) {
                    gradient[i] += product * root[r * n + i];
                }
            }
            return value;
        };
        Minimum found = new ProjectedLbfgs()
                .minimise(quadratic, start, lower, upper, new LbfgsOptions(10, 5_000, 1e-6, 0), null);
        assertEquals(StopReason.GRADIENT_TOLERANCE, found.reason(), () -> found.toString());
        double[] x = found.point();
        double[] gradient = new double[n];
        quadratic.evaluate(x, gradient);
        for (int i = 0; i < n; i++) {
            assertTrue(x[i] >= lower[i] && x[i] <= upper[i]);
            // A multiplier of the wrong sign, or a slope at a free variable, may be the tolerance at most; a variable
            // nearer to its bound than that counts as being on it.
            if (x[i] > lower[i] + 1e-6) {
                assertTrue(gradient[i] <= 1e-6);
            }
            if (x[i] < upper[i] - 1e-6) {
                assertTrue(gradient[i] >= -1e-6);
            }
        }
    }
}
