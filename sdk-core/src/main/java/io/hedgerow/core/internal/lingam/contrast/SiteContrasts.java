// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam.contrast;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SufficientStatistics;
import java.util.function.Consumer;

/**
 * One site's part: reads its rows once for every question and answers with sums. Keeps nothing of the rows but their
 * means. A row costs O(m d + m²) for pairs of m combinations, O(k d) for k directions.
 */
final class SiteContrasts implements Contrasts {

    /** With |r| nearer to 1 only rounding is left. */
    private static final double NOTHING_LEFT = 1e-10;

    private final Consumer<RowSource.RowConsumer> rows;
    private final double[] mean;
    private final long count;

    SiteContrasts(SufficientStatistics statistics, Consumer<RowSource.RowConsumer> rows) {
        this.rows = rows;
        this.count = statistics.rows();
        this.mean = new double[statistics.variables()];
        for (int c = 0; c < mean.length; c++) {
            mean[c] = statistics.mean(c);
        }
    }

    @Override
    public ContrastSums of(double[][] directions) {
        RowSums sums = new RowSums(directions.length);
        double[] z = new double[directions.length];
        read(
                row -> {
                    project(directions, row, z);
                    for (int k = 0; k < z.length; k++) {
                        sums.add(k, z[k]);
                    }
                },
                sums);
        return sums.total(count);
    }

    @Override
    public ContrastSums ofPairs(double[][] directions, double[] correlations) {
        int m = directions.length;
        double[] scale = new double[m * m];
        for (int k = 0; k < scale.length; k++) {
            double left = 1 - correlations[k] * correlations[k];
            scale[k] = left > NOTHING_LEFT ? 1 / Math.sqrt(left) : 0;
        }
        RowSums sums = new RowSums(m * m);
        double[] z = new double[m];
        read(
                row -> {
                    project(directions, row, z);
                    for (int i = 0; i < m; i++) {
                        for (int j = 0; j < m; j++) {
                            int k = i * m + j;
                            sums.add(k, i == j ? z[i] : (z[i] - correlations[k] * z[j]) * scale[k]);
                        }
                    }
                },
                sums);
        return sums.total(count);
    }

    private void project(double[][] directions, double[] row, double[] z) {
        for (int k = 0; k < z.length; k++) {
            double[] direction = directions[k];
            double sum = 0;
            for (int c = 0; c < mean.length; c++) {
                sum += direction[c] * (row[c] - mean[c]);
            }
            z[k] = sum;
        }
    }

    private void read(RowSource.RowConsumer consumer, RowSums sums) {
        long[] seen = {0};
        rows.accept(row -> {
            consumer.accept(row);
            sums.endRow();
            seen[0]++;
        });
        if (seen[0] != count) {
            throw new DataException("a site's rows must be the same at every reading, were " + count + " at first and "
                    + seen[0] + " later: give a source that does not change during the run");
        }
    }
}
