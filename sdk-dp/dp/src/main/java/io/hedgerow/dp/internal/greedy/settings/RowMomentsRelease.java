// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.settings;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.denoise.LogSquareBias;
import io.hedgerow.dp.internal.greedy.gradient.SampleBlocks;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.Arrays;

/**
 * Releases q means at a site with one Gaussian call, at cost μ: the mean of clipped rows, or the mean of clipped log
 * squares from which second moments follow.
 *
 * <p>Symbols: q variables, H = 2²⁴, v_u [q] the contribution of unit u, every entry in [−1, 1], s = 2 when a unit is
 * replaced, 1 when it becomes zeros:
 *
 * <pre>
 * S_i = Σ_u round(H·v_ui) + N(0, σ²),   σ = s·H·√q / μ,   result S_i / (H·n)
 * mean:     v_ui = clamp(x_ui / a_i, −1, 1)
 * moments:  v_ui = clamp((ln x_ui² − mid) / half, −1, 1), 0 for x = 0
 *           with [mid − half, mid + half] = [2 ln smallest, 2 ln largest]
 * </pre>
 *
 * <p>A unit moves the vector by at most s·H·√q in Euclidean norm, so the release costs one Gaussian event of μ (paper
 * 002, Theorem A.5, releases squares; logarithms need no bound in the units of each variable, only a range of orders of
 * magnitude). The contributions of a user are averaged over the user's rows first. The log moments are corrected for
 * clipping and for the logarithm as if the variable were normal, which is post-processing.
 *
 * <p>Private as the event says. Immutable; the noise source is not thread-safe.
 */
public final class RowMomentsRelease {

    private static final long BOUND = 1L << 24;

    /** The contribution of a cell of variable i, before it is clamped to [−1, 1]. */
    private interface Contribution {
        double of(double cell, int i);
    }

    private final ProtectedUnits units;
    private final GaussianMechanism mechanism;
    private final int variables;

    /** Plans a release of q variables, at least 1, with noise of the sensitivity over μ; finite and &gt; 0. */
    public RowMomentsRelease(ProtectedUnits units, int variables, double mu) {
        requireMu(mu);
        this.units = units;
        this.variables = variables;
        this.mechanism = new GaussianMechanism(sensitivity(units.adjacency(), variables), GreedyCost.multiplier(mu));
    }

    private static Sensitivity sensitivity(Adjacency adjacency, int variables) {
        if (variables < 1) {
            throw new IllegalArgumentException("variables must be at least 1, was " + variables);
        }
        // the square root is correctly rounded: one step more covers it
        return Sensitivity.ofClippedSum(adjacency, (long) Math.ceil(BOUND * Math.sqrt(variables)) + 1);
    }

    static void requireMu(double mu) {
        if (!(mu > 0) || mu == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("mu must be finite and > 0, was " + mu);
        }
    }

    /** The event of one release, to be reserved. */
    public MechanismEvent event() {
        return mechanism.event(1, variables);
    }

    /** Standard deviations of the draws of one release, in their order. */
    public double[] sigmas() {
        double[] sigmas = new double[variables];
        Arrays.fill(sigmas, mechanism.drawnSigma());
        return sigmas;
    }

    /** Releases the mean of the rows, each cell clipped to ±a_i. */
    public double[] mean(SampleBlocks samples, double[] bounds, NoiseSource noise) {
        double[] mean = released(samples, (cell, i) -> cell / bounds[i], noise);
        for (int i = 0; i < variables; i++) {
            mean[i] *= bounds[i];
        }
        return mean;
    }

    /** Releases the second moments, each within the range. */
    public double[] secondMoments(SampleBlocks samples, Smoothness.PrivateMoments range, NoiseSource noise) {
        double[] moments = meanLogSquares(samples, range, noise);
        LogSquareBias bias = new LogSquareBias(low(range), high(range));
        for (int i = 0; i < variables; i++) {
            moments[i] =
                    StrictMath.exp(bias.logVariance(middle(range) + 0.5 * (high(range) - low(range)) * moments[i]));
        }
        return moments;
    }

    /** Mean log squares, from −1 at the low end of the range to 1 at the high end. */
    double[] meanLogSquares(SampleBlocks samples, Smoothness.PrivateMoments range, NoiseSource noise) {
        double middle = middle(range);
        double half = 0.5 * (high(range) - low(range));
        return released(
                samples, (cell, i) -> cell == 0 ? 0 : (2 * StrictMath.log(Math.abs(cell)) - middle) / half, noise);
    }

    private static double low(Smoothness.PrivateMoments range) {
        return 2 * StrictMath.log(range.smallest());
    }

    private static double high(Smoothness.PrivateMoments range) {
        return 2 * StrictMath.log(range.largest());
    }

    private static double middle(Smoothness.PrivateMoments range) {
        return 0.5 * (low(range) + high(range));
    }

    private double[] released(SampleBlocks samples, Contribution contribution, NoiseSource noise) {
        if (samples.variables() != variables) {
            throw new IllegalArgumentException("the data must have the planned number of variables, " + variables
                    + ", have " + samples.variables());
        }
        double[] result = new double[variables];
        for (int i = 0; i < variables; i++) {
            long sum =
                    units.byUser() ? sumOverUsers(samples, i, contribution) : sumOverRows(samples, i, contribution);
            result[i] = mechanism.add(sum, noise) / ((double) BOUND * units.count());
        }
        return result;
    }

    private static long sumOverRows(SampleBlocks samples, int i, Contribution contribution) {
        long sum = 0;
        for (int k = 0; k < samples.rows(); k++) {
            sum += steps(contribution.of(samples.cell(k, i), i));
        }
        return sum;
    }

    private static long sumOverUsers(SampleBlocks samples, int i, Contribution contribution) {
        double[] total = new double[samples.users()];
        int[] rows = new int[samples.users()];
        for (int k = 0; k < samples.rows(); k++) {
            total[samples.user(k)] += Math.max(-1, Math.min(1, contribution.of(samples.cell(k, i), i)));
            rows[samples.user(k)]++;
        }
        long sum = 0;
        for (int p = 0; p < total.length; p++) {
            sum += steps(total[p] / rows[p]);
        }
        return sum;
    }

    private static long steps(double contribution) {
        return (long) Math.rint(BOUND * Math.max(-1, Math.min(1, contribution)));
    }
}
