// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.gradient;

import java.util.Arrays;

/**
 * Computes the clipped sums when all rows of a user are one unit: their products are added up first, in the order of
 * the rows, and clipped once. Costs O(n·(q + nnz(b))) a column; slower than {@link RowClippedGradient} by a constant.
 */
public final class UserClippedGradient implements ClippedGradient {

    private final SampleBlocks samples;
    private final double[] residual;
    private final double[] perUser;

    public UserClippedGradient(SampleBlocks samples) {
        this.samples = samples;
        this.residual = new double[samples.rows()];
        this.perUser = new double[samples.users()];
    }

    @Override
    public void column(int j, double[] b, double[] scale, double clip, double[] into) {
        for (int k = 0; k < residual.length; k++) {
            double r = samples.cell(k, j);
            for (int i = 0; i < b.length; i++) {
                if (b[i] != 0) {
                    r -= b[i] * samples.cell(k, i);
                }
            }
            residual[k] = r;
        }
        for (int i = 0; i < into.length; i++) {
            Arrays.fill(perUser, 0);
            for (int k = 0; k < residual.length; k++) {
                perUser[samples.user(k)] += samples.cell(k, i) * residual[k];
            }
            double factor = BOUND / (clip * scale[i]);
            double sum = 0;
            for (double products : perUser) {
                sum += clampedStep(products * factor);
            }
            into[i] = 0.0 - ClippedGradient.inRange(sum);
        }
    }

    /** The nearest whole number, within ±C; 0 for what is not a number. */
    private static double clampedStep(double value) {
        return Double.isNaN(value) ? 0 : Math.max(-BOUND, Math.min(BOUND, Math.rint(value)));
    }
}
