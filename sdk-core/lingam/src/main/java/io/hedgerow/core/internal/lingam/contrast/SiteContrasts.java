// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam.contrast;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SufficientStatistics;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Computes the contrasts of a site: reads its rows again for every request, and keeps their means. A row costs O(m d +
 * m²) for m² pairs, else O(k d).
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

    /**
     * Sums the two contrasts over rows. log cosh u = |u| + log(1 + e^(−2|u|)) − log 2; the factors 1 + e^(−2|u|), each
     * in (1, 2], are multiplied, and their logarithm is taken once in many rows. Not thread-safe.
     */
    static final class RowSums {

        private static final int ROWS_OF_A_PRODUCT = 512;

        private static final double LOG2 = Math.log(2);

        private final double[] even;
        private final double[] odd;
        private final double[] product;
        private int pending;

        RowSums(int variables) {
            even = new double[variables];
            odd = new double[variables];
            product = new double[variables];
            Arrays.fill(product, 1);
        }

        void add(int k, double u) {
            double size = Math.abs(u);
            even[k] += size;
            product[k] *= 1 + Math.exp(-2 * size);
            odd[k] += u * Math.exp(-0.5 * u * u);
        }

        void endRow() {
            if (++pending == ROWS_OF_A_PRODUCT) {
                flush();
            }
        }

        ContrastSums total(long rows) {
            flush();
            double[] evens = even.clone();
            for (int k = 0; k < evens.length; k++) {
                evens[k] -= rows * LOG2;
            }
            return new ContrastSums(rows, evens, odd.clone());
        }

        private void flush() {
            for (int k = 0; k < product.length; k++) {
                even[k] += Math.log(product[k]);
                product[k] = 1;
            }
            pending = 0;
        }
    }
}
