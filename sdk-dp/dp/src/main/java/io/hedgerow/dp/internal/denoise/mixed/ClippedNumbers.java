// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.mixed;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.dp.internal.denoise.FoundAgain;
import io.hedgerow.dp.internal.denoise.NormalisationCorrection;
import java.util.Arrays;

/**
 * The share of the variance of every number that is left where rows are clipped to norm B, E[y_j² min(1, B² / ‖y‖²)] /
 * E[y_j²], of normal rows whose covariance after clipping was released: the covariance before is that with variances
 * divided by the share, found in a few steps. The same draws every time.
 */
final class ClippedNumbers {

    private static final int DRAWS = 4000;
    private static final int STEPS = 4;
    private static final long SEED = 1;
    private static final double LEAST = 1e-4;

    private ClippedNumbers() {}

    /**
     * The shares, [N].
     *
     * @param covariance of the numbers after clipping, in their units: [N, N]
     * @param radius B
     */
    static double[] shares(double[] covariance, double radius) {
        int count = (int) Math.round(Math.sqrt(covariance.length));
        double[] root = NormalisationCorrection.ofMoments(count, covariance).root(LEAST);
        double[] shares = new double[count];
        Arrays.fill(shares, 1);
        for (int step = 0; step < STEPS; step++) {
            shares = shares(root, shares, radius);
        }
        return shares;
    }

    private static double[] shares(double[] root, double[] before, double radius) {
        int count = before.length;
        SearchRandom random = new SearchRandom(SEED);
        double[] whole = new double[count];
        double[] left = new double[count];
        double[] normal = new double[count];
        double[] row = new double[count];
        for (int draw = 0; draw < DRAWS; draw++) {
            Arrays.setAll(normal, k -> FoundAgain.normal(random));
            double square = 0;
            for (int j = 0; j < count; j++) {
                row[j] = 0;
                for (int k = 0; k < count; k++) {
                    row[j] += root[j * count + k] * normal[k];
                }
                row[j] /= Math.sqrt(before[j]);
                square += row[j] * row[j];
            }
            double kept = Math.min(1, radius * radius / square);
            for (int j = 0; j < count; j++) {
                whole[j] += row[j] * row[j];
                left[j] += kept * row[j] * row[j];
            }
        }
        double[] shares = new double[count];
        Arrays.setAll(shares, j -> left[j] / whole[j]);
        return shares;
    }
}
