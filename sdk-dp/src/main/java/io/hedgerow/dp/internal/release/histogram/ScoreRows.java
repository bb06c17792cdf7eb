// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.internal.feature.moments.SinhBins;
import io.hedgerow.dp.internal.release.moments.RowMap;

/** Rows of scores, which were announced for every cell of every variable. A value that is no number has the score 0. */
final class ScoreRows implements RowMap {

    private static final long serialVersionUID = 1;

    private final SinhBins bins;
    private final double[] about;
    private final double unit;
    private final double[] scores;

    /** Takes {@code scores}: [d, {@value ScoreDesign#CELLS}], of any values. */
    ScoreRows(ScoreDesign design, double[] scores) {
        this.bins = design.bins();
        this.about = design.options().requireKnownCentre(design.name()).vector();
        this.unit = design.options().smallest();
        this.scores = scores;
    }

    @Override
    public int columns() {
        return about.length;
    }

    @Override
    public void map(double[] values, double[] made) {
        for (int j = 0; j < made.length; j++) {
            double t = (values[j] - about[j]) / unit;
            made[j] = Double.isNaN(t) ? 0 : scores[j * ScoreDesign.CELLS + bins.bin(t)];
        }
    }
}
