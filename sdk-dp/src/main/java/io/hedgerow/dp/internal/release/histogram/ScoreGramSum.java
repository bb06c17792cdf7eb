// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.internal.feature.moments.SinhBins;
import io.hedgerow.dp.internal.release.moments.GramSum;
import io.hedgerow.dp.internal.release.moments.MappedGramSum;

/**
 * A {@link GramSum} of rows of scores, which were announced for every cell of every variable, with radius 1: a longer
 * row is shortened to 1. A value that is no number has the score 0.
 */
final class ScoreGramSum extends MappedGramSum {

    private final SinhBins bins;
    private final double[] about;
    private final double unit;
    private final double[] scores;

    /** {@code scores}: [d, {@value ScoreOptions#CELLS}], whatever they are. */
    ScoreGramSum(ScoreOptions options, double[] scores) {
        super(options.options(), options.options().variables(), 1, ScoreOptions.GRAM_SHARE);
        this.bins = options.bins();
        this.about = options.centre();
        this.unit = options.options().smallest();
        this.scores = scores;
    }

    @Override
    public void map(double[] values, double[] row) {
        for (int j = 0; j < row.length; j++) {
            double t = (values[j] - about[j]) / unit;
            row[j] = Double.isNaN(t) ? 0 : scores[j * ScoreOptions.CELLS + bins.bin(t)];
        }
    }
}
