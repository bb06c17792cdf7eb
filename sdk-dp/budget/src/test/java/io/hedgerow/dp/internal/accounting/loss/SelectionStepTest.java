// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionStepTest {

    /** However wrong the guess of where the maximum lies, the step finds the maximum over all cells. */
    @ParameterizedTest
    @CsvSource({
        "16, 0, 2, 0.9",
        "16, 14, 16, 0.9",
        "16, 7, 9, 0.9",
        "16, 0, 16, 0.9",
        "30, 3, 5, 0.9",
        "64, 31, 33, 0.9",
        "64, 60, 62, 0.9",
        "2, 0, 2, 0.9",
        "20, 0, 1, 4",
        "20, 19, 20, 4",
        "20, 10, 11, 4",
        "33, 0, 1, 9",
        "33, 32, 33, 9",
        "33, 5, 6, 9"
    })
    void apply_findsTheMaximumOverAllCells(int cells, int first, int last, double range) {
        Random random = new Random(cells + first);
        double h = range / cells;
        int points = 60;
        for (int trial = 0; trial < 6; trial++) {
            double[] e = hockeySticks(random, cells, points, h);
            double[] out = new double[points + 1];
            new SelectionStep(h, cells).apply(e, out, 0, points + 1, first, last);
            for (int i = 0; i <= points; i++) {
                double exact = naive(e, i, cells, h);
                // The wide tests pass a rise of TOLERANCE; the rest is rounding.
                assertEquals(exact, out[i], 1e-12 * exact + 1e-16, "point " + i);
                assertTrue(out[i] >= exact * (1 - 1e-12) - 1e-16, "never below");
            }
        }
    }

    /** A mixture of hockey-stick curves: decreasing and convex in e^x, kinks at lattice points. */
    private static double[] hockeySticks(Random random, int cells, int points, double h) {
        double[] e = new double[points + 2 * cells + SelectionStep.BLOCK + 2];
        for (int part = 0; part < 4; part++) {
            int kink = random.nextInt(points) - cells;
            double weight = Math.exp(-3 * random.nextDouble());
            for (int k = 0; k < e.length; k++) {
                e[k] += weight * Math.max(0, -Math.expm1((k - cells - kink) * h));
            }
        }
        return e;
    }

    /** The maximum over all cells of t; on each of them the objective is concave, so thirds find it. */
    private static double naive(double[] e, int i, int m, double h) {
        double best = e[i + m];
        for (int j = 0; j < m; j++) {
            double low = j * h;
            double high = (j + 1) * h;
            for (int k = 0; k < 60; k++) {
                double third = (high - low) / 3;
                if (objective(e, i, m, h, j, low + third) < objective(e, i, m, h, j, high - third)) {
                    low += third;
                } else {
                    high -= third;
                }
            }
            best = Math.max(best, objective(e, i, m, h, j, 0.5 * (low + high)));
            best = Math.max(best, objective(e, i, m, h, j, j * h));
        }
        return best;
    }

    /** The mean of f over both outcomes for t in cell j, f replaced by its chords. */
    private static double objective(double[] e, int i, int m, double h, int j, double t) {
        double p = Math.expm1(t - m * h) / Math.expm1(-m * h);
        double weight = Math.expm1((j + 1) * h - t) / Math.expm1(h);
        int k = i - j - 1 + m;
        double lower = e[k] + weight * (e[k + 1] - e[k]);
        double upper = e[k + m] + weight * (e[k + m + 1] - e[k + m]);
        return p * lower + (1 - p) * upper;
    }

    @ParameterizedTest
    @CsvSource({"16, 5", "16, 1", "16, 15", "64, 40"})
    void top_walksToTheTurnFromAnyGuess(int cells, int guess) {
        Random random = new Random(5);
        double h = 0.5 / cells;
        double[] e = hockeySticks(random, cells, 80, h);
        SelectionStep step = new SelectionStep(h, cells);
        int[] found = new int[80];
        Arrays.setAll(found, i -> step.top(e, i, guess));
        for (int j : found) {
            assertTrue(j >= 1 && j <= cells - 1);
        }
    }
}
