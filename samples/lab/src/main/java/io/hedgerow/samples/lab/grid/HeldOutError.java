// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.grid;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.learn.sites.NamedSite;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The root of the mean squared error of predictions of rows that were held out, over all their variables.
 *
 * <p>Symbols: z a row less the mean μ of the rows that trained, x its first d entries (x_t), y the others (its lags), W
 * [d, d] and A [q − d, d] of the network. From the past alone, as a forecast of one step: x̂ = y A (I − W)⁻¹. From the
 * parents, of which some are of the same step: x̂ = x W + y A. A site whose rows trained is predicted by its own
 * network where the method gives one; every other row by the common one.
 *
 * @param past of forecasts; NaN without lags
 * @param parents of predictions from all causes
 * @param rows number of predicted rows
 */
public record HeldOutError(double past, double parents, long rows) {

    /** Holds out a fold, from 0, of at least 2 and no more than there are units. */
    public static FoldedRows.Fold divide(FoldedRows rows, int fold, int folds) {
        if (folds < 2 || folds > rows.units()) {
            throw new IllegalArgumentException("folds must be from 2 to the number of "
                    + (rows.isOfSeries() ? "time series" : "rows") + ", which is " + rows.units() + ", were " + folds);
        }
        return rows.fold(fold, folds);
    }

    /** The error of a network on what was held out. */
    public static HeldOutError of(FoldedRows rows, FoldedRows.Fold fold, LearnedNetwork found) {
        SufficientStatistics training = pooled(fold.training().all());
        double[] mean = IntStream.range(0, rows.schema().size())
                .mapToDouble(training::mean)
                .toArray();
        List<SiteId> names = SiteId.numbered(fold.training().all().size());
        double[] sums = new double[2];
        long count = 0;
        for (int p = 0; p < rows.sites().size(); p++) {
            int place = fold.trained().indexOf(p);
            WeightMatrix network = (place < 0
                            ? found.named()
                            : found.personal().getOrDefault(names.get(place), found.named()))
                    .weights();
            double[][] forecast = forecast(network, rows.targets());
            for (double[] row : fold.heldOut().get(p)) {
                add(network, forecast, mean, row, rows.targets(), sums);
                count++;
            }
        }
        double cells = count * (double) rows.targets();
        return new HeldOutError(
                rows.isOfSeries() ? Math.sqrt(sums[0] / cells) : Double.NaN, Math.sqrt(sums[1] / cells), count);
    }

    private static SufficientStatistics pooled(List<NamedSite> training) {
        return training.stream()
                .map(site -> InsecureOpenSites.statistics(site.data()))
                .reduce(SufficientStatistics::merge)
                .orElseThrow();
    }

    /** A (I − W)⁻¹ as A + A W + A W² + …, which ends because W has no cycle; [q − d][d]. */
    static double[][] forecast(WeightMatrix network, int d) {
        double[][] sum = new double[network.variables() - d][d];
        for (int i = 0; i < sum.length; i++) {
            double[] term = new double[d];
            for (int j = 0; j < d; j++) {
                term[j] = network.get(d + i, j);
            }
            boolean more = true;
            for (int power = 0; more && power < d; power++) {
                double[] next = new double[d];
                more = false;
                for (int h = 0; h < d; h++) {
                    sum[i][h] += term[h];
                    for (int j = 0; term[h] != 0 && j < d; j++) {
                        next[j] += term[h] * network.get(h, j);
                        more |= next[j] != 0;
                    }
                }
                term = next;
            }
        }
        return sum;
    }

    private static void add(
            WeightMatrix network, double[][] forecast, double[] mean, double[] row, int d, double[] sums) {
        for (int j = 0; j < d; j++) {
            double past = 0;
            double parents = 0;
            for (int i = 0; i < row.length; i++) {
                parents += network.get(i, j) * (row[i] - mean[i]);
                past += i < d ? 0 : forecast[i - d][j] * (row[i] - mean[i]);
            }
            double own = row[j] - mean[j];
            sums[0] += (own - past) * (own - past);
            sums[1] += (own - parents) * (own - parents);
        }
    }
}
