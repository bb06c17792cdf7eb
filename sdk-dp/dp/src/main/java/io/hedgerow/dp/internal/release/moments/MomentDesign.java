// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.search.ReleasedFigures.Range;
import io.hedgerow.dp.internal.denoise.MeanErrorCorrection;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import io.hedgerow.dp.internal.denoise.figures.PairFigures;
import io.hedgerow.dp.internal.denoise.search.PrivateGramSearch;
import io.hedgerow.dp.internal.release.ReleaseDesign.ReleaseStep;
import io.hedgerow.dp.internal.release.ReleaseDesign.ReleaseStep.Kind;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.scale.MeanSum;
import io.hedgerow.dp.internal.release.scale.ScaleSum;
import io.hedgerow.dp.internal.release.scale.ScaledDesign;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Releases second moments of rows as they are; {@link PrivateGramSearch} finds a network in them.
 *
 * <p>Symbols: d variables, n declared units, x a row; a units: [d], as the coordinator last announced them; c centre:
 * [d], public, or the site's own private mean as it released it, m.
 *
 * <pre>
 * scale:     Σ clamp((ln (x_j − c_j)² − middle) / half, −1, 1) + noise             for every j
 * mean:      m = m' + (aR / n) (Σ (z / aR) · min(1, R / ‖z / a‖) + noise), z = x − m', R = √(2d)
 *                                    only with a private mean: twice, first with m' = 0, then with the rough one as m'
 * products:  Σ u uᵀ + noise, u = y / ‖y‖, y_j = (x_j − c_j) / a_j                    the last round
 * </pre>
 *
 * <p>A release of covariances with Gaussian noise is that of Dwork et al. (2014), there of rows clipped to a norm; here
 * all rows are brought to norm 1, which spends none of the sensitivity on room for long rows and is undone by
 * {@link PrivateGram}. Layout: m; a; then the products.
 *
 * <p>Of a user with several rows, scale and mean rounds take the mean over the rows, and the last round the sum of the
 * rows' products clipped to Frobenius norm 1. Proof notes: {@code docs/privacy-proofs/scale-release.md} and
 * {@code noisy-gram.md} beside it. A round costs O(n·d²).
 *
 * @param options of the release; all of them are used
 */
public record MomentDesign(ReleaseOptions options) implements ScaledDesign<PrivateGram> {

    /** The name of all releases of the method for rows, whether their moments, scores or tables are summed. */
    public static final String NAME = "dp-gram";

    @Override
    public String name() {
        return NAME;
    }

    /** The rounds: 2 with a known centre; 5 with a private mean, which is taken twice, each time by a scale. */
    @Override
    public List<ReleaseStep> steps() {
        return options.centre() instanceof ReleaseCentre.Known
                ? List.of(new ReleaseStep(Kind.SCALE, 0.1), new ReleaseStep(Kind.PRODUCTS, 0.9))
                : List.of(
                        new ReleaseStep(Kind.SCALE, 0.03),
                        new ReleaseStep(Kind.ROUGH_MEAN, 0.05),
                        new ReleaseStep(Kind.SCALE, 0.05),
                        new ReleaseStep(Kind.MEAN, 0.17),
                        new ReleaseStep(Kind.PRODUCTS, 0.7));
    }

    @Override
    public GramSum products(double noiseMultiplier) {
        return new GramSum(
                options.variables(),
                options.rows(),
                options.adjacency(),
                options.zeroRowVanishes(),
                0,
                noiseMultiplier,
                options.noiseSites(),
                options.byUser());
    }

    /** The layout, with q = ⌊d/2⌋ + 3. */
    @Override
    public ParameterLayout layout() {
        return ParameterLayout.of(
                options.variables(),
                List.of(
                        new ParameterLayout.Block("centre", 1, 0, 0),
                        new ParameterLayout.Block("unit", 1, 0, 0),
                        new ParameterLayout.Block("products", options.variables() / 2 + 1, 0, 0)));
    }

    /** The flat index of the product of two variables: the slice of j holds x_j x_{(j + s) mod d} for s = 0 … ⌊d/2⌋. */
    public static int index(int variables, int i, int j) {
        int low = Math.min(i, j);
        int high = Math.max(i, j);
        int s = high - low;
        boolean near = s <= variables / 2;
        return (near ? low : high) * (variables / 2 + 3) + 2 + (near ? s : variables - s);
    }

    @Override
    public void place(double[] products, double[] message) {
        int d = options.variables();
        int at = 0;
        for (int i = 0; i < d; i++) {
            for (int j = i; j < d; j++) {
                message[index(d, i, j)] = products[at++];
            }
        }
    }

    /** The deviations themselves, or their roots. */
    @Override
    public double[] unitsOf(double[] deviations) {
        return options.ownUnits()
                ? deviations
                : Arrays.stream(deviations).map(Math::sqrt).toArray();
    }

