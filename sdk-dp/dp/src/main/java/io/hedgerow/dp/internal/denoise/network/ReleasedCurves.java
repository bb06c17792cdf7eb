// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.network;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.feature.FeatureFinding;
import io.hedgerow.core.internal.feature.FeatureFit;
import io.hedgerow.core.internal.feature.FeatureFit.Shortening;
import io.hedgerow.core.internal.feature.FeatureLearner;
import io.hedgerow.core.internal.feature.search.FeaturePrior;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.sites.ModelTest;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import io.hedgerow.dp.internal.denoise.NormalisationCorrection;
import io.hedgerow.dp.internal.release.histogram.CurveDesign;
import io.hedgerow.dp.internal.release.histogram.HistogramSum;
import io.hedgerow.dp.internal.release.histogram.NoisyFeatures;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Finds an additive network in noisy moments of curves, and assesses how far it can be trusted.
 *
 * <p>Symbols: G, σ as in {@link NoisyFeatures}; s = σ / √2 the noise beside the diagonal; m columns of a variable.
 * Eigenvalues of G are raised to {@value #FLOOR}; then 3 s √(2m) is added to the diagonal of all columns that are
 * regressors; then as many rows count as the noise leaves,
 *
 * <pre>1 / n_eff = 1 / n + s² / median w²</pre>
 *
 * <p>An edge costs a ln n_eff / 2 nats, a from 5 to 20: {@value #PRICE} for each row in between, because bends that the
 * columns cannot follow are no edges, and weigh more with more rows. Constants were chosen on simulated studies, see
 * {@code docs/results.md}.
 *
 * <p>Flagged is {@link Misfit#BURIED}, by the rule of {@link ReleasedStructure} on the weighted G, and otherwise, from
 * rows that are drawn ({@link FeatureFit}), {@link Misfit#UNEXPLAINED}. A release does not show how sites differ, nor
 * whether noise is normal.
 *
 * <p>Post-processing: costs no budget.
 */
public final class ReleasedCurves {

    private static final double FLOOR = 0.02;
    private static final double RIDGE = 3;
    /** The price of an edge in nats, for each row. */
    private static final double PRICE = 0.01;

    private static final double LEAST_PRICE = 5;
    private static final double HIGHEST_PRICE = 20;
    private static final double LEAST_ROWS = 10;
    private static final long SEED = 1;
    /** A share above that of networks of curves that act alone, with any budget. */
    private static final double UNEXPLAINED = 4;

    private static final List<ModelTest<Judged>> TESTS =
            List.of(Judged::structure, judged -> Finding.of(Misfit.BURIED, judged.buried()));

    private final NoisyFeatures features;
    private final NormalisationCorrection spectrum;
    private final int size;
    private final double beside;

    public ReleasedCurves(NoisyFeatures features) {
        this.features = features;
        this.size = features.map().size();
        this.beside = features.sigma() / Math.sqrt(2);
        this.spectrum = NormalisationCorrection.ofMoments(size, features.covariance());
    }

    public FeatureLearner.Found search(EdgeKnowledge knowledge) {
        return FeatureFinding.search(
                features.with(regularised()),
                knowledge,
                rows(),
                new FeaturePrior(false, true, price(rows()), 0),
                SEED,
                this::trust);
    }

    private Trust trust(FeatureFinding.Fit found) {
        WeightMatrix network = found.network();
        double density = network.edgeCount() / (double) features.map().variables();
        boolean buried = NormalisationCorrection.isBuried(hidden(), density);
        OptionalDouble unexplained = buried ? OptionalDouble.empty() : OptionalDouble.of(unexplained(network));
        return new Trust(
                found.assumption(),
                found.margin(),
                Math.round(features.rows()),
                rows(),
                found.varianceRatio(),
                0,
                0,
                ModelTest.judge(TESTS, new Judged(buried, unexplained)));
    }

    /**
     * The network and moments on which the assumptions are tested: whether noise hides the network, and what it leaves
     * unexplained otherwise.
     */
    private record Judged(boolean buried, OptionalDouble unexplained) {

        Finding structure() {
            return Finding.of(Misfit.UNEXPLAINED, unexplained, unexplained.orElse(0) > UNEXPLAINED);
        }
    }

    /** The share that the network leaves unexplained, also by lines: cosines are flat at the ends, where rows are. */
    private double unexplained(WeightMatrix network) {
        return FeatureFit.behindNoise(
                        features.with(features.covariance()),
                        features.with(spectrum.raised(FLOOR)),
                        network,
                        new FeaturePrior(true, true, price(rows()), 0),
                        rows(),
                        new Shortening(CurveDesign.CONSTANT, CurveDesign::weight, features.radius(), beside),
                        SEED)
                .unexplained();
    }

    double[] regularised() {
        double[] raised = spectrum.raised(FLOOR);
        double ridge = RIDGE * beside * Math.sqrt(2.0 * CurveDesign.WIDTH);
        for (int a = 0; a < size; a++) {
            raised[a * (size + 1)] += a % CurveDesign.WIDTH == 0 ? 0 : ridge;
        }
        return raised;
    }

    double rows() {
        double middle = CurveDesign.WIDTH / 2.0;
        double median = (1 / middle + 1 / (middle + 1)) / 2;
        return Math.max(LEAST_ROWS, 1 / (1 / features.rows() + beside * beside / median));
    }

    /** The price a for so many rows. */
    static double price(double rows) {
        return Math.max(LEAST_PRICE, Math.min(HIGHEST_PRICE, PRICE * rows / (Math.log(rows) / 2)));
    }

    /** The share of the directions in which noise hides the release. */
    double hidden() {
        double[] weighted = features.covariance();
        for (int a = 0; a < weighted.length; a++) {
            weighted[a] *= CurveDesign.weight(a / size) * CurveDesign.weight(a % size);
        }
        return NormalisationCorrection.ofMoments(size, weighted).buried(features.sigma());
    }

    /** Notes on doubts about the network other than noise. */
    public List<String> notes(VariableSchema schema) {
        List<String> far = IntStream.range(0, schema.size())
                .filter(j -> features.map().marginal(j).isCoarse())
                .mapToObj(j -> schema.names().get(j))
                .toList();
        List<String> notes = new ArrayList<>();
        notes.add(
                "causes were assumed to act alone, for products of two are not released: where they act together, up to"
                        + " half of the edges were wrong in simulations; structure-unexplained flags most such"
                        + " networks");
        notes.add("nothing in the release can tell whether sites differ, or whether noise is normal");
        notes.addAll(FeatureFinding.ofTwoValues(schema, features.map(), HistogramSum.BINS_OF_CELL));
        if (!far.isEmpty()) {
            notes.add("values of " + String.join(", ", far) + " are far from their public centre for their spread, so"
                    + " their histograms are coarse: name a value that they are about, as centre.NAME in a plan or with"
                    + " --public-centre NAME=X");
        }
        return notes;
    }
}
