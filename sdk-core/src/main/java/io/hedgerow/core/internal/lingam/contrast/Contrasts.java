// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam.contrast;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SufficientStatistics;
import java.util.List;
import java.util.function.Consumer;

/**
 * What is asked of rows: how the noises of linear combinations of their columns are shaped. Every answer is a sum over
 * rows, each about its own site's means, so that the answers of sites add up to that of all, and could be masked.
 */
public interface Contrasts {

    /** Of linear combinations of the columns, u = Σ_c a_c (x_c − mean_c), a: [k][d]. */
    ContrastSums of(double[][] directions);

    /**
     * Of what is left of each combination when each other one is regressed out of it, u = (z_i − r_ij z_j) / √(1 −
     * r_ij²), and of the combinations themselves.
     *
     * @param directions of z: [m][d], of variance 1
     * @param correlations r: [m, m] row by row, of the z
     * @return [m, m] row by row: at i, j what is left of i without j; on the diagonal z_i itself
     */
    ContrastSums ofPairs(double[][] directions, double[] correlations);

    /**
     * How many directions of {@link #of} may still be asked, fewer by 2 d for each {@link #ofPairs}; so many that it
     * does not matter, unless every question is a round of a study.
     */
    default int left() {
        return Integer.MAX_VALUE;
    }

    /**
     * Of a site's rows, the same ones at every call, which are read once for every question. Keeps nothing but the
     * means.
     */
    static Contrasts ofSite(SufficientStatistics statistics, Consumer<RowSource.RowConsumer> rows) {
        return new SiteContrasts(statistics, rows);
    }

    /** The same question to several sites, with sums for answers. */
    static Contrasts sum(List<? extends Contrasts> sites) {
        List<Contrasts> all = List.copyOf(sites);
        return new Contrasts() {
            @Override
            public ContrastSums of(double[][] directions) {
                return all.stream()
                        .map(site -> site.of(directions))
                        .reduce(ContrastSums::plus)
                        .orElseThrow();
            }

            @Override
            public ContrastSums ofPairs(double[][] directions, double[] correlations) {
                return all.stream()
                        .map(site -> site.ofPairs(directions, correlations))
                        .reduce(ContrastSums::plus)
                        .orElseThrow();
            }
        };
    }
}
