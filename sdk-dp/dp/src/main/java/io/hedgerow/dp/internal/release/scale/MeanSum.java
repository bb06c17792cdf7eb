// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.scale;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.release.NoisySum;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.Lattice;
import io.hedgerow.dp.mechanism.NormClipping;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.List;

/**
 * Sums clipped, standardised rows over units, with Gaussian noise: y / R clipped to norm 1, with y_j = (x_j − c_j) /
 * (deviation of variable j from c, as released) and R = √(2d); of users with several rows the mean of those of the
 * user's clipped rows that have a number, rounded toward 0, which has norm 1 at most as well. The reader multiplies by
 * R and the units. A unit moves the sum by at most 2 when replaced; when it vanishes by 1 about the origin, and
 * elsewhere by 2, where a row of zeros is a row like any other.
 */
public final class MeanSum extends NoisySum {

    private static final double STEP = 0x1p-24;
    /** A site centres at its own noisy mean, so that mean alone must be private, whichever sites share later noise. */
    private static final int ALONE = 1;

    private final int d;
    private final NormClipping clipping;
    private final long[] steps;
    private final double[] scaled;
    private final double radius;
    private final boolean aboutOrigin;

    /** Creates a sum about the origin, whatever the centre. */
    public MeanSum(ReleaseOptions options, double noiseMultiplier) {
        this(options, noiseMultiplier, true);
    }

    public MeanSum(ReleaseOptions options, double noiseMultiplier, boolean aboutOrigin) {
        this(options, noiseMultiplier, aboutOrigin, new NormClipping(new Lattice(STEP), 1));
    }

    private MeanSum(ReleaseOptions options, double noiseMultiplier, boolean aboutOrigin, NormClipping clipping) {
        super(
                new GaussianMechanism(bound(options, aboutOrigin, clipping), noiseMultiplier, ALONE),
                options.variables(),
                options.variables(),
                STEP);
        this.d = options.variables();
        this.radius = radius(d);
        this.aboutOrigin = aboutOrigin;
        this.clipping = clipping;
        fit(options.rows(), options.adjacency(), clipping.normSteps(), ALONE);
        this.steps = new long[d];
        this.scaled = new double[d];
    }

    private static Sensitivity bound(ReleaseOptions options, boolean aboutOrigin, NormClipping clipping) {
        Sensitivity bound = Sensitivity.ofClippedSum(
                aboutOrigin ? options.adjacency() : Adjacency.REPLACE_ONE, clipping.normSteps());
        return new Sensitivity(options.adjacency(), bound.steps());
    }

    public static double radius(int variables) {
        return Math.sqrt(2.0 * variables);
    }

    @Override
    public void add(double[] row) {
        clip(row);
        for (int j = 0; j < d; j++) {
            sums[j] += steps[j];
        }
    }

    @Override
    public void addUser(List<double[]> rows) {
        long[] own = new long[d];
        int counted = 0;
        for (double[] row : rows) {
            counted += hasNumber(row) ? 1 : 0;
            clip(row);
            for (int j = 0; j < d; j++) {
                own[j] += steps[j];
            }
        }
        for (int j = 0; j < d; j++) {
            sums[j] += own[j] / Math.max(1, counted);
        }
    }

    private boolean hasNumber(double[] row) {
        for (int j = 0; j < d; j++) {
            if (Math.abs(row[j]) <= Double.MAX_VALUE) {
                return true;
            }
        }
        return false;
    }

    private void clip(double[] row) {
        for (int j = 0; j < d; j++) {
            double y = aboutOrigin ? row[j] : row[j] - centre[j];
            scaled[j] = y / (units[j] * radius);
        }
        clipping.clip(scaled, steps);
    }
}
