// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.denoise.NormalisationCorrection;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import io.hedgerow.dp.internal.release.ReleaseDesign.Total;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The moments of a sum of private releases, of all sites or of some, with their standard errors. Post-processing of
 * released numbers; it costs no budget.
 */
final class ReleasedMoments {

    /** Standard errors of a noisy mean: a constant column varies about one by its error. */
    static final double ERRORS = 3;
    /** Share of a mean that clipping long rows may take from it. */
    private static final double CLIPPED = 0.05;

    private final MomentDesign design;
    private final Parameters sum;
    private final Total total;
    private final PrivateGram gram;
    private final double[] moments;
    private final double noise;
    private final double scaleSigma;
    private final double[] deviations;
    private final double roughSigma;
    private final double meanSigma;
    private final double meanChance;

    /**
     * Of one sum.
     *
     * @param sum of the last messages of the sites
     * @param announced before the last round
     * @param rows of each of the sites
     */
    ReleasedMoments(MomentDesign design, Parameters sum, Parameters announced, Collection<Long> rows) {
        double[] n = rows.stream().mapToDouble(Long::doubleValue).toArray();
        this.total = new Total(n.length, rows.stream().reduce(0L, Math::addExact));
        this.design = design;
        this.sum = sum;
        this.gram = design.released(List.of(sum), announced, total);
        NormalisationCorrection spectrum = gram.spectrum();
        this.moments = spectrum.corrected();
        this.noise = gram.sigma() * spectrum.widening();
        this.scaleSigma = design.sigmaOfScale() * Math.sqrt(total.sites()) / total.units();
        this.deviations = IntStream.range(0, design.options().variables())
                .mapToDouble(j -> design.deviation(contribution(j)))
                .toArray();
        this.roughSigma = design.sigmaOfRoughMeans(n);
        this.meanSigma = design.sigmaOfMeans(n);
        this.meanChance = Arrays.stream(n).map(own -> 1 / own).sum() / n.length / n.length;
    }

    Total total() {
        return total;
    }

    /** Whether a network could not be told from the noise. */
    boolean isBuried() {
        return NormalisationCorrection.isBuried(gram.spectrum().buried(gram.sigma()), 0);
    }

    private int at(int j) {
        return j * design.layout().sliceLength();
    }

    /** The mean over sites of their means. */
    double mean(int j) {
        return sum.get(at(j)) / total.sites();
    }

    double meanError(int j) {
        return deviation(j) * Math.sqrt(meanSigma * meanSigma + meanChance);
    }

    /** Whether all there is of it may be the error of its mean, by noise and by clipping. */
    boolean variesLittle(int j) {
        double error = roughSigma * Math.hypot(mean(j), deviation(j));
        return deviation(j) < Math.max(ERRORS * error, CLIPPED * Math.abs(mean(j)));
    }

    private double contribution(int j) {
        return sum.get(at(j) + 1) / total.units();
    }

    double deviation(int j) {
        return deviations[j];
    }

    /** The standard error of a logarithm of a deviation by noise. */
    double logNoise() {
        return design.logRange() / 2 * scaleSigma;
    }

    /** The same with chance: contributions are within ±1, so their variance is at most 1 less their mean's square. */
    double logError(int j) {
        double mean = contribution(j);
        return design.logRange()
                / 2
                * Math.sqrt(scaleSigma * scaleSigma + Math.max(0, 1 - mean * mean) / total.units());
    }

    private double moment(int i, int j) {
        return moments[i * design.options().variables() + j];
    }

    private double size(int i, int j) {
        return Math.sqrt(Math.max(noise * noise, moment(i, i) * moment(j, j)));
    }

    double correlation(int i, int j) {
        return Math.max(-1, Math.min(1, moment(i, j) / size(i, j)));
    }

    /** By noise, to first order. */
    double correlationNoise(int i, int j) {
        double r = correlation(i, j);
        double own = noise / Math.max(noise, moment(i, i));
        double other = noise / Math.max(noise, moment(j, j));
        double between = noise / size(i, j);
        return Math.sqrt(between * between / 2 + r * r / 4 * (own * own + other * other));
    }

    /** The same with chance, of which twice the variance of normal rows is taken. */
    double correlationError(int i, int j) {
        double r = correlation(i, j);
        return Math.hypot(correlationNoise(i, j), (1 - r * r) * Math.sqrt(2.0 / total.units()));
    }
}
