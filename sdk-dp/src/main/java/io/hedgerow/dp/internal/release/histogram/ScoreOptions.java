// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.internal.feature.moments.SinhBins;
import io.hedgerow.core.model.ParameterBlock;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.release.GramCentre;
import io.hedgerow.dp.internal.release.GramOptions;
import java.util.Arrays;
import java.util.List;

/**
 * How one site takes part in a private release of second moments of normal scores: histograms of all variables, then
 * products of the scores that follow from them. Public; contains nothing computed from data. Rounds share μ² of the
 * options.
 *
 * <p>What a site sends has the histograms, [d, {@value #CELLS}], and behind them the upper triangle of products. What
 * it is told in the second round has the score of every cell in the place of the histograms.
 *
 * @param options d, n, neighbours, range of values, centre, μ and who shares the noise; with a known centre. Of the
 *     range, smallest is how wide cells about the centre are, nearly, and largest how far they reach
 */
public record ScoreOptions(GramOptions options) {

    static final int CELLS = 256;
    static final int ROUNDS = 2;

    /** Of μ². Less bends the scores at small budgets, more leaves less for the products at large ones. */
    static final double HISTOGRAM_SHARE = 0.25;

    static final double GRAM_SHARE = 0.75;

    public ScoreOptions {
        options.requireKnownCentre("a release of normal scores");
    }

    /** c: [d]. */
    double[] centre() {
        return ((GramCentre.Known) options.centre()).vector();
    }

    /** The smallest deviation, of every variable: cells are of values in this unit. */
    double[] units() {
        double[] units = new double[options.variables()];
        Arrays.fill(units, options.smallest());
        return units;
    }

    /** Cells, of (x − c) / unit. */
    SinhBins bins() {
        return new SinhBins(options.largest() / options.smallest(), CELLS);
    }

    HistogramSum histograms() {
        return new HistogramSum(options, options.noiseMultiplier(HISTOGRAM_SHARE), bins(), 1);
    }

    /** Where the part begins that each round fills, and where the last one ends. */
    public List<Integer> parts() {
        int d = options.variables();
        return List.of(0, d * CELLS, d * CELLS + d * (d + 1) / 2);
    }

    /** A layout without edges. */
    public ParameterLayout layout() {
        int d = options.variables();
        return ParameterLayout.of(d, List.of(new ParameterBlock("sums", CELLS + d / 2 + 1, 0, 0)));
    }

    /** What a round released: cells of histograms, variable by variable, or the upper triangle of products. */
    public double[] released(int round, Parameters all) {
        return Arrays.copyOfRange(all.toArray(), parts().get(round), parts().get(round + 1));
    }
}
