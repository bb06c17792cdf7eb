// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise;

import java.util.Arrays;

/**
 * Corrects second moments for the error of P sites' noisy means, at which rows are centred.
 *
 * <p>Rows about a mean with an error e have e eᵀ on their second moments. With errors of s deviations that is s² w_j on
 * the diagonal, w_j being the second moment of variable j, and by chance, which P sites average, s² √(w_i w_j / P)
 * beside the diagonal and √2 of that on it. Of directions, whose moments have trace 1, it is the same as a share of Σ
 * w, to first order. Short directions in truth gain more than long ones; of 20 correlated variables a fifth of the
 * difference stays.
 *
 * @param square s²; from 0 to 1
 * @param sites P
 */
public record MeanErrorCorrection(double square, int sites) {

    /** The largest share of the released moments, beyond which means say nothing. */
    private static final double MOST = 0.5;

    public static MeanErrorCorrection of(double deviation, int sites) {
        return new MeanErrorCorrection(Math.min(MOST, deviation * deviation), sites);
    }

    /**
     * Takes the expected part out of M, which is changed, and gives the deviation on its diagonal with the chance part.
     */
    public double removeFrom(double[] matrix, double sigma, double[] second) {
        int d = second.length;
        double all = Arrays.stream(second).sum();
        for (int j = 0; j < d; j++) {
            matrix[j * (d + 1)] -= square * second[j] / all;
        }
        for (int k = 0; k < matrix.length; k++) {
            matrix[k] /= 1 - square;
        }
        return Math.hypot(sigma, square / d * Math.sqrt(2.0 / sites)) / (1 - square);
    }
}
