// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.internal.feature.moments.SinhBins;
import io.hedgerow.dp.internal.release.NoisySum;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.Arrays;
import java.util.List;

/**
 * Sums histograms of all variables, [d, cells], with Gaussian noise in every cell: cells are groups of bins of (x_j −
 * c_j) / a_j, for curves {@value #BINS_OF_CELL} bins of a {@link Marginal}; of users with several rows the share of the
 * user's rows in each cell, rounded down.
 *
 * <p>A unit is H = 2²⁴ steps in one cell of each of d histograms at most, in whole numbers; a user is in several, with
 * sum ≤ H. Replaced by another it moves each histogram by √2 H at most in Euclidean norm, and all together by √(2d) H;
 * a row of zeros is in a cell like any other. A value that is no number is in no cell. Proof note:
 * {@code docs/privacy-proofs/noisy-features.md}.
 */
public final class HistogramSum extends NoisySum {

    /** The number of bins in a cell, so wide that cells of ordinary density stand out of the noise. */
    public static final int BINS_OF_CELL = 4;

    static final int CELLS = Marginal.BINS / BINS_OF_CELL;

    private static final long UNIT = 1L << 24;

    private final int d;
    private final SinhBins bins;
    private final int binsOfCell;
    private final int cells;
    private final long[] own;

    HistogramSum(ReleaseOptions options, double noiseMultiplier) {
        this(options, noiseMultiplier, Marginal.GRID, BINS_OF_CELL);
    }

    HistogramSum(ReleaseOptions options, double noiseMultiplier, SinhBins bins, int binsOfCell) {
        super(
                new GaussianMechanism(sensitivity(options), noiseMultiplier, options.noiseSites()),
                options.variables(),
                options.variables() * (bins.count() / binsOfCell),
                1.0 / UNIT);
        this.d = options.variables();
        this.bins = bins;
        this.binsOfCell = binsOfCell;
        this.cells = bins.count() / binsOfCell;
        fit(options.rows(), options.adjacency(), UNIT, options.noiseSites());
        this.own = new long[sums.length];
    }

    private static Sensitivity sensitivity(ReleaseOptions options) {
        // the square root is correctly rounded: one step more covers it
        long bound = (long) Math.ceil(UNIT * Math.sqrt(2.0 * options.variables())) + 1;
        return new Sensitivity(options.adjacency(), bound);
    }

    @Override
    public void add(double[] row) {
        for (int j = 0; j < d; j++) {
            int cell = cell(row, j);
            if (cell >= 0) {
                sums[cell] += UNIT;
            }
        }
    }

    @Override
    public void addUser(List<double[]> rows) {
        Arrays.fill(own, 0);
        for (double[] row : rows) {
            for (int j = 0; j < d; j++) {
                int cell = cell(row, j);
                if (cell >= 0) {
                    own[cell]++;
                }
            }
        }
        for (int k = 0; k < own.length; k++) {
            sums[k] += own[k] * UNIT / rows.size();
        }
    }

    private int cell(double[] row, int variable) {
        double t = (row[variable] - centre[variable]) / units[variable];
        return Double.isNaN(t) ? -1 : variable * cells + bins.bin(t) / binsOfCell;
    }
}
