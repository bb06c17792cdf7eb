// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.network;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.effect.NetworkEffects;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.search.posterior.StructurePosterior;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.regression.LagOrder;
import io.hedgerow.core.internal.search.sites.ModelTest;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import io.hedgerow.dp.internal.denoise.NormalisationCorrection;
import io.hedgerow.dp.internal.release.series.SeriesMoments;
import java.util.List;

/**
 * Finds a dynamic network in noisy moments of series, and assesses how far it can be trusted.
 *
 * <p>Symbols: G: [q, q], σ as in {@link SeriesMoments}. Eigenvalues of G are raised to ½ σ √q; then as many rows count
 * as the noise leaves,
 *
 * <pre>1 / n_eff = 1 / n + max_j mean_i V(u_j, v_i)</pre>
 *
 * <p>V being that of {@link ReleaseNoise}, u_j the residual of x_{t,j} under the network, and v_i the residual of
 * another column given the parents of j; and the network is that of a {@link StructureSearch} in which lags are parents
 * only. Measured on simulated series, see {@code docs/results.md}.
 *
 * <p>A release does not show how sites differ, nor bends or tails; its probabilities are shown up to 90 %. Flagged is
 * {@link Misfit#BURIED}, by the rule of {@link ReleasedStructure}. Post-processing: costs no budget.
 */
public final class ReleasedDynamics {

    private static final double FLOOR = 0.5;

    private static final List<ModelTest<Boolean>> TESTS = List.of(buried -> Finding.of(Misfit.BURIED, buried));

    private final SeriesMoments moments;
    private final MomentNoise noise;
    private final NormalisationCorrection spectrum;
    private final double[] raised;
    private final int d;
    private final int q;

    public ReleasedDynamics(SeriesMoments moments) {
        this.moments = moments;
        this.d = moments.variables();
        this.q = d * (moments.lags() + 1);
        this.noise = ReleaseNoise.of(moments);
        this.spectrum = NormalisationCorrection.ofMoments(q, moments.matrix());
        this.raised = spectrum.raised(FLOOR * moments.sigma() * Math.sqrt(q));
    }

    /**
     * Searches the columns [x_t | x_{t−1} | … | x_{t−p}], with no edge into the past, which lags become parents only.
     * {@code threshold} is as {@link EdgeKnowledge#strong} compares it; with {@code choosing} the release decides how
     * many of its lags are used, by {@link LagOrder}.
     */
    public ReleasedStructure.Found search(StructureSearch search, double threshold, boolean choosing) {
        int lags = choosing ? Math.max(search.knowledge().requiredLags(d), chosen()) : moments.lags();
        StructureSearch looking =
                search.knowing(search.knowledge().parentsOnlyFrom(d).withoutChildrenFrom(d * (lags + 1)));
        double rows = noise.rows(looking.climbing(), moments.rows(), raised, raised);
        StructurePosterior posterior = looking.search(raised, rows);
        WeightMatrix network = posterior.network();
        Trust trust = new Trust(
                posterior.assumption(),
                posterior.margin(),
                Math.round(moments.rows()),
                rows,
                varianceRatio(network),
                posterior.trapped(),
                posterior.gap(),
                ModelTest.judge(TESTS, isBuried(network)));
        Evidence evidence = posterior
                .evidence(looking.knowledge(), trust, List.of())
                .with(new NetworkEffects(looking.knowledge(), raisedInUnitsOfRows(), rows, posterior).find());
        // held against the columns themselves: so is the noise of the release, which makes false edges of its size
        WeightMatrix strong = looking.knowledge()
                .strong(network, threshold, posterior.assumption(), raised, j -> raised[j * (q + 1)]);
        return new ReleasedStructure.Found(inUnitsOfRows(strong), evidence.lookingBack(lags));
    }

    private int chosen() {
        return LagOrder.choose(d, moments.lags(), raised, lag -> noise.rowsOfLag(moments.rows(), raised, lag));
    }

    private double[] raisedInUnitsOfRows() {
        double[] units = moments.units();
        double[] matrix = raised.clone();
        for (int k = 0; k < matrix.length; k++) {
            matrix[k] *= units[k % q % d] * units[k / q % d];
        }
        return matrix;
    }

    private WeightMatrix inUnitsOfRows(WeightMatrix network) {
        double[] units = moments.units();
        double[] weights = network.toRows();
        for (int k = 0; k < weights.length; k++) {
            weights[k] *= units[k % q % d] / units[k / q % d];
        }
        return WeightMatrix.ofRows(q, weights);
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

    private boolean isBuried(WeightMatrix network) {
        return NormalisationCorrection.isBuried(spectrum.buried(moments.sigma()), network.edgeCount() / (double) d);
    }

    /**
     * The noise of released moments of series, in which an entry of C_l is as often as columns are l steps apart
     * ({@link SeriesMoments}), so that with the symbols of {@link MomentNoise}
     *
     * <pre>V(u, v) = Σ_e τ_e² (Σ_ab u_a v_b)²,   the inner sum over all places (a, b) of the entry e</pre>
     */
    static final class ReleaseNoise {

        private ReleaseNoise() {}

        /** The noise of d targets in the present. */
        static MomentNoise of(SeriesMoments moments) {
            int d = moments.variables();
            return new MomentNoise(d, d * (moments.lags() + 1), (u, v) -> variance(moments, u, v));
        }

        private static double variance(SeriesMoments moments, double[] u, double[] v) {
            int q = u.length;
            int d = moments.variables();
            double[] sums = new double[q * d];
            for (int a = 0; a < q; a++) {
                for (int b = 0; u[a] != 0 && b < q; b++) {
                    sums[SeriesMoments.entry(d, a, b)] += u[a] * v[b];
                }
            }
            double variance = 0;
            for (int e = 0; e < sums.length; e++) {
                variance += sums[e] == 0 ? 0 : sums[e] * sums[e] * moments.noise(e) * moments.noise(e);
            }
            return variance;
        }
    }
}
