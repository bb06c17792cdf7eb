// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.Lattice;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.NormClipping;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.Arrays;
import java.util.List;

/**
 * Σ over units of y / R clipped to norm 1, with y_j = (x_j − c_j) / (deviation of variable j from c, as released) and R
 * = √(2d), with Gaussian noise; of persons with several rows the mean of the person's clipped rows, rounded toward 0,
 * which has norm 1 at most as well. A unit moves the sum by at most 2 when replaced; when it vanishes by 1 about the
 * origin, and elsewhere by 2, where a row of zeros is a row like any other.
 */
final class GramMeanSum implements GramPhase {

    private static final double STEP = 0x1p-24;
    /** A site centres at its own noisy mean, so that mean alone must be private, whoever shares later noise. */
    private static final int ALONE = 1;

    private final int d;
    private final NormClipping clipping;
    private final transient GaussianMechanism mechanism;
    private final long[] sums;
    private final long[] steps;
    private final double[] scaled;
    private final boolean aboutOrigin;
    private double[] centre;
    private double[] divisor;

    /** About the origin, whatever the centre. */
    GramMeanSum(GramOptions options, double noiseMultiplier) {
        this(options, noiseMultiplier, true);
    }

    GramMeanSum(GramOptions options, double noiseMultiplier, boolean aboutOrigin) {
        this.d = options.variables();
        this.clipping = new NormClipping(new Lattice(STEP), 1);
        Sensitivity bound = Sensitivity.ofClippedSum(
                aboutOrigin ? options.adjacency() : Adjacency.REPLACE_ONE, clipping.normSteps());
        this.mechanism =
                new GaussianMechanism(new Sensitivity(options.adjacency(), bound.steps()), noiseMultiplier, ALONE);
        SumRange.requireFits(options.rows(), options.adjacency(), clipping.normSteps(), ALONE);
        this.sums = new long[d];
        this.steps = new long[d];
        this.scaled = new double[d];
        this.aboutOrigin = aboutOrigin;
        this.centre = new double[d];
        this.divisor = new double[d];
    }

    static double radius(int variables) {
        return Math.sqrt(2.0 * variables);
    }

    @Override
    public MechanismEvent event() {
        return mechanism.event(1, d);
    }

    @Override
    public void begin(double[] given, double[] units) {
        centre = aboutOrigin ? new double[d] : given.clone();
        divisor = new double[d];
        for (int j = 0; j < d; j++) {
            divisor[j] = units[j] * radius(d);
        }
        Arrays.fill(sums, 0);
    }

    @Override
    public void add(double[] row) {
        clip(row);
        for (int j = 0; j < d; j++) {
            sums[j] += steps[j];
        }
    }

    @Override
    public void addPerson(List<double[]> rows) {
        long[] own = new long[d];
        for (double[] row : rows) {
            clip(row);
            for (int j = 0; j < d; j++) {
                own[j] += steps[j];
            }
        }
        for (int j = 0; j < d; j++) {
            sums[j] += own[j] / rows.size();
        }
    }

    private void clip(double[] row) {
        for (int j = 0; j < d; j++) {
            scaled[j] = (row[j] - centre[j]) / divisor[j];
        }
        clipping.clip(scaled, steps);
    }

    /** Standard deviation of the noise of each sum. */
    double sigma() {
        return mechanism.drawnSigma() * STEP;
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

    /**
     * Σ of y / R clipped to norm 1: whole steps, so that sums over sites are exact. The reader multiplies by R and the
     * units.
     */
    @Override
    public double[] finish(NoiseSource noise) {
        mechanism.addTo(sums, noise);
        double[] result = new double[d];
        for (int j = 0; j < d; j++) {
            result[j] = sums[j] * STEP;
        }
        Arrays.fill(sums, 0);
        return result;
    }
}
