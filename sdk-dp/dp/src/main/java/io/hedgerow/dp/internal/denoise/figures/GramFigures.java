// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.figures;

import io.hedgerow.core.search.ReleasedFigures;
import io.hedgerow.core.search.ReleasedFigures.Margin;
import io.hedgerow.core.search.ReleasedFigures.Pair;
import io.hedgerow.core.search.ReleasedFigures.Range;
import io.hedgerow.core.search.ReleasedFigures.Statistic;
import io.hedgerow.dp.internal.denoise.NormalisationCorrection;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a noisy matrix of numbers tells of their means, where these were released, deviations and correlations. The
 * error of a correlation r of n rows is, with noise σ of an entry of the diagonal and σ/√2 beside it, in units in which
 * variances are v,
 *
 * <pre>V(r) = σ² / (2 v_i v_j) + r² σ² (1 / v_i² + 1 / v_j²) / 4 + 2 (1 − r²)² / n</pre>
 *
 * <p>to first order: twice the variance that it has over normal rows. Post-processing: costs no budget.
 */
public final class GramFigures {

    /** With more variables pairs are left out. */
    private static final int MOST_VARIABLES = 100;

    private final PrivateGram gram;
    private final double[] moments;
    /** Of an entry of the diagonal. */
    private final double noise;

    private final double rows;

    public GramFigures(PrivateGram gram) {
        this.gram = gram;
        NormalisationCorrection spectrum = gram.spectrum();
        this.moments = spectrum.corrected();
        this.noise = gram.sigma() * spectrum.widening();
        this.rows = gram.rows() * spectrum.efficiency();
    }

    /** Empty where columns are scores or curves. */
    public Optional<ReleasedFigures> find() {
        return gram.columns().map(known -> new ReleasedFigures(margins(known), pairs()));
    }

    private double variance(int j) {
        return Math.max(noise, moments[j * (gram.variables() + 1)]);
    }

    /** A variance has the error of its noise, of the size, and twice the variance by chance of normal rows. */
    private List<Margin> margins(PrivateGram.Columns known) {
        int d = gram.variables();
        double[] units = gram.units();
        double[] variances = new double[d];
        Arrays.setAll(variances, j -> variance(j) * units[j] * units[j]);
        PrivateGram.Columns.Size size = known.size(variances);
        List<Margin> margins = new ArrayList<>();
        for (int j = 0; j < d; j++) {
            if (!known.rangesOfMeans().isEmpty()) {
                margins.add(
                        new Margin(j, Statistic.MEAN, -1, known.rangesOfMeans().get(j)));
            }
            double own = noise / variance(j);
            double error = Math.sqrt(own * own + 4 / rows + size.logError() * size.logError());
            double factor = Math.exp(PairFigures.TWO_SIDED * error / 2);
            double deviation = Math.sqrt(size.factor() * variances[j]);
            margins.add(new Margin(j, Statistic.DEVIATION, -1, new Range(deviation / factor, deviation * factor)));
        }
        return margins;
    }

    private List<Pair> pairs() {
        int d = gram.variables();
        List<Pair> pairs = new ArrayList<>();
        if (d > MOST_VARIABLES) {
            return pairs;
        }
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d; j++) {
                double first = variance(i);
                double second = variance(j);
                double r = Math.max(-1, Math.min(1, moments[i * d + j] / Math.sqrt(first * second)));
                pairs.add(new Pair(
                        i,
                        j,
                        PairFigures.correlation(
                                r, PairFigures.errorOfCorrelation(r, noise / first, noise / second, rows))));
            }
        }
        return pairs;
    }
}
