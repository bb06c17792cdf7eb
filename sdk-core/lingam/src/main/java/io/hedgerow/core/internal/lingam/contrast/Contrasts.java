// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam.contrast;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SufficientStatistics;
import java.util.List;
import java.util.function.Consumer;

/** Computes the shape of noises by sums about each site's means, which add up over sites and could be masked. */
public interface Contrasts {

    /** The sums of linear combinations of the columns, u = Σ_c a_c (x_c − mean_c), a: [k][d]. */
    ContrastSums of(double[][] directions);

    /**
     * The sums of the combinations z, [m][d] and of variance 1, and of the residuals of each on each other, u = (z_i −
     * r_ij z_j) / √(1 − r_ij²), r: [m, m] row by row. Gives [m, m] row by row: at i, j the residual of i on j; on the
     * diagonal z_i itself.
     */
    ContrastSums ofPairs(double[][] directions, double[] correlations);

    /** The directions that may still be asked, fewer by 2 d for each {@link #ofPairs}; unlimited without rounds. */
    default int left() {
        return Integer.MAX_VALUE;
    }

    /** A site's contrasts. Its rows, the same ones at every call, are read once for every question. */
    static Contrasts ofSite(SufficientStatistics statistics, Consumer<RowSource.RowConsumer> rows) {
        return new SiteContrasts(statistics, rows);
    }

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
