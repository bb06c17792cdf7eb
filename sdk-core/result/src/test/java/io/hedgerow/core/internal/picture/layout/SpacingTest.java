// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SpacingTest {

    @Test
    void solve_whenThereIsRoom_changesNothing() {
        double[] wanted = {0, 10, 25};
        assertArrayEquals(wanted, Spacing.solve(wanted, new double[] {1, 5, 1}, new double[] {10, 10, 0}));
    }

    @Test
    void solve_whenTwoWantTheSame_movesTheLighterFurther() {
        // Minimises (x − 0)² + 3(x + 8 − 0)²: x = −6.
        double[] x = Spacing.solve(new double[] {0, 0}, new double[] {1, 3}, new double[] {8, 0});
        assertArrayEquals(new double[] {-6, 2}, x, 1e-12);
    }

    @Property(tries = 200)
    void solve_keepsDistances_andNoFeasibleStepIsBetter(@ForAll @IntRange(min = 1, max = 12) int n, @ForAll long seed) {
        Random random = new Random(seed);
        double[] wanted = random.doubles(n, -50, 50).toArray();
        double[] weight = random.doubles(n, 0.5, 4).toArray();
        double[] distance = random.doubles(n, 0, 20).toArray();
        double[] x = Spacing.solve(wanted, weight, distance);
        double cost = cost(x, wanted, weight);
        for (int trial = 0; trial < 50; trial++) {
            // Towards a random feasible point: convexity makes any gain there show for a small step.
            double[] other = x.clone();
            double at = -60 + 20 * random.nextDouble();
            for (int k = 0; k < n; k++) {
                at += random.nextDouble() * 20;
                other[k] = x[k] + 1e-3 * (at - x[k]);
                at += distance[k];
            }
            assertTrue(cost(other, wanted, weight) >= cost - 1e-9);
        }
        for (int k = 0; k + 1 < n; k++) {
            assertTrue(x[k + 1] - x[k] >= distance[k] - 1e-9);
        }
    }

    private static double cost(double[] x, double[] wanted, double[] weight) {
        double sum = 0;
        for (int k = 0; k < x.length; k++) {
            sum += weight[k] * (x[k] - wanted[k]) * (x[k] - wanted[k]);
        }
        return sum;
    }
}
