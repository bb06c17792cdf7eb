// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.privacy.Adjacency;

/**
 * How one site takes part in a private release of the moments of series. Public; contains nothing computed from data.
 *
 * @param options d, M, centre, μ and who shares the noise; of persons under {@link Adjacency#REPLACE_ONE}, with a known
 *     centre. Scales are not used
 * @param lags p; from 0 to {@value TimeSlices#MOST_LAGS}
 * @param radius R: the norm to which what a realisation contributes is scaled down, in squared units of the rows;
 *     finite and &gt; 0
 */
public record LaggedOptions(GramOptions options, int lags, double radius) {

    /** Of R, in noise variances times √d: nearly every realisation is scaled down, which was measured to be best. */
    private static final double USUAL_RADIUS = 1.4;

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

    /**
     * R for noises of about one public variance.
     *
     * @param variables d
     * @param noiseVariance public; &gt; 0
     * @return 1.4 √d times the variance
     */
    public static double radius(int variables, double noiseVariance) {
        return USUAL_RADIUS * Math.sqrt(variables) * noiseVariance;
    }

    /** q = (p + 1) d. */
    int columns() {
        return (lags + 1) * options.variables();
    }

    /** c: [d]. */
    double[] centre() {
        return ((GramCentre.Known) options.centre()).vector();
    }

    /** w_l: how often C_l is in the block Toeplitz matrix, over how often S is. */
    static double weight(int lags, int lag) {
        return lag == 0 ? 1 : 2 * (1 - (double) lag / (lags + 1));
    }

    LaggedSum sum() {
        // the multiplier of the whole μ: a release has one round
        return new LaggedSum(this, Math.nextUp(1 / options.mu()));
    }
}
