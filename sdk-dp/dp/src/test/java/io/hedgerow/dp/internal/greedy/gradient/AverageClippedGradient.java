// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.gradient;

/**
 * Deliberately broken: adds up first and clips the sum to n times the bound, which is what clipping the averaged
 * gradient means. Looks the same when nothing is clipped, and one row can move it by n times what is charged.
 */
public final class AverageClippedGradient implements ClippedGradient {

    private final SampleBlocks samples;

    public AverageClippedGradient(SampleBlocks samples) {
        this.samples = samples;
    }

    @Override
    public void column(int j, double[] b, double[] scale, double clip, double[] into) {
        for (int i = 0; i < into.length; i++) {
            double sum = 0;
            for (int k = 0; k < samples.rows(); k++) {
                double r = samples.cell(k, j);
                for (int s = 0; s < b.length; s++) {
                    r -= b[s] * samples.cell(k, s);
                }
                sum -= samples.cell(k, i) * r * BOUND / (clip * scale[i]);
            }
            double bound = BOUND * samples.rows();
            into[i] = Math.rint(Math.max(-bound, Math.min(bound, sum)));
        }
    }
}
