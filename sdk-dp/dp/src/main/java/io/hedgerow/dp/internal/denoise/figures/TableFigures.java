// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.figures;

import io.hedgerow.core.search.ReleasedFigures;
import io.hedgerow.core.search.ReleasedFigures.Margin;
import io.hedgerow.core.search.ReleasedFigures.Pair;
import io.hedgerow.core.search.ReleasedFigures.Range;
import io.hedgerow.core.search.ReleasedFigures.Statistic;
import io.hedgerow.dp.internal.denoise.table.NoisyTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What noisy tables of categories tell of margins and pairs: shares of a table of n rows have the error of its noise
 * and that of as many rows, √(p / n) of a cell. Post-processing: costs no budget.
 */
public final class TableFigures {

    private final NoisyTables tables;

    public TableFigures(NoisyTables tables) {
        this.tables = tables;
    }

    public ReleasedFigures find() {
        int d = tables.variables();
        List<Margin> margins = new ArrayList<>();
        List<Pair> pairs = new ArrayList<>();
        double[][] shares = new double[d][];
        for (int v = 0; v < d; v++) {
            NoisyTables.Table own = tables.of(v).orElseThrow();
            double total = Math.max(1, own.counts().total());
            shares[v] = own.counts().counts();
            for (int l = 0; l < shares[v].length; l++) {
                shares[v][l] /= total;
                Range range = PairFigures.share(shares[v][l], Math.sqrt(own.variance()) / total, total);
                margins.add(new Margin(v, Statistic.SHARE, l, range));
            }
        }
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d; j++) {
                Optional<NoisyTables.Table> both = tables.of(i, j);
                if (both.isPresent()) {
                    pairs.add(new Pair(i, j, dependence(both.get(), shares[i], shares[j])));
                }
            }
        }
        return new ReleasedFigures(margins, pairs);
    }

    /** The level of the first variable changes fastest in a table. */
    private static Range dependence(NoisyTables.Table both, double[] first, double[] second) {
        double total = Math.max(1, both.counts().total());
        double[] covariance = new double[first.length * second.length];
        double[] deviations = new double[covariance.length];
        double least = 1 / total;
        for (int a = 0; a < first.length; a++) {
            for (int b = 0; b < second.length; b++) {
                double share = both.counts().count(a + b * first.length) / total;
                double expected = first[a] * second[b];
                covariance[a * second.length + b] = share - expected;
                double chance = Math.max(least, Math.max(share, expected)) / total;
                deviations[a * second.length + b] = Math.sqrt(both.variance() / total / total + chance);
            }
        }
        double size = Math.sqrt(PairFigures.sizeOfLevels(first) * PairFigures.sizeOfLevels(second));
        return PairFigures.dependence(covariance, first.length, true, true, deviations, Math.max(least, size));
    }
}
