// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** s² w_j / Σ w on the diagonal, and its chance part. */
class MeanErrorCorrectionTest {

    private static final int D = 20;
    private static final int SITES = 3;
    private static final int DRAWS = 400;
    private static final double S = 0.3;

    private final Random random = new Random(3);
    private final double[] second = new double[D];
    private final double[][] rows = new double[600][D];

    /** A chain in columns of different sizes. */
    MeanErrorCorrectionTest() {
        for (int j = 0; j < D; j++) {
            second[j] = 1 + j % 3;
        }
        for (double[] row : rows) {
            double before = 0;
            for (int j = 0; j < D; j++) {
                before = 0.8 * before + 0.6 * random.nextGaussian();
                row[j] = before * Math.sqrt(second[j]);
            }
        }
    }

    /** Moments of directions about a point. */
    private double[] about(double[] centre, double[] into) {
        double[] y = new double[D];
        for (double[] row : rows) {
            double norm = 0;
            for (int j = 0; j < D; j++) {
                y[j] = row[j] - centre[j];
                norm += y[j] * y[j];
            }
            for (int k = 0; k < D * D; k++) {
                into[k] += y[k / D] * y[k % D] / norm / rows.length;
            }
        }
        return into;
    }

    private double[] withErrors() {
        double[] matrix = new double[D * D];
        double[] centre = new double[D];
        for (int p = 0; p < SITES; p++) {
            for (int j = 0; j < D; j++) {
                centre[j] = S * Math.sqrt(second[j]) * random.nextGaussian();
            }
            about(centre, matrix);
        }
        for (int k = 0; k < matrix.length; k++) {
            matrix[k] /= SITES;
        }
        return matrix;
    }

    private static double distance(double[] one, double[] other) {
        double squares = 0;
        for (int k = 0; k < one.length; k++) {
            squares += (one[k] - other[k]) * (one[k] - other[k]);
        }
        return Math.sqrt(squares);
    }

    @Test
    void theExpectedPartIsTakenOut_andTheChancePartIsSaid() {
        double[] exact = about(new double[D], new double[D * D]);
        double[] raw = new double[D * D];
        double[] removed = new double[D * D];
        double chance = 0;
        double said = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            double[] matrix = withErrors();
            for (int k = 0; k < matrix.length; k++) {
                raw[k] += matrix[k] / DRAWS;
            }
            said = MeanErrorCorrection.of(S, SITES).removeFrom(matrix, 0, second);
            for (int k = 0; k < matrix.length; k++) {
                removed[k] += matrix[k] / DRAWS;
            }
            for (int i = 0; i < D; i++) {
                for (int j = 0; j < i; j++) {
                    chance += Math.pow(matrix[i * D + j] - exact[i * D + j], 2) / DRAWS / (D * (D - 1) / 2.0);
                }
            }
        }
        // chance leaves 1/√400 of its deviation; by the formula, which is one to first order, a fifth stays. Twice as
        // much, or half, would leave a half
        assertTrue(
                distance(removed, exact) < 0.35 * distance(raw, exact),
                distance(removed, exact) + " of " + distance(raw, exact));
        // beside the diagonal σ/√2; means move what they share with the sample as well, by about as much again
        assertEquals(1, Math.sqrt(chance) / (said / Math.sqrt(2)), 0.5);
    }

    @Test
    void withoutErrors_nothingChanges() {
        double[] matrix = withErrors();
        double[] before = matrix.clone();
        assertEquals(0.02, MeanErrorCorrection.of(0, SITES).removeFrom(matrix, 0.02, second));
        assertArrayEquals(before, matrix);
    }
}
