// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.climb.OrderedStart;
import io.hedgerow.core.internal.search.climb.RestartedClimb;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.GraphSearch;
import io.hedgerow.core.internal.search.posterior.ScorePolicy;
import io.hedgerow.core.internal.search.regression.ParentFit;
import io.hedgerow.core.internal.search.score.DecomposableScore;
import io.hedgerow.core.internal.search.score.EqualVarianceScore;
import io.hedgerow.core.internal.search.score.RegressionScores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds starting networks for a fit, by regressions on the noisy matrix at several penalties: of single climbs from no
 * edges, and of a {@link GraphSearch} that knows the order in which conditional variances grow, too. Prices and floor
 * are multiples of a noise variance that is itself estimated as the median of the residual variances, so that the units
 * of the rows do not matter.
 */
final class GramStarts {

    private static final double FLOOR = 0.5;
    private static final double[] PRICES = {0.02, 0.1};
    /** A price that no edge is worth; a start with such an edge is mended before it is fitted. */
    private static final double FORBIDDEN = 1e6;

    /** Multiples of the variance of the noise on an entry: a false edge's gain is χ² times that, over d² candidates. */
    private static final double[] NOISE_PRICES = {6, 25, 80};

    private final int d;
    private final double[] s;
    private final double[] deviation;
    private final int maxParents;
    private final EdgeKnowledge known;
    private final EdgeKnowledge nothing;

    /** {@code s}: [d, d] in units in which noise variances are comparable; {@code deviation}: of the noise of S_ij. */
    GramStarts(int d, double[] s, double[] deviation, int maxParents, EdgeKnowledge known) {
        this.d = d;
        this.s = s;
        this.deviation = deviation;
        this.maxParents = maxParents;
        this.known = known;
        this.nothing = EdgeKnowledge.none(d);
    }

    List<WeightMatrix> networks(boolean ownUnits) {
        List<WeightMatrix> networks = new ArrayList<>();
        double scale = ownUnits ? 1 : scale();
        OrderedStart ordered = new OrderedStart(nothing, s);
        for (double price : PRICES) {
            for (double noisePrice : NOISE_PRICES) {
                DecomposableScore score =
                        ownUnits ? new LogScore(price, noisePrice) : equalVariances(scale, price, noisePrice);
                GraphSearch<RegressionScores> search = search(score, scale);
                ParentSets climbed = climbed(search);
                add(networks, climbed);
                search.draft(climbed, List.of(ordered.parents(score, maxParents)));
                add(networks, search.search());
            }
        }
        return networks;
    }

    private GraphSearch<RegressionScores> search(DecomposableScore score, double scale) {
        RegressionScores scores = new RegressionScores(d, s, score, maxParents, scale);
        return GraphSearch.of(new Priced(nothing, scores), new SearchRandom(1));
    }

    /** Scores with fixed penalties for edges. */
    private record Priced(EdgeKnowledge knowledge, RegressionScores scores) implements ScorePolicy<RegressionScores> {
        @Override
        public RestartedClimb restarts() {
            return RestartedClimb.REVERSALS;
        }
    }

    /** The graph of a single climb from no edges. */
    private ParentSets climbed(GraphSearch<RegressionScores> search) {
        ParentSets none = new ParentSets(d, maxParents);
        return search.draft(none, List.of(none));
    }

    private DecomposableScore equalVariances(double scale, double price, double noisePrice) {
        return EqualVarianceScore.ofEdges(d, prices(scale, price, noisePrice), FLOOR * scale);
    }

    private void add(List<WeightMatrix> networks, ParentSets graph) {
        WeightMatrix network = ParentFit.weights(d, s, graph);
        if (!networks.contains(network)) {
            networks.add(network);
        }
    }

    /** The median residual variance, from above: a scale that is too large prices edges too high and then falls. */
    double scale() {
        double scale = median(marginals());
        for (int pass = 0; pass < 6; pass++) {
            ParentSets climbed = climbed(search(equalVariances(scale, 0.1, 25), scale));
            double next = median(residuals(ParentFit.weights(d, s, climbed)));
            if (!(next > 0) || next > 0.98 * scale) {
                break;
            }
            scale = next;
        }
        return scale;
    }

    private double[] prices(double scale, double price, double noisePrice) {
        double[] prices = new double[d * d];
        for (int i = 0; i < d; i++) {
            double variance = Math.max(s[i * (d + 1)], FLOOR * scale);
            for (int j = 0; j < d; j++) {
                double noise = deviation[i * d + j];
                prices[i * d + j] = known.allows(i, j)
                        ? Math.max(price * scale, noisePrice * noise * noise / variance)
                        : FORBIDDEN * scale;
            }
        }
        return prices;
    }

    private double[] marginals() {
        double[] marginals = new double[d];
        for (int j = 0; j < d; j++) {
            marginals[j] = s[j * (d + 1)];
        }
        return marginals;
    }

    /** (e_j − W_j)ᵀ S (e_j − W_j). */
    private double[] residuals(WeightMatrix network) {
        double[] residuals = new double[d];
        for (int j = 0; j < d; j++) {
            double[] b = new double[d];
            for (int i = 0; i < d; i++) {
                b[i] = i == j ? 1 : -network.get(i, j);
            }
            double sum = 0;
            for (int i = 0; i < d; i++) {
                for (int k = 0; b[i] != 0 && k < d; k++) {
                    sum += b[i] * s[i * d + k] * b[k];
                }
            }
            residuals[j] = sum;
        }
        return residuals;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double median = sorted[sorted.length / 2];
        return median > 0 ? median : Math.max(sorted[sorted.length - 1], Double.MIN_NORMAL);
    }

    /** Scores by half the logarithm of the residual share of variance, which does not depend on any unit. */
    private final class LogScore implements DecomposableScore {
        private final double price;
        private final double noisePrice;

        LogScore(double price, double noisePrice) {
            this.price = price;
            this.noisePrice = noisePrice;
        }

        @Override
        public double fit(int target, double residualVariance) {
            double own = s[target * (d + 1)];
            if (!(own > 0)) {
                return 0;
            }
            double least = Math.max(0.02, 2 * deviation[target * (d + 1)] / own);
            return 0.5 * StrictMath.log(Math.max(residualVariance / own, least));
        }

        @Override
        public double penalty(int from, int to) {
            double noise = deviation[from * d + to];
            double size = Math.max(Math.abs(s[from * (d + 1)] * s[to * (d + 1)]), Double.MIN_NORMAL);
            return known.allows(from, to)
                    ? Math.max(price / 2, Math.min(FORBIDDEN, noisePrice * noise * noise / (2 * size)))
                    : FORBIDDEN;
        }
    }
}
