// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.internal.feature.FeatureLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.release.GramCentre;
import io.hedgerow.dp.internal.release.GramOptions;
import java.util.Arrays;

/**
 * How one site takes part in a private release of scales, histograms and moments of curves. Public; contains nothing
 * computed from data. Rounds share μ² of the options.
 *
 * @param options d, n, neighbours, range of scales, centre, μ and who shares the noise; with a known centre
 */
public record FeatureOptions(GramOptions options) {

    /** m: the standardised value and five cosines; more are mostly noise. */
    public static final int WIDTH = 6;

    /** In place of the column of ones, whose sum tells how much rows were shortened. */
    public static final double CONSTANT = 0.5;

    static final int ROUNDS = 3;

    /** Of μ². Scales only have to put cells about the values. */
    static final double SCALE_SHARE = 0.02;

    static final double HISTOGRAM_SHARE = 0.1;
    static final double GRAM_SHARE = 0.88;

    public FeatureOptions {
        options.requireKnownCentre("dp-feature-gram");
    }

    /** F = m d. */
    int columns() {
        return WIDTH * options.variables();
    }

    /** c: [d]. */
    double[] centre() {
        return ((GramCentre.Known) options.centre()).vector();
    }

    /** Without pairs. */
    public FeatureLayout layout() {
        return new FeatureLayout(options.variables(), WIDTH, 0);
    }

    /** Where what a round releases begins. */
    int start(int round) {
        return round == 0 ? 0 : round == 1 ? layout().histograms() : layout().singles();
    }

    /** Behind the upper triangle of products. */
    int end() {
        return start(2) + (columns() + 1) * (columns() + 2) / 2;
    }

    /**
     * What a round released: scales, [d]; cells of histograms, variable by variable; or the upper triangle of products.
     */
    public double[] released(int round, Parameters all) {
        int length = round == 0
                ? options.variables()
                : round == 1 ? options.variables() * HistogramSum.CELLS : end() - start(2);
        return Arrays.copyOfRange(all.toArray(), start(round), start(round) + length);
    }

    /** w of a column, counted over all variables. */
    public static double weight(int column) {
        return 1 / Math.sqrt(1 + column % WIDTH);
    }

    /** R: about the norm of a row whose columns all have variance 1. */
    double radius() {
        double square = CONSTANT * CONSTANT;
        for (int a = 0; a < columns(); a++) {
            square += weight(a) * weight(a);
        }
        return Math.sqrt(square);
    }
}
