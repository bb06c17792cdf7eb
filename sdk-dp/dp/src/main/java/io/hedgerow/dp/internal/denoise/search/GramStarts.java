// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.climb.HillClimbing;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.score.DecomposableScore;
import io.hedgerow.core.internal.search.score.EqualVarianceScore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds networks to start a fit from: hill climbing with regressions on the noisy matrix, at several prices. Prices and
 * floor are multiples of a noise variance that is itself estimated as the median of the residual variances, so that the
 * units of the rows do not matter.
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

    /** {@code s}: [d, d] in units in which noise variances are comparable; {@code deviation}: of the noise of S_ij. */
    GramStarts(int d, double[] s, double[] deviation, int maxParents, EdgeKnowledge known) {
        this.d = d;
        this.s = s;
        this.deviation = deviation;
        this.maxParents = maxParents;
        this.known = known;
    }

    List<WeightMatrix> networks(boolean ownUnits) {
        List<WeightMatrix> networks = new ArrayList<>();
        double scale = ownUnits ? 1 : scale();
        for (double price : PRICES) {
            for (double noisePrice : NOISE_PRICES) {
                DecomposableScore score = ownUnits
                        ? new LogScore(price, noisePrice)
                        : EqualVarianceScore.ofEdges(d, prices(scale, price, noisePrice), FLOOR * scale);
                HillClimbing climbing = HillClimbing.once().withMaxParents(maxParents);
                add(networks, climbing.search(d, s, score).network());
                add(
                        networks,
                        climbing.withSecondStart()
                                .withRestarts(20, 1)
                                .search(d, s, score)
                                .network());
            }
        }
        return networks;
    }

    private static void add(List<WeightMatrix> networks, WeightMatrix network) {
        if (!networks.contains(network)) {
            networks.add(network);
        }
    }

    /** The median residual variance, from above: a scale that is too large prices edges too high and then falls. */
    double scale() {
        double scale = median(marginals());
        for (int pass = 0; pass < 6; pass++) {
            WeightMatrix network = HillClimbing.once()
                    .withMaxParents(maxParents)
                    .search(d, s, EqualVarianceScore.ofEdges(d, prices(scale, 0.1, 25), FLOOR * scale))
                    .network();
            double next = median(residuals(network));
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
