// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.List;

/**
 * Σ over rows of clamp((ln (x_j − c_j)² − middle) / half, −1, 1) for every variable j, with Gaussian noise; of persons
 * with several rows the mean over the person's rows, rounded toward 0.
 *
 * <p>Each of the d whole numbers moves by at most 2H when a unit is replaced and by H when it vanishes, H = 2²⁴ steps;
 * the vector by √d times that. A cell equal to its centre, or not finite, contributes 0.
 */
final class ScaleSum extends NoisySum {

    private static final long BOUND = 1L << 24;

    private final int d;
    private final double middle;
    private final double half;

    ScaleSum(GramOptions options, double noiseMultiplier, boolean zeroRowVanishes) {
        super(
                new GaussianMechanism(sensitivity(options, zeroRowVanishes), noiseMultiplier, options.noiseSites()),
                options.variables(),
                options.variables(),
                1.0 / BOUND);
        this.d = options.variables();
        double low = 2 * StrictMath.log(options.smallest());
        double high = 2 * StrictMath.log(options.largest());
        this.middle = 0.5 * (low + high);
        this.half = 0.5 * (high - low);
        SumRange.requireFits(options.rows(), options.adjacency(), BOUND, options.noiseSites());
    }

    private static Sensitivity sensitivity(GramOptions options, boolean zeroRowVanishes) {
        // the square root is correctly rounded: one step more covers it
        long bound = (long) Math.ceil(BOUND * Math.sqrt(options.variables())) + 1;
        return new Sensitivity(options.adjacency(), zeroRowVanishes ? bound : 2 * bound);
    }

    @Override
    public void add(double[] row) {
        for (int j = 0; j < d; j++) {
            sums[j] += contribution(row[j] - centre[j]);
        }
    }

    @Override
    public void addPerson(List<double[]> rows) {
        for (int j = 0; j < d; j++) {
            long own = 0;
            for (double[] row : rows) {
                own += contribution(row[j] - centre[j]);
            }
            sums[j] += own / rows.size();
        }
    }

    /** Whole steps from −H to H. */
    long contribution(double cell) {
        double size = Math.abs(cell);
        if (!(size > 0 && size <= Double.MAX_VALUE)) {
            return 0;
        }
        double share = (2 * StrictMath.log(size) - middle) / half;
        return (long) Math.rint(BOUND * Math.max(-1, Math.min(1, share)));
    }

    /** The standard deviation that a mean contribution tells, as if the variable were normal, within the range. */
    static double deviation(GramOptions options, double meanContribution) {
        double low = 2 * StrictMath.log(options.smallest());
        double high = 2 * StrictMath.log(options.largest());
        double meanLog = 0.5 * (low + high) + 0.5 * (high - low) * meanContribution;
        return StrictMath.exp(0.5 * new LogSquareBias(low, high).logVariance(meanLog));
    }
}
