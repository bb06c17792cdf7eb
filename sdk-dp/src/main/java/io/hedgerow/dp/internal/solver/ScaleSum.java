// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.Arrays;
import java.util.List;

/**
 * Σ over rows of clamp((ln (x_j − c_j)² − middle) / half, −1, 1) for every variable j, with Gaussian noise; of persons
 * with several rows the mean over the person's rows, rounded toward 0.
 *
 * <p>Each of the d whole numbers moves by at most 2H when a unit is replaced and by H when it vanishes, H = 2²⁴ steps;
 * the vector by √d times that. A cell equal to its centre, or not finite, contributes 0.
 */
final class ScaleSum implements GramPhase {

    private static final long BOUND = 1L << 24;

    private final int d;
    private final double middle;
    private final double half;
    private final transient GaussianMechanism mechanism;
    private final long[] sums;
    private double[] centre;

    ScaleSum(GramOptions options, double noiseMultiplier, boolean zeroRowVanishes) {
        this.d = options.variables();
        double low = 2 * StrictMath.log(options.smallest());
        double high = 2 * StrictMath.log(options.largest());
        this.middle = 0.5 * (low + high);
        this.half = 0.5 * (high - low);
        // the square root is correctly rounded: one step more covers it
        long bound = (long) Math.ceil(BOUND * Math.sqrt(d)) + 1;
        this.mechanism = new GaussianMechanism(
                new Sensitivity(options.adjacency(), zeroRowVanishes ? bound : 2 * bound),
                noiseMultiplier,
                options.noiseSites());
        SumRange.requireFits(options.rows(), options.adjacency(), BOUND, options.noiseSites());
        this.sums = new long[d];
        this.centre = new double[d];
    }

    @Override
    public MechanismEvent event() {
        return mechanism.event(1, d);
    }

    @Override
    public void begin(double[] publicCentre, double[] units) {
        centre = publicCentre.clone();
        Arrays.fill(sums, 0);
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

    /** Bound on the Euclidean norm of a change, in steps. */
    long sensitivity() {
        return mechanism.sensitivity().steps();
    }

    @Override
    public long[] sums() {
        return sums;
    }

    /** The sum without noise, in steps; for tests. */
    long[] exact() {
        return sums.clone();
    }

    @Override
    public double[] sigmas() {
        double[] sigmas = new double[d];
        Arrays.fill(sigmas, mechanism.drawnSigma());
        return sigmas;
    }

    @Override
    public double[] finish(NoiseSource noise) {
        mechanism.addTo(sums, noise);
        double[] result = new double[d];
        for (int j = 0; j < d; j++) {
            result[j] = sums[j] / (double) BOUND;
        }
        Arrays.fill(sums, 0);
        return result;
    }

    /** The standard deviation that a mean contribution tells, as if the variable were normal, within the range. */
    static double deviation(GramOptions options, double meanContribution) {
        double low = 2 * StrictMath.log(options.smallest());
        double high = 2 * StrictMath.log(options.largest());
        double meanLog = 0.5 * (low + high) + 0.5 * (high - low) * meanContribution;
        return StrictMath.exp(0.5 * new LogSquareBias(low, high).logVariance(meanLog));
    }
}
