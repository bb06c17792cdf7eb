// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.Lattice;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.NormClipping;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.Arrays;
import java.util.List;

/**
 * Σ over units of y / R clipped to norm 1, with y_j = x_j / (root mean square of variable j, as released) and R =
 * √(2d), with Gaussian noise; of persons with several rows the mean of the person's clipped rows, rounded toward 0,
 * which has norm 1 at most as well. A unit moves the sum by at most 2 when replaced and 1 when it vanishes.
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
    private double[] divisor;

    GramMeanSum(GramOptions options, double noiseMultiplier) {
        this.d = options.variables();
        this.clipping = new NormClipping(new Lattice(STEP), 1);
        this.mechanism = new GaussianMechanism(
                Sensitivity.ofClippedSum(options.adjacency(), clipping.normSteps()), noiseMultiplier, ALONE);
        SumRange.requireFits(options.rows(), options.adjacency(), clipping.normSteps(), ALONE);
        this.sums = new long[d];
        this.steps = new long[d];
        this.scaled = new double[d];
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
    public void begin(double[] centre, double[] units) {
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
            scaled[j] = row[j] / divisor[j];
        }
        clipping.clip(scaled, steps);
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
