// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.Arrays;

/** A noisy round that keeps its own sums, all with noise of the same σ unless a subclass overrides it. */
public abstract class NoisySum implements NoisyRound {

    protected final transient GaussianMechanism mechanism;
    /** In whole steps. */
    protected final long[] sums;
    /** c and a: [d] each, public. */
    protected double[] centre;

    protected double[] units;
    private final double step;
    /** The largest sum before its noise, in steps. */
    private long largest;

    /** So many sums of steps that are worth {@code step} each. */
    protected NoisySum(GaussianMechanism mechanism, int variables, int count, double step) {
        this.mechanism = mechanism;
        this.sums = new long[count];
        this.centre = new double[variables];
        this.units = new double[variables];
        this.step = step;
    }

    /**
     * Keeps the sums in the range in which their noise has its full effect.
     *
     * @throws IllegalArgumentException when as many units as declared do not fit, see {@link SumRange#requireFits}
     */
    protected final void fit(long declared, Adjacency adjacency, long contribution, int sites) {
        SumRange.requireFits(declared, adjacency, contribution, sites);
        largest = SumRange.largest(sites);
    }

    @Override
    public void saturate() {
        for (int k = 0; k < sums.length; k++) {
            sums[k] = Math.max(-largest, Math.min(largest, sums[k]));
        }
    }

    @Override
    public MechanismEvent event() {
        return mechanism.event(1, sums.length);
    }

    @Override
    public void begin(double[] publicCentre, double[] publicUnits) {
        centre = publicCentre.clone();
        units = publicUnits.clone();
        Arrays.fill(sums, 0);
    }

    @Override
    public final long[] sums() {
        return sums;
    }

    /** The bound on the Euclidean norm of a change of all numbers with the same noise, in steps. */
    public final long sensitivity() {
        return mechanism.sensitivity().steps();
    }

    /** The standard deviation of this site's noise, on the diagonal where there is one; in units of the sum. */
    public final double sigma() {
        return mechanism.drawnSigma() * step;
    }

    @Override
    public double[] sigmas() {
        double[] sigmas = new double[sums.length];
        Arrays.fill(sigmas, mechanism.drawnSigma());
        return sigmas;
    }

    @Override
    public double[] finish(NoiseSource noise) {
        mechanism.addTo(sums, noise);
        double[] result = new double[sums.length];
        Arrays.setAll(result, k -> sums[k] * step);
        Arrays.fill(sums, 0);
        return result;
    }
}
