// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Moments of x_t = φ x_{t−1} + e_t, whose autocovariances are φ^k / (1 − φ²). */
class SeriesMeanCorrectionTest {

    private static double covariance(double phi, int lag) {
        return Math.pow(phi, lag) / (1 - phi * phi);
    }

    /** V = Σ_{|k| < T} (T − |k|) C_k / T². */
    private static double ofMean(double phi, int steps) {
        double sum = 0;
        for (int k = 1 - steps; k < steps; k++) {
            sum += (steps - Math.abs(k)) * covariance(phi, Math.abs(k));
        }
        return sum / steps / steps;
    }

    /** C_l − V T / (T − l), with two lags. */
    private static double[] matrix(double phi, int steps, double taken) {
        double[] matrix = new double[9];
        for (int k = 0; k < 9; k++) {
            int lag = Math.abs(k / 3 - k % 3);
            matrix[k] = covariance(phi, lag) - taken * steps / (steps - lag);
        }
        return matrix;
    }

    @Test
    void givenBack_isWhatTheMeanTook() {
        double taken = ofMean(0.5, 50);
        assertEquals(0.077, taken, 1e-3, "a 17th of the variance");
        double[] found = new SeriesMeanCorrection(1, 2, 50).givenBack(matrix(0.5, 50, taken));
        assertArrayEquals(matrix(0.5, 50, 0), found, 0.002, "what is left is of the order of 1/T of what was taken");
    }

    @Test
    void givenBack_ofASeriesThatNoiseMadeGrow_isBounded() {
        double[] growing = {1, 1.2, 1.2, 1};
        double[] found = new SeriesMeanCorrection(1, 1, 50).givenBack(growing);
        for (double entry : found) {
            assertTrue(Math.abs(entry) < 2, "was " + entry);
        }
    }

    @Test
    void givenBack_withoutLags_isTheVarianceOfAMeanOfIndependentRows() {
        // 1 − 1/T of the variance is left
        assertEquals(2, new SeriesMeanCorrection(1, 0, 10).givenBack(new double[] {1.8})[0], 0.001);
    }
}
