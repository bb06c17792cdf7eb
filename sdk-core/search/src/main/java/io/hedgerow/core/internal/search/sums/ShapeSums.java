// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.internal.linalg.MatrixProduct;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Sums over a site's rows of z_j z_i² and z_i⁴, z being a column less the site's mean over the site's deviation. Linear
 * relations with normal noises have third moments 0 and fourth 3, so they show where these fail, without another look
 * at the rows once a network is known.
 */
final class ShapeSums {

    /** Rows that are added together, as many as the product takes at a time. */
    private static final int BLOCK = 66;

    private final int variables;
    private final double[] mean;
    private final double[] scale;
    private final MatrixProduct product = new MatrixProduct();
    /** Rows that wait, and their squares column by column. */
    private final double[] waiting;

    private final double[] squares;
    private int next;
    /** Σ z_i² z_j at [i, j]. */
    private final double[] third;

    private final double[] fourth;
    private long rows;

    private ShapeSums(SufficientStatistics statistics) {
        variables = statistics.variables();
        mean = new double[variables];
        scale = new double[variables];
        waiting = new double[BLOCK * variables];
        squares = new double[variables * BLOCK];
        third = new double[variables * variables];
        fourth = new double[variables];
        for (int i = 0; i < variables; i++) {
            double variance = statistics.covariance(i, i);
            mean[i] = statistics.mean(i);
            scale[i] = variance > 0 ? 1 / Math.sqrt(variance) : 0;
        }
    }

    /** Reads all rows once more; zeros of data without rows. */
    static ShapeSums of(DataView view) {
        return view.hasRows() ? of(view.statistics(), view::forEachRow) : new ShapeSums(view.statistics());
    }

    /** Takes the rows of some columns, with their statistics. */
    static ShapeSums of(SufficientStatistics statistics, Consumer<RowSource.RowConsumer> rows) {
        ShapeSums sums = new ShapeSums(statistics);
        rows.accept(sums::add);
        sums.addWaiting();
        return sums;
    }

    private void add(double[] row) {
        rows++;
        for (int i = 0; i < variables; i++) {
            double z = (row[i] - mean[i]) * scale[i];
            double square = z * z;
            waiting[next * variables + i] = z;
            squares[i * BLOCK + next] = square;
            fourth[i] += square * square;
        }
        if (++next == BLOCK) {
            addWaiting();
        }
    }

    private void addWaiting() {
        Arrays.fill(waiting, next * variables, waiting.length, 0);
        product.add(variables, BLOCK, variables, squares, waiting, third);
        next = 0;
    }

    long rows() {
        return rows;
    }

    double third(int i, int j) {
        return third[i * variables + j];
    }

    double fourth(int i) {
        return fourth[i];
    }
}
