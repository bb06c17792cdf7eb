// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.series;

import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.release.GramOptions;
import java.util.List;

/**
 * How one site takes part in a private release of the moments of series. Public; contains nothing computed from data.
 *
 * <p>Where scales are found, the rounds before the last release them; where they are known, there is one round, and
 * values are as they are.
 *
 * @param options d, M, range of scales, known centre, whether columns have a scale of their own or a common one, μ and
 *     who shares the noise; of persons under {@link Adjacency#REPLACE_ONE}
 * @param lags p; from 0 to {@value TimeSlices#MOST_LAGS}
 * @param radius R: the norm to which what a realisation contributes is scaled down, in squared units of the rows, or of
 *     the scales that are found; finite and &gt; 0
 * @param findsScales whether scales are released
 */
public record LaggedOptions(GramOptions options, int lags, double radius, boolean findsScales) {

    /** Of R, in noise variances times √d: nearly every realisation is scaled down, which was measured to be best. */
    private static final double USUAL_RADIUS = 1.4;
    /** Of R, in variances of columns times √d, for the same reason. */
    private static final double SCALED_RADIUS = 0.35;

    public LaggedOptions {
        if (!options.byPerson()) {
            throw new IllegalArgumentException("moments of series are released of persons only, each with all rows of a"
                    + " realisation, options were for single records: the unit must be a person, whose column says"
                    + " which realisation a row is of");
        }
        if (options.adjacency() != Adjacency.REPLACE_ONE) {
            throw new IllegalArgumentException("adjacency must be REPLACE_ONE, was " + options.adjacency());
        }
        options.requireKnownCentre("dp-dynamic-gram");
        if (lags < 0 || lags > TimeSlices.MOST_LAGS) {
            throw new IllegalArgumentException("lags must be from 0 to " + TimeSlices.MOST_LAGS + ", was " + lags);
        }
        if (!(radius > 0 && radius < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("radius must be finite and > 0, was " + radius);
        }
    }

    /** Options for values of a known size; R is in squared units of the rows. */
    public LaggedOptions(GramOptions options, int lags, double radius) {
        this(options, lags, radius, false);
    }

    /** Options that find how large values are. */
    public static LaggedOptions findingScales(GramOptions options, int lags) {
        return new LaggedOptions(options, lags, SCALED_RADIUS * Math.sqrt(options.variables()), true);
    }

    /**
     * The same options with noise that k sites draw together. Only for sums behind a protection that guarantees as
     * many.
     */
    public LaggedOptions withNoiseSharedBy(int sites) {
        return new LaggedOptions(options.withNoiseSharedBy(sites), lags, radius, findsScales);
    }

    /** R for noises of about one public variance: 1.4 √d times it. */
    public static double radius(int variables, double noiseVariance) {
        return USUAL_RADIUS * Math.sqrt(variables) * noiseVariance;
    }

    /** Number of rounds of the release. */
    public int rounds() {
        return steps().size();
    }

    /** Share of μ² that a round has. */
    public double share(int round) {
        return steps().get(round).share();
    }

    /** Scales only balance columns, so a common one may be rough; a scale of every column is worth a second round. */
    List<GramOptions.Step> steps() {
        if (!findsScales) {
            return List.of(new GramOptions.Step(GramOptions.Phase.PRODUCTS, 1));
        }
        return options.ownUnits()
                ? List.of(
                        new GramOptions.Step(GramOptions.Phase.SCALE, 0.05),
                        new GramOptions.Step(GramOptions.Phase.FINE_SCALE, 0.1),
                        new GramOptions.Step(GramOptions.Phase.PRODUCTS, 0.85))
                : List.of(
                        new GramOptions.Step(GramOptions.Phase.SCALE, 0.05),
                        new GramOptions.Step(GramOptions.Phase.PRODUCTS, 0.95));
    }

    /** q = (p + 1) d. */
    public int columns() {
        return (lags + 1) * options.variables();
    }

    /** w_l: how often C_l is in the block Toeplitz matrix, over how often S is. */
    static double weight(int lags, int lag) {
        return lag == 0 ? 1 : 2 * (1 - (double) lag / (lags + 1));
    }

    /** The sum of the last round. */
    public LaggedSum sum() {
        List<GramOptions.Step> steps = steps();
        return sum(options.noiseMultiplier(steps.get(steps.size() - 1)));
    }

    LaggedSum sum(double multiplier) {
        return new LaggedSum(this, multiplier);
    }
}
