// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.model.Parameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Estimates distributions of variables from histograms with noise: cells below {@value #LEAST} standard deviations of
 * the noise are empty, for a few of the many empty cells would otherwise look full, and far out; the rest is spread
 * evenly over the bins of each cell. A variable of which nothing is left counts as normal about its centre with its
 * unit. Post-processing: costs no budget.
 */
final class NoisyMarginals {

    /** The deviations below which a cell is empty: of ten thousand empty cells a third of one is higher. */
    private static final double LEAST = 4;

    private final CurveDesign design;
    private final double[] centre;
    private final double sigma;

    NoisyMarginals(CurveDesign design, int sites) {
        this.design = design;
        this.centre = design.options().requireKnownCentre(design.name()).vector();
        this.sigma = design.histograms().sigma() * Math.sqrt(sites);
    }

    /** The distributions, from the announcement to the sites and the sum of their releases. */
    List<Marginal> of(Parameters asked, Parameters released) {
        double[] all = design.released(1, released);
        List<Marginal> marginals = new ArrayList<>();
        for (int j = 0; j < centre.length; j++) {
            double[] cells = Arrays.copyOfRange(all, j * HistogramSum.CELLS, (j + 1) * HistogramSum.CELLS);
            marginals.add(Marginal.of(centre[j], design.places().unit(asked, j), bins(cells, sigma)));
        }
        return marginals;
    }

    /** [{@value Marginal#BINS}] */
    static double[] bins(double[] cells, double sigma) {
        double[] bins = new double[Marginal.BINS];
        double all = 0;
        for (int b = 0; b < bins.length; b++) {
            double cell = cells[b / HistogramSum.BINS_OF_CELL];
            bins[b] = cell > LEAST * sigma ? cell / HistogramSum.BINS_OF_CELL : 0;
            all += bins[b];
        }
        for (int b = 0; b < bins.length && all == 0; b++) {
            double edge = Marginal.edge(b);
            double next = Marginal.edge(b + 1);
            bins[b] = (next - edge) * Math.exp(-0.125 * (edge + next) * (edge + next));
        }
        return bins;
    }
}