    @Override
    public PrivateGram released(List<Parameters> sums, Parameters announced, Total total) {
        int d = options.variables();
        int slice = layout().sliceLength();
        Parameters sum = sums.get(sums.size() - 1);
        double[] units = new double[d];
        double[] matrix = new double[d * d];
        for (int i = 0; i < d; i++) {
            units[i] = announced.get(i * slice + 1);
            for (int j = 0; j < d; j++) {
                matrix[i * d + j] = sum.get(index(d, i, j)) / total.units();
            }
        }
        double sigma = products(noiseMultiplier(rounds() - 1)).sigma() * Math.sqrt(total.sites()) / total.units();
        double trace = trace(matrix, sigma);
        for (int k = 0; k < matrix.length; k++) {
            matrix[k] /= trace;
        }
        double[] second = units.clone();
        for (int j = 0; j < d; j++) {
            // units are roots of deviations, or deviations themselves
            second[j] = options.ownUnits() ? 1 : units[j] * units[j];
        }
        double ofMeans = sigmaOfMean((double) total.units() / total.sites());
        double noise = MeanErrorCorrection.of(ofMeans, total.sites()).removeFrom(matrix, sigma / trace, second);
        return PrivateGram.ofDirections(d, matrix, noise, units, total.units()).of(columns(sum, units, total));
    }

    /**
     * The mean of the means that sites released, or what columns are about, and the deviations that were announced,
     * about a first mean where means are released. By chance the logarithm of a deviation has twice the variance that
     * it has over normal rows, π² / 8n.
     */
    private PrivateGram.Columns columns(Parameters sum, double[] units, Total total) {
        int slice = layout().sliceLength();
        double rows = (double) total.units() / total.sites();
        boolean known = options.centre() instanceof ReleaseCentre.Known;
        double ofRough = known ? 0 : sigmaOfMean(Kind.ROUGH_MEAN, rows);
        double ofMean = sigmaOfMean(rows);
        double error = Math.sqrt(ofMean * ofMean / total.sites() + 1.0 / total.units());
        double ofScale = logRange() / 2 * sigmaOfScale() * Math.sqrt(total.sites()) / total.units();
        List<Double> means = new ArrayList<>();
        List<Double> deviations = new ArrayList<>();
        List<Double> ofCentres = new ArrayList<>();
        List<Range> ranges = new ArrayList<>();
        for (int j = 0; j < units.length; j++) {
            double mean = options.centre() instanceof ReleaseCentre.Known publicly
                    ? publicly.values().get(j)
                    : sum.get(j * slice) / total.sites();
            double deviation = options.ownUnits() ? units[j] : units[j] * units[j];
            means.add(mean);
            deviations.add(deviation);
            ofCentres.add(ofRough * Math.hypot(mean, deviation));
            if (!known) {
                ranges.add(PairFigures.about(mean, deviation * error));
            }
        }
        double logError = Math.sqrt(ofScale * ofScale + Math.PI * Math.PI / 4 / total.units());
        return new PrivateGram.Columns(means, deviations, logError, ofCentres, ranges);
    }

    /** The standard deviation of a site's noise on its mean, of n rows, in the deviations by which it was taken. */
    double sigmaOfMean(double rows) {
        return sigmaOfMean(Kind.MEAN, rows);
    }

    /** The same of the mean, without weights, of the means of P sites of n_p rows: √(Σ (Rσ / n_p)²) / P. */
    double sigmaOfMeans(double[] rows) {
        double squares = Arrays.stream(rows).map(n -> 1 / (n * n)).sum();
        return sigmaOfMean(rows.length / Math.sqrt(squares));
    }

    /**
     * The same of first means, in deviations about 0, as scales of all rows have it: they are means of logarithms over
     * rows, so this is exp(Σ n_p ln (Rσ / n_p) / Σ n_p).
     */
    double sigmaOfRoughMeans(double[] rows) {
        double logs = Arrays.stream(rows).map(n -> n * Math.log(n)).sum();
        return sigmaOfMean(Kind.ROUGH_MEAN, Math.exp(logs / Arrays.stream(rows).sum()));
    }

    private double sigmaOfMean(Kind kind, double rows) {
        return IntStream.range(0, rounds())
                .filter(round -> kind(round) == kind)
                .mapToDouble(round -> new MeanSum(options, noiseMultiplier(round), false).sigma())
                .map(sigma -> MeanSum.radius(options.variables()) * sigma / rows)
                .findFirst()
                .orElse(0);
    }

    /** The standard deviation of a site's noise on its last sum of scales, in units of that sum. */
    double sigmaOfScale() {
        return IntStream.range(0, rounds())
                .filter(round -> kind(round) == Kind.SCALE)
                .mapToDouble(round -> new ScaleSum(options, noiseMultiplier(round), options.zeroRowVanishes()).sigma())
                .reduce(0, (before, last) -> last);
    }

    /** The half width of the range of scales, in logarithms of squares. */
    double logRange() {
        return StrictMath.log(options.largest() / options.smallest());
    }

    /** The deviation that a mean contribution to a sum of scales implies. */
    double deviation(double contribution) {
        return ScaleSum.deviation(options, contribution);
    }

    /**
     * The divisor that gives the matrix trace 1, as a mean of directions has: a user's sum of norm 1 has a trace of 1
     * or more, and with zero-out the public constant is not the number of units. 1 where noise hides it.
     */
    private double trace(double[] matrix, double sigma) {
        int d = options.variables();
        double trace = 0;
        for (int j = 0; j < d; j++) {
            trace += matrix[j * (d + 1)];
        }
        boolean one = options.adjacency() == Adjacency.REPLACE_ONE && !options.byUser();
        return one || !(trace > sigma * Math.sqrt(d)) ? 1 : trace;
    }
}
