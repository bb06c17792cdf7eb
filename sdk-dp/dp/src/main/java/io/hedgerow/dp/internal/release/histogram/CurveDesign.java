// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.internal.feature.FeatureLayout;
import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.release.NoisyRound;
import io.hedgerow.dp.internal.release.ReleaseDesign;
import io.hedgerow.dp.internal.release.ReleaseDesign.ReleaseStep;
import io.hedgerow.dp.internal.release.ReleaseDesign.ReleaseStep.Kind;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.moments.MappedGramSum;
import io.hedgerow.dp.internal.release.moments.MappedGramSum.RowMap;
import io.hedgerow.dp.internal.release.scale.ScaleSum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Releases scales, histograms and moments of curves privately; from them the coordinator learns an additive model.
 *
 * <p>Symbols: d variables, m columns of each, x a row; c centre: [d], public; a units: [d], and F_j distributions, as
 * the coordinator last announced them.
 *
 * <pre>
 * scale:      Σ clamp((ln (x_j − c_j)² − middle) / half, −1, 1) + noise, as in {@link ScaleSum}
 * histograms: rows in each cell of (x_j − c_j) / a_j, + noise
 * products:   Σ u uᵀ + noise, u = y / max(R, ‖y‖), y = [½, w_k φ_j[k](x)], w_k = 1 / √k
 * </pre>
 *
 * <p>φ are the columns of a {@link FeatureMap} of F_j. Each round fills its part of a {@link FeatureLayout}. Proof
 * notes: {@code docs/privacy-proofs/noisy-features.md} and {@code scale-release.md} beside it. O(n (m d)²).
 *
 * @param options of the release; with a known centre
 */
public record CurveDesign(ReleaseOptions options) implements ReleaseDesign<NoisyFeatures> {

    public static final String NAME = "dp-feature-gram";

    /** m: the standardised value and five cosines; more are mostly noise. */
    public static final int WIDTH = 6;

    /** The constant that replaces the column of ones, whose sum shows how much rows were shortened. */
    public static final double CONSTANT = 0.5;

    /** The rounds: scales only have to put cells about the values. */
    private static final List<ReleaseStep> STEPS = List.of(
            new ReleaseStep(Kind.SCALE, 0.02),
            new ReleaseStep(Kind.HISTOGRAM, 0.1),
            new ReleaseStep(Kind.PRODUCTS, 0.88));

    public CurveDesign {
        options.requireKnownCentre(NAME);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<ReleaseStep> steps() {
        return STEPS;
    }

    /** F = m d. */
    int made() {
        return WIDTH * options.variables();
    }

    /** The layout of messages, without pairs. */
    public FeatureLayout places() {
        return new FeatureLayout(options.variables(), WIDTH, 0);
    }

    @Override
    public ParameterLayout layout() {
        return places().layout();
    }

    /** {@inheritDoc} The last one ends after the upper triangle of products. */
    @Override
    public List<Integer> parts() {
        FeatureLayout places = places();
        return List.of(0, places.histograms(), places.singles(), places.singles() + (made() + 1) * (made() + 2) / 2);
    }

    /** The release of a round: scales, [d]; cells of histograms by variable; or the upper triangle of products. */
    public double[] released(int round, Parameters all) {
        int start = parts().get(round);
        int length = round == 0
                ? options.variables()
                : round == 1 ? options.variables() * HistogramSum.CELLS : parts().get(3) - start;
        return Arrays.copyOfRange(all.toArray(), start, start + length);
    }

    /** w of a column, counted over all variables. */
    public static double weight(int column) {
        return 1 / Math.sqrt(1 + column % WIDTH);
    }

    /** R, about the norm of a row whose columns all have variance 1. */
    double radius() {
        double square = CONSTANT * CONSTANT;
        for (int a = 0; a < made(); a++) {
            square += weight(a) * weight(a);
        }
        return Math.sqrt(square);
    }

    HistogramSum histograms() {
        return new HistogramSum(options, noiseMultiplier(1));
    }

    MappedGramSum products(FeatureMap map) {
        return new MappedGramSum(options, new CurveRows(this, map), radius(), noiseMultiplier(2));
    }

    @Override
    public NoisyRound sum(int round, Parameters announced) {
        return switch (kind(round)) {
            case SCALE -> new ScaleSum(options, noiseMultiplier(round), options.zeroRowVanishes());
            case HISTOGRAM -> histograms();
            default -> products(places().map(announced));
        };
    }

    @Override
    public double[] units(int round, Parameters announced) {
        double[] units = ReleaseDesign.super.units(round, announced);
        if (round == 1) {
            Arrays.setAll(units, j -> places().unit(announced, j));
        }
        return units;
    }

    /** The announcement for variables of which nothing is known. */
    @Override
    public Parameters unannounced() {
        double[] counts = new double[Marginal.BINS];
        counts[Marginal.bin(0)] = 1;
        List<Marginal> unknown = Collections.nCopies(options.variables(), Marginal.of(0, 1, counts));
        return places().tellMarginals(Parameters.zeros(layout().size()), unknown);
    }

    @Override
    public Parameters announced(int round, Parameters sum, Parameters before, Total total) {
        if (round == 0) {
            double[] units = ScaleSum.deviations(options, sum, total.units());
            return places().tellScales(total.units(), centre(before, before), units);
        }
        return places().tellMarginals(before, new NoisyMarginals(this, total.sites()).of(before, sum));
    }

    @Override
    public NoisyFeatures released(List<Parameters> sums, Parameters announced, Total total) {
        return NoisyFeatures.of(this, places().map(announced), sums.get(2), total.sites(), total.units());
    }

    /**
     * Maps rows to weighted columns of a {@link FeatureMap}, [½, w_k φ_i[k]] with weights w_k = 1 / √k, k = 1 … m, of
     * all variables.
     */
    private static final class CurveRows implements RowMap {

        private static final long serialVersionUID = 1;

        private final FeatureMap map;
        private final double[] columns;

        /** Takes as many columns as were agreed on, whatever map was announced. */
        CurveRows(CurveDesign design, FeatureMap map) {
            this.map = map;
            this.columns = new double[design.made()];
        }

        @Override
        public int columns() {
            return columns.length + 1;
        }

        @Override
        public void map(double[] values, double[] made) {
            map.expand(values, columns);
            made[0] = CurveDesign.CONSTANT;
            for (int a = 0; a < columns.length; a++) {
                made[a + 1] = columns[a] * CurveDesign.weight(a);
            }
        }
    }

    /**
     * Estimates distributions of variables from histograms with noise: cells below {@value #LEAST} standard deviations
     * of the noise are empty, for a few of the many empty cells would otherwise look full, and far out; the rest is
     * spread evenly over the bins of each cell. A variable of which nothing is left counts as normal about its centre
     * with its unit. Post-processing: costs no budget.
     */
    static final class NoisyMarginals {

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
}
