// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class DrawsTest {

    private static final int N = 40_000;

    /** Mean and variance of Γ(a) are a; the errors of both are below √(a / n) and √((2 a² + 6 a) / n), five of them. */
    @Test
    void gamma_hasItsMoments() {
        for (double shape : new double[] {0.25, 1, 7}) {
            Draws draws = new Draws(3);
            double sum = 0;
            double squares = 0;
            for (int k = 0; k < N; k++) {
                double x = draws.gamma(shape);
                sum += x / N;
                squares += x * x / N;
            }
            assertEquals(shape, sum, 5 * Math.sqrt(shape / N), "mean");
            assertEquals(shape, squares - sum * sum, 5 * Math.sqrt((2 * shape * shape + 6 * shape) / N), "variance");
        }
    }

    @Test
    void gaussian_hasItsMoments() {
        Draws draws = new Draws(3);
        double sum = 0;
        double squares = 0;
        for (int k = 0; k < N; k++) {
            double x = draws.gaussian();
            sum += x / N;
            squares += x * x / N;
        }
        assertEquals(0, sum, 5 / Math.sqrt(N));
        assertEquals(1, squares, 5 * Math.sqrt(2.0 / N));
    }
}
