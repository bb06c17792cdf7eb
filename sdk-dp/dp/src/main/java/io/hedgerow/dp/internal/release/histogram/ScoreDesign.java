// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.internal.feature.moments.SinhBins;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.release.NoisyRound;
import io.hedgerow.dp.internal.release.ReleaseDesign;
import io.hedgerow.dp.internal.release.ReleaseDesign.ReleaseStep;
import io.hedgerow.dp.internal.release.ReleaseDesign.ReleaseStep.Kind;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.moments.MappedGramSum;
import io.hedgerow.dp.internal.release.moments.MappedGramSum.RowMap;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import java.util.Arrays;
import java.util.List;

/**
 * Releases second moments of normal scores privately: histograms of all variables, then products of the scores that
 * follow from them.
 *
 * <p>Symbols: d variables, x a row; c centre and a unit: public; s_j[k] the score of cell k, as the coordinator
 * announced it after the first round.
 *
 * <pre>
 * histograms: rows in each cell of (x_j − c_j) / a, + noise
 * products:   Σ u uᵀ + noise, u = y / max(1, ‖y‖), y_j = s_j[cell of x_j]
 * </pre>
 *
 * <p>A site's message has the histograms, [d, {@value #CELLS}], and after them the upper triangle of products. The
 * announcement of the second round has the score of every cell instead of the histograms. Proof notes:
 * {@code docs/privacy-proofs/noisy-scores.md}. O(n d²).
 *
 * @param options of the release; with a known centre. Of the range, smallest is nearly the width of cells about the
 *     centre, and largest how far they reach
 */
public record ScoreDesign(ReleaseOptions options) implements ReleaseDesign<NoisyScores.Released> {

    static final int CELLS = 256;

    /**
     * The rounds: a smaller share for histograms bends the scores at small budgets, a larger one leaves less for the
     * products at large ones.
     */
    private static final List<ReleaseStep> STEPS =
            List.of(new ReleaseStep(Kind.HISTOGRAM, 0.25), new ReleaseStep(Kind.PRODUCTS, 0.75));

    public ScoreDesign {
        options.requireKnownCentre("a release of normal scores");
    }

    @Override
    public String name() {
        return MomentDesign.NAME;
    }

    @Override
    public List<ReleaseStep> steps() {
        return STEPS;
    }

    /** {@inheritDoc} The smallest deviation, of every variable: cells are of values in this unit. */
    @Override
    public double[] units(int round, Parameters announced) {
        double[] units = new double[options.variables()];
        Arrays.fill(units, options.smallest());
        return units;
    }

    /** The cells, of (x − c) / unit. */
    SinhBins bins() {
        return new SinhBins(options.largest() / options.smallest(), CELLS);
    }

    HistogramSum histograms() {
        return new HistogramSum(options, noiseMultiplier(0), bins(), 1);
    }

    /** The sum of products for {@code scores}: [d, {@value #CELLS}], of any values. */
    MappedGramSum products(double[] scores) {
        return new MappedGramSum(options, new ScoreRows(this, scores), 1, noiseMultiplier(1));
    }

    @Override
    public List<Integer> parts() {
        int d = options.variables();
        return List.of(0, d * CELLS, d * CELLS + d * (d + 1) / 2);
    }

    @Override
    public ParameterLayout layout() {
        int d = options.variables();
        return ParameterLayout.of(d, List.of(new ParameterLayout.Block("sums", CELLS + d / 2 + 1, 0, 0)));
    }

    /** The release of a round: cells of histograms, variable by variable, or the upper triangle of products. */
    public double[] released(int round, Parameters all) {
        return Arrays.copyOfRange(all.toArray(), parts().get(round), parts().get(round + 1));
    }

    /** {@inheritDoc} The announcement has scores instead of histograms. */
    @Override
    public NoisyRound sum(int round, Parameters announced) {
        return kind(round) == Kind.HISTOGRAM ? histograms() : products(released(0, announced));
    }

    private NoisyScores scores(Parameters histograms, Total total) {
        return new NoisyScores(released(0, histograms), histograms().sigma() * Math.sqrt(total.sites()));
    }

    @Override
    public Parameters announced(int round, Parameters sum, Parameters before, Total total) {
        return Parameters.takeOver(Arrays.copyOf(scores(sum, total).announced(), layout().size()));
    }

    @Override
    public NoisyScores.Released released(List<Parameters> sums, Parameters announced, Total total) {
        double[] triangle = Arrays.stream(released(1, sums.get(1)))
                .map(sum -> sum / total.units())
                .toArray();
        double sigma = products(released(0, announced)).sigma() * Math.sqrt(total.sites()) / total.units();
        return scores(sums.get(0), total).released(triangle, sigma, total.units());
    }

    /**
     * Maps rows to scores, which were announced for every cell of every variable. A value that is no number has the
     * score 0.
     */
    private static final class ScoreRows implements RowMap {

        private static final long serialVersionUID = 1;

        private final SinhBins bins;
        private final double[] about;
        private final double unit;
        private final double[] scores;

        /** Takes {@code scores}: [d, {@value ScoreDesign#CELLS}], of any values. */
        ScoreRows(ScoreDesign design, double[] scores) {
            this.bins = design.bins();
            this.about = design.options().requireKnownCentre(design.name()).vector();
            this.unit = design.options().smallest();
            this.scores = scores;
        }

        @Override
        public int columns() {
            return about.length;
        }

        @Override
        public void map(double[] values, double[] made) {
            for (int j = 0; j < made.length; j++) {
                double t = (values[j] - about[j]) / unit;
                made[j] = Double.isNaN(t) ? 0 : scores[j * ScoreDesign.CELLS + bins.bin(t)];
            }
        }
    }
}
