// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.catalogue.ChangeRanking;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.network.SeriesDistance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Scores ordered pairs of variables over all lags, to rank edges.
 *
 * @param slices of the columns that were scored
 * @param stacked over them, from 0
 */
public record PairScores(TimeSlices slices, WeightMatrix stacked) {

    /**
     * Of more columns, lags included, averaged regressions rank better, which give a pair that others explain no price.
     */
    private static final int MOST_BY_POSTERIOR = 150;

    /** The score by which pairs are ranked. */
    public enum Kind {
        /**
         * The posterior probability of the edge. Of more than {@value #MOST_BY_POSTERIOR} columns with their lags, or
         * without probabilities, the posterior mean of each variable's regression on the step before; of methods that
         * estimate weights only, their sizes.
         */
        POSTERIOR,
        /** Ridge regression on the step before, stronger for causes of much: for expression data of many variables. */
        RIDGE,
        /** Partial correlation within a step, and directions from the shape of distributions. */
        NON_GAUSSIAN;

        public PairScores of(TimeSlices slices, LearnedNetwork found, Sites sites, Optional<OpenedStatistics> opened) {
            if (this == POSTERIOR) {
                Optional<WeightMatrix> probabilities =
                        found.evidence().flatMap(known -> known.pairs().directed());
                boolean many = found.network().variables() > MOST_BY_POSTERIOR;
                if ((probabilities.isEmpty() || many)
                        && found.evidence().isPresent()
                        && slices.lags() > 0
                        && opened.isPresent()) {
                    return ofChanges(
                            slices, ChangeRanking.averaged(slices, opened.get().pooled()));
                }
                return new PairScores(slices, probabilities.orElse(found.network()));
            }
            OpenedStatistics statistics = opened.orElseThrow(() -> new IllegalArgumentException("--score "
                    + Words.dashed(this)
                    + " needs exact sums, which a private run does not have: leave it out"));
            if (this == RIDGE) {
                return ofChanges(slices, ChangeRanking.ridge(slices, statistics.pooled()));
            }
            return new PairScores(
                    new TimeSlices(slices.variables(), 0), NoiseScores.of(sites, statistics, slices.size()));
        }
    }

    private static PairScores ofChanges(TimeSlices slices, WeightMatrix scores) {
        return new PairScores(new TimeSlices(slices.variables(), 1), scores);
    }

    /**
     * A pair in {@code result.json}.
     *
     * @param lag of the surest edge
     * @param score the larger, the surer
     */
    public record Entry(String from, String to, int lag, double score) {}

    /** [d, d]. */
    public WeightMatrix matrix() {
        return SeriesDistance.strongest(slices, stacked);
    }

    /** Every ordered pair of different variables, surest first. */
    public List<Entry> entries() {
        int d = slices.size();
        List<String> names = slices.variables().names();
        List<Entry> all = new ArrayList<>();
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (i != j) {
                    int best = i;
                    for (int column = i; column < stacked.variables(); column += d) {
                        best = Math.abs(stacked.get(column, j)) > Math.abs(stacked.get(best, j)) ? column : best;
                    }
                    all.add(new Entry(names.get(i), names.get(j), slices.lag(best), Math.abs(stacked.get(best, j))));
                }
            }
        }
        all.sort(Comparator.comparingDouble(Entry::score).reversed());
        return all;
    }

    /**
     * Scores of directed pairs within a step, for series such as those of brain imaging: a partial correlation says
     * whether two are joined, and the shape of their distributions which way (the ratio of Hyvärinen and Smith 2013
     * with tanh; ridge and weights are ours).
     *
     * <p>Symbols: x in each site's own deviations; C = E xxᵀ; P = (C + 0.1 I)⁻¹; R_ij = C_ij (E x_i tanh x_j − E x_j
     * tanh x_i), positive when i → j:
     *
     * <pre>score_ij = |P_ij| / √(P_ii P_jj) · (1 where R_ij &gt; 0, else ½)</pre>
     *
     * <p>Both means are sums over rows, so sites could add them up. Not private: reads the rows of all sites.
     */
    public static final class NoiseScores {

        private static final double RIDGE = 0.1;
        private static final double DOUBTED = 0.5;

        private NoiseScores() {}

        /** [d, d] over the first columns; 0 on the diagonal. */
        public static WeightMatrix of(Sites sites, OpenedStatistics opened, int variables) {
            int d = variables;
            List<SufficientStatistics> statistics = opened.all();
            double[] correlation = new double[d * d];
            double[] bent = new double[d * d];
            double rows = 0;
            for (SufficientStatistics site : statistics) {
                rows += site.rows();
            }
            for (int p = 0; p < statistics.size(); p++) {
                add(sites.all().get(p).rows(), statistics.get(p), d, 1 / rows, correlation, bent);
            }
            DMatrixRMaj precision = new DMatrixRMaj(d, d);
            DMatrixRMaj ridged = DMatrixRMaj.wrap(d, d, correlation.clone());
            for (int i = 0; i < d; i++) {
                ridged.add(i, i, RIDGE);
            }
            CommonOps_DDRM.invert(ridged, precision);
            double[] scores = new double[d * d];
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    if (i != j) {
                        double partial =
                                Math.abs(precision.get(i, j)) / Math.sqrt(precision.get(i, i) * precision.get(j, j));
                        double ratio = correlation[i * d + j] * (bent[i * d + j] - bent[j * d + i]);
                        scores[i * d + j] = partial * (ratio > 0 ? 1 : DOUBTED);
                    }
                }
            }
            return WeightMatrix.ofRows(d, scores);
        }

        private static void add(
                RowSource rows, SufficientStatistics site, int d, double share, double[] correlation, double[] bent) {
            double[] z = new double[d];
            double[] t = new double[d];
            double[] scale = new double[d];
            for (int j = 0; j < d; j++) {
                double variance = site.covariance(j, j);
                scale[j] = variance > 0 ? 1 / Math.sqrt(variance) : 0;
            }
            rows.forEachRow(row -> {
                for (int j = 0; j < d; j++) {
                    z[j] = (row[j] - site.mean(j)) * scale[j];
                    t[j] = Math.tanh(z[j]);
                }
                for (int i = 0; i < d; i++) {
                    for (int j = 0; j < d; j++) {
                        correlation[i * d + j] += share * z[i] * z[j];
                        bent[i * d + j] += share * z[i] * t[j];
                    }
                }
            });
        }
    }
}
