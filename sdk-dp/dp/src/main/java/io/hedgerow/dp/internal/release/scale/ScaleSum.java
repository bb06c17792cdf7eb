// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.scale;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.denoise.LogSquareBias;
import io.hedgerow.dp.internal.release.NoisySum;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.Arrays;
import java.util.List;

/**
 * Sums clamp((ln (x_j − c_j)² − middle) / half, −1, 1) over rows for every variable j, with Gaussian noise; of users
 * with several rows the mean over those of the user's rows that have a number other than the centre, rounded toward 0.
 * A fine one is of (x_j − c_j) / a_j with a_j as announced, in a narrow range about 0.
 *
 * <p>Each of the d whole numbers moves by at most 2H when a unit is replaced and by H when it vanishes, H = 2²⁴ steps;
 * the vector by √d times that. A cell equal to its centre, or not finite, contributes 0.
 */
public final class ScaleSum extends NoisySum {

    private static final long BOUND = 1L << 24;

    /** Half of a fine range, in logarithms of squares: values beyond are nearer to its end than its noise. */
    private static final double FINE_HALF = 4;

    private final int d;
    private final double middle;
    private final double half;
    private final boolean inUnits;

    public ScaleSum(ReleaseOptions options, double noiseMultiplier, boolean zeroRowVanishes) {
        this(
                options,
                noiseMultiplier,
                zeroRowVanishes,
                2 * StrictMath.log(options.smallest()),
                2 * StrictMath.log(options.largest()),
                false);
    }

    /** Creates a sum about the scale that was announced. */
    static ScaleSum fine(ReleaseOptions options, double noiseMultiplier) {
        return new ScaleSum(options, noiseMultiplier, false, -FINE_HALF, FINE_HALF, true);
    }

    private ScaleSum(
            ReleaseOptions options,
            double noiseMultiplier,
            boolean zeroRowVanishes,
            double low,
            double high,
            boolean inUnits) {
        super(
                new GaussianMechanism(sensitivity(options, zeroRowVanishes), noiseMultiplier, options.noiseSites()),
                options.variables(),
                options.variables(),
                1.0 / BOUND);
        this.d = options.variables();
        this.middle = 0.5 * (low + high);
        this.half = 0.5 * (high - low);
        this.inUnits = inUnits;
        fit(options.rows(), options.adjacency(), BOUND, options.noiseSites());
    }

    private static Sensitivity sensitivity(ReleaseOptions options, boolean zeroRowVanishes) {
        // the square root is correctly rounded: one step more covers it
        long bound = (long) Math.ceil(BOUND * Math.sqrt(options.variables())) + 1;
        return new Sensitivity(options.adjacency(), zeroRowVanishes ? bound : 2 * bound);
    }

    @Override
    public void add(double[] row) {
        for (int j = 0; j < d; j++) {
            sums[j] += contribution(cell(row, j));
        }
    }

    private double cell(double[] row, int j) {
        double about = row[j] - centre[j];
        return inUnits ? about / units[j] : about;
    }

    @Override
    public void addUser(List<double[]> rows) {
        for (int j = 0; j < d; j++) {
            long own = 0;
            int counted = 0;
            for (double[] row : rows) {
                double cell = cell(row, j);
                own += contribution(cell);
                counted += counts(cell) ? 1 : 0;
            }
            sums[j] += own / Math.max(1, counted);
        }
    }

    private static boolean counts(double cell) {
        double size = Math.abs(cell);
        return size > 0 && size <= Double.MAX_VALUE;
    }

    /** The contribution of a cell, in whole steps from −H to H. */
    long contribution(double cell) {
        if (!counts(cell)) {
            return 0;
        }
        double share = (2 * StrictMath.log(Math.abs(cell)) - middle) / half;
        return (long) Math.rint(BOUND * Math.max(-1, Math.min(1, share)));
    }

    /** The standard deviation that a mean contribution implies, as if the variable were normal, within the range. */
    public static double deviation(ReleaseOptions options, double meanContribution) {
        double low = 2 * StrictMath.log(options.smallest());
        double high = 2 * StrictMath.log(options.largest());
        return deviation(low, high, meanContribution);
    }

    /** The deviations of all variables, [d], from a sum over sites of so many units. */
    public static double[] deviations(ReleaseOptions options, Parameters total, long units) {
        double[] deviations = new double[options.variables()];
        Arrays.setAll(deviations, j -> deviation(options, total.get(j) / units));
        return deviations;
    }

    /** The same of a fine sum: the factor on the announced scale. */
    static double fineDeviation(double meanContribution) {
        return deviation(-FINE_HALF, FINE_HALF, meanContribution);
    }

    private static double deviation(double low, double high, double meanContribution) {
        double meanLog = 0.5 * (low + high) + 0.5 * (high - low) * meanContribution;
        return StrictMath.exp(0.5 * new LogSquareBias(low, high).logVariance(meanLog));
    }
}
