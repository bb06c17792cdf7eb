// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.LagOrder;
import io.hedgerow.core.internal.search.StructurePosterior;
import io.hedgerow.core.internal.search.StructureSearch;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Misfit;
import io.hedgerow.core.search.Trust;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The dynamic network of moments that were released with noise, and what to believe of it.
 *
 * <p>Symbols: G: [q, q], σ as in {@link SeriesMoments}. Eigenvalues of G are raised to ½ σ √q; then as many rows count
 * as the noise leaves,
 *
 * <pre>1 / n_eff = max(1 / 1000, 1 / n + 2 σ² / (s² mean_j S_jj))</pre>
 *
 * <p>s² being the mean residual variance of x_t given its lags, and the network is that of a {@link StructureSearch} in
 * which lags are parents only. Formulas and constants: measured on simulated series, see {@code docs/results.md}.
 *
 * <p>A release tells nothing of how sites differ, of bends or of tails; its probabilities are shown up to 90 %. Flagged
 * is {@link Misfit#BURIED}, by the rule of {@link ReleasedStructure}. Post-processing: costs no budget.
 */
public final class ReleasedDynamics {

    private static final double FLOOR = 0.5;
    private static final double CAUTION = 2;
    private static final double RESOLUTION = 1000;

    private final SeriesMoments moments;
    private final GramSpectrum spectrum;
    private final double[] raised;
    private final int d;
    private final int q;

    /** Of a release. */
    public ReleasedDynamics(SeriesMoments moments) {
        this.moments = moments;
        this.d = moments.variables();
        this.q = d * (moments.lags() + 1);
        this.spectrum = GramSpectrum.ofMoments(q, moments.matrix());
        this.raised = spectrum.raised(FLOOR * moments.sigma() * Math.sqrt(q));
    }

    /**
     * Searches the columns [x_t | x_{t−1} | … | x_{t−p}], with no edge into the past, which lags become parents only.
     * {@code threshold} is as {@link EdgeKnowledge#strong} compares it; {@code choosing}: the release decides how many
     * of its lags are used, by {@link LagOrder}.
     */
    public ReleasedStructure.Found search(StructureSearch search, double threshold, boolean choosing) {
        int lags = choosing
                ? Math.max(search.knowledge().requiredLags(d), LagOrder.choose(d, moments.lags(), raised, rows()))
                : moments.lags();
        StructureSearch looking =
                search.knowing(search.knowledge().parentsOnlyFrom(d).withoutChildrenFrom(d * (lags + 1)));
        StructurePosterior posterior = looking.search(raised, rows());
        WeightMatrix network = posterior.network();
        Trust trust = Trust.behindNoise(
                posterior.assumption(),
                posterior.margin(),
                Math.round(moments.rows()),
                rows(),
                OptionalDouble.empty(),
                varianceRatio(network),
                posterior.trapped(),
                posterior.gap(),
                flags(network));
        Evidence evidence = posterior.evidence(looking.knowledge(), trust, List.of());
        // held against the columns themselves: so is the noise of the release, which makes false edges of its size
        WeightMatrix strong = looking.knowledge()
                .strong(network, threshold, posterior.assumption(), raised, j -> raised[j * (q + 1)]);
        return new ReleasedStructure.Found(inUnitsOfRows(strong), evidence.lookingBack(lags));
    }

    private WeightMatrix inUnitsOfRows(WeightMatrix network) {
        double[] units = moments.units();
        double[] weights = network.toRows();
        for (int k = 0; k < weights.length; k++) {
            weights[k] *= units[k % q % d] / units[k / q % d];
        }
        return WeightMatrix.ofRows(q, weights);
    }

    /** n_eff. */
    double rows() {
        double noise = CAUTION * moments.sigma() * moments.sigma() / (lagOnlyVariance() * meanVariance(raised));
        double rows = Math.min(RESOLUTION, 1 / (1 / moments.rows() + noise));
        return Math.max(StructureSearch.LEAST_ROWS, rows);
    }

    /** s²: the mean over j of the variance of x_{t,j} that the lags leave, by elimination; that of x_t without lags. */
    private double lagOnlyVariance() {
        double[] left = raised.clone();
        for (int k = q - 1; k >= d; k--) {
            for (int i = 0; i < k; i++) {
                double share = left[i * q + k] / left[k * q + k];
                for (int j = 0; j < k; j++) {
                    left[i * q + j] -= share * left[k * q + j];
                }
            }
        }
        return meanVariance(left);
    }

    private double meanVariance(double[] matrix) {
        double sum = 0;
        for (int j = 0; j < d; j++) {
            sum += matrix[j * (q + 1)] / d;
        }
        return sum;
    }

    private double varianceRatio(WeightMatrix network) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (int j = 0; j < d; j++) {
            double variance = 0;
            for (int a = 0; a < q; a++) {
                for (int b = 0; b < q; b++) {
                    variance += coefficient(network, a, j) * coefficient(network, b, j) * raised[a * q + b];
                }
            }
            least = Math.min(least, variance);
            most = Math.max(most, variance);
        }
        return most / Math.max(least, Double.MIN_NORMAL);
    }

    private static double coefficient(WeightMatrix network, int i, int j) {
        return i == j ? -1 : network.get(i, j);
    }

    private Set<Misfit> flags(WeightMatrix network) {
        boolean buried = GramSpectrum.isBuried(spectrum.buried(moments.sigma()), network.edgeCount() / (double) d);
        return buried ? Set.of(Misfit.BURIED) : Set.of();
    }
}
