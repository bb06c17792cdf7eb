// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.series;

import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.denoise.network.ReleasedDynamics;
import io.hedgerow.dp.internal.release.ReleaseDesign.ReleaseStep;
import io.hedgerow.dp.internal.release.ReleaseDesign.ReleaseStep.Kind;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.scale.ScaleSum;
import io.hedgerow.dp.internal.release.scale.ScaledDesign;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * Releases the moments of series privately; from them the coordinator learns a dynamic network x_t = x_t W + Σ_{i =
 * 1..p} x_{t−i} A_i + u_t; {@link ReleasedDynamics} finds it.
 *
 * <p>Symbols: d variables, p lags, M declared realisations, T rows of each; a units: [d], as the coordinator last
 * announced them, 1 where they are known; c centre: [d], public. Where scales are found, the rounds before the last
 * release them by {@link ScaleSum}, of a realisation the mean over its rows; where they are known, there is one round,
 * and values are as they are. The last round releases Σ S and Σ C_l of (x − c) / a over realisations, in units of R, by
 * {@link LaggedSum}. A user is a realisation: all rows of a user are one series, in the order in which
 * {@link UserSeriesSource} gives them, and of each row only x_t is read.
 *
 * <p>Private whatever the rows are, however many a user has and in which order they come. Proof note:
 * {@code docs/privacy-proofs/noisy-series.md}. O(rows · p d²).
 *
 * @param options d, M, range of scales, known centre, whether columns have a scale of their own or a common one, μ and
 *     the number of sites that share the noise; of users under {@link Adjacency#REPLACE_ONE}
 * @param lags p; from 0 to {@value TimeSlices#MOST_LAGS}
 * @param radius R: the norm to which the contribution of a realisation is scaled down, in squared units of the rows, or
 *     of the scales that are found; finite and &gt; 0
 * @param findsScales whether scales are released
 * @param length T where all realisations have as many rows; public, above the lags
 */
public record UserSeriesDesign(
        ReleaseOptions options, int lags, double radius, boolean findsScales, OptionalLong length)
        implements ScaledDesign<SeriesMoments> {

    public static final String NAME = "dp-dynamic-gram";

    /**
     * The usual R, in noise variances times √d: nearly every realisation is scaled down, which was measured to be best.
     */
    private static final double USUAL_RADIUS = 1.4;
    /** The usual R with scales, in variances of columns times √d, for the same reason. */
    private static final double SCALED_RADIUS = 0.35;

    public UserSeriesDesign {
        if (!options.byUser()) {
            throw new IllegalArgumentException("moments of series are released of users only, each with all rows of a"
                    + " realisation, options were for single records: the unit must be a user, by the column of"
                    + " the realisation");
        }
        if (options.adjacency() != Adjacency.REPLACE_ONE) {
            throw new IllegalArgumentException("adjacency must be REPLACE_ONE, was " + options.adjacency());
        }
        options.requireKnownCentre(NAME);
        if (lags < 0 || lags > TimeSlices.MOST_LAGS) {
            throw new IllegalArgumentException("lags must be from 0 to " + TimeSlices.MOST_LAGS + ", was " + lags);
        }
        if (!(radius > 0 && radius < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("radius must be finite and > 0, was " + radius);
        }
        if (length.isPresent() && length.getAsLong() <= lags) {
            throw new IllegalArgumentException(
                    "length must be above the number of lags, " + lags + ", was " + length.getAsLong());
        }
    }

    /** Creates options for values of a known size; R is in squared units of the rows. */
    public UserSeriesDesign(ReleaseOptions options, int lags, double radius) {
        this(options, lags, radius, false, OptionalLong.empty());
    }

    /** Options that find the size of values. */
    public static UserSeriesDesign findingScales(ReleaseOptions options, int lags) {
        return new UserSeriesDesign(
                options, lags, SCALED_RADIUS * Math.sqrt(options.variables()), true, OptionalLong.empty());
    }

    /** The same release of realisations of T rows each, where that is given. */
    public UserSeriesDesign ofLength(OptionalLong rows) {
        return new UserSeriesDesign(options, lags, radius, findsScales, rows);
    }

    /** R for noises of about one public variance: 1.4 √d times it. */
    public static double radius(int variables, double noiseVariance) {
        return USUAL_RADIUS * Math.sqrt(variables) * noiseVariance;
    }

    @Override
    public String name() {
        return NAME;
    }

    /**
     * The rounds: scales only balance columns, so a common one may be rough; a scale of every column is worth a second
     * round.
     */
    @Override
    public List<ReleaseStep> steps() {
        if (!findsScales) {
            return List.of(new ReleaseStep(Kind.PRODUCTS, 1));
        }
        return options.ownUnits()
                ? List.of(
                        new ReleaseStep(Kind.SCALE, 0.05),
                        new ReleaseStep(Kind.FINE_SCALE, 0.1),
                        new ReleaseStep(Kind.PRODUCTS, 0.85))
                : List.of(new ReleaseStep(Kind.SCALE, 0.05), new ReleaseStep(Kind.PRODUCTS, 0.95));
    }

    /** The number of columns, q = (p + 1) d. */
    @Override
    public int columns() {
        return (lags + 1) * options.variables();
    }

    /** w_l, the number of copies of C_l in the block Toeplitz matrix, divided by that of S. */
    static double weight(int lags, int lag) {
        return lag == 0 ? 1 : 2 * (1 - (double) lag / (lags + 1));
    }

    @Override
    public LaggedSum products(double noiseMultiplier) {
        return new LaggedSum(this, noiseMultiplier);
    }

    public LaggedSum products() {
        return products(noiseMultiplier(rounds() - 1));
    }

    /**
     * The layout, [(p + 1) d, d + 2]: after the places of mean and unit, the slice l d + i holds C_l[i, ·], that of i
     * S[i, j] for j ≥ i.
     */
    @Override
    public ParameterLayout layout() {
        return ParameterLayout.of(
                columns(),
                List.of(
                        new ParameterLayout.Block("centre", 1, 0, 0),
                        new ParameterLayout.Block("unit", 1, 0, 0),
                        new ParameterLayout.Block("products", options.variables(), 0, 0)));
    }

    static int index(int variables, int lag, int i, int j) {
        return (lag * variables + i) * (variables + 2) + 2 + j;
    }

    @Override
    public void place(double[] products, double[] message) {
        int d = options.variables();
        for (int at = 0; at < products.length; at++) {
            message[index(d, at / (d * d), at / d % d, at % d)] = products[at];
        }
    }

    /** The deviations themselves, or their geometric mean for all columns, in which the range of errors is narrow. */
    @Override
    public double[] unitsOf(double[] deviations) {
        if (options.ownUnits()) {
            return deviations;
        }
        double mean = Arrays.stream(deviations).map(StrictMath::log).average().orElse(0);
        double[] all = new double[deviations.length];
        Arrays.fill(all, StrictMath.exp(mean));
        return all;
    }

    @Override
    public SeriesMoments released(List<Parameters> sums, Parameters announced, Total total) {
        // of a round that nothing is announced before, units are 1
        double[] units = units(rounds() - 1, announced);
        return SeriesMoments.of(this, sums.get(sums.size() - 1), units, total.sites(), total.units());
    }
}
