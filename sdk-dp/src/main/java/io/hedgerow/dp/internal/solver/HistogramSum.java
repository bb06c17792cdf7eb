// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.internal.feature.Marginal;
import io.hedgerow.core.internal.feature.SinhBins;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.Arrays;
import java.util.List;

/**
 * Histograms of all variables, with Gaussian noise in every cell: cells of some bins of (x_j − c_j) / a_j, for curves
 * {@value #BINS_OF_CELL} bins of a {@link Marginal}; of persons with several rows the share of the person's rows in
 * each cell, rounded down.
 *
 * <p>A unit is H = 2²⁴ steps in one cell of each of d histograms at most, in whole numbers; of a person in several,
 * with sum ≤ H. Replaced by another it moves each histogram by √2 H at most in Euclidean norm, and all together by
 * √(2d) H; a row of zeros is in a cell like any other. A value that is no number is in no cell. Proof note:
 * {@code docs/privacy-proofs/noisy-features.md}.
 */
final class HistogramSum implements GramPhase {

    /** Wide enough that cells of ordinary density stand out of the noise. */
    static final int BINS_OF_CELL = 4;

    static final int CELLS = Marginal.BINS / BINS_OF_CELL;

    private static final long UNIT = 1L << 24;

    private final int d;
    private final SinhBins bins;
    private final int binsOfCell;
    private final int cells;
    private final transient GaussianMechanism mechanism;
    private final long[] sums;
    private final long[] own;
    private double[] centre;
    private double[] units;

    /** For curves. */
    HistogramSum(GramOptions options, double noiseMultiplier) {
        this(options, noiseMultiplier, Marginal.GRID, BINS_OF_CELL);
    }

    HistogramSum(GramOptions options, double noiseMultiplier, SinhBins bins, int binsOfCell) {
        this.d = options.variables();
        this.bins = bins;
        this.binsOfCell = binsOfCell;
        this.cells = bins.count() / binsOfCell;
        // the square root is correctly rounded: one step more covers it
        long bound = (long) Math.ceil(UNIT * Math.sqrt(2.0 * d)) + 1;
        this.mechanism = new GaussianMechanism(
                new Sensitivity(options.adjacency(), bound), noiseMultiplier, options.noiseSites());
        SumRange.requireFits(options.rows(), options.adjacency(), UNIT, options.noiseSites());
        this.sums = new long[d * cells];
        this.own = new long[d * cells];
        this.centre = new double[d];
        this.units = new double[d];
    }

    @Override
    public MechanismEvent event() {
        return mechanism.event(1, d * cells);
    }

    /** Standard deviation of this site's noise in a cell, in units of data. */
    double sigma() {
        return mechanism.drawnSigma() / UNIT;
    }

    @Override
    public void begin(double[] publicCentre, double[] publicUnits) {
        centre = publicCentre.clone();
        units = publicUnits.clone();
        Arrays.fill(sums, 0);
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
    public void addPerson(List<double[]> rows) {
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
        double[] sigmas = new double[sums.length];
        Arrays.fill(sigmas, mechanism.drawnSigma());
        return sigmas;
    }

    /** [d, cells], in units of data. */
    @Override
    public double[] finish(NoiseSource noise) {
        mechanism.addTo(sums, noise);
        double[] result = new double[sums.length];
        for (int k = 0; k < result.length; k++) {
            result[k] = sums[k] / (double) UNIT;
        }
        Arrays.fill(sums, 0);
        return result;
    }
}
