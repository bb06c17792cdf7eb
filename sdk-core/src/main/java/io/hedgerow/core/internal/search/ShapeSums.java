// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SufficientStatistics;

/**
 * What a site's rows say beyond second moments: sums over rows of z_j z_i² and of z_i⁴, z being a column less the
 * site's mean over the site's deviation. Linear relations with normal noises leave the third moments at 0 and the
 * fourth at 3, so they show where these fail, without another look at the rows once a network is known.
 */
final class ShapeSums {

    private static final int BLOCK = 16;

    private final int variables;
    private final double[] mean;
    private final double[] scale;
    /** Rows that wait to be added together: each line of third moments is then fetched once for all of them. */
    private final double[][] waiting;

    private int next;
    /** Σ z_i² z_j at [i, j]. */
    private final double[][] third;

    private final double[] fourth;
    private long rows;

    private ShapeSums(SufficientStatistics statistics) {
        variables = statistics.variables();
        mean = new double[variables];
        scale = new double[variables];
        waiting = new double[BLOCK][variables];
        third = new double[variables][variables];
        fourth = new double[variables];
        for (int i = 0; i < variables; i++) {
            double variance = statistics.covariance(i, i);
            mean[i] = statistics.mean(i);
            scale[i] = variance > 0 ? 1 / Math.sqrt(variance) : 0;
        }
    }

    /** Reads all rows once more; nothing of data without rows. */
    static ShapeSums of(DataView view) {
        ShapeSums sums = new ShapeSums(view.statistics());
        if (view.hasRows()) {
            view.forEachRow(sums::add);
            sums.addWaiting();
        }
        return sums;
    }

    private void add(double[] row) {
        rows++;
        double[] z = waiting[next++];
        for (int i = 0; i < variables; i++) {
            z[i] = (row[i] - mean[i]) * scale[i];
        }
        if (next == BLOCK) {
            addWaiting();
        }
    }

    private void addWaiting() {
        for (int i = 0; i < variables; i++) {
            double[] own = third[i];
            for (int r = 0; r < next; r++) {
                double[] z = waiting[r];
                double square = z[i] * z[i];
                fourth[i] += square * square;
                for (int j = 0; j < variables; j++) {
                    own[j] += square * z[j];
                }
            }
        }
        next = 0;
    }

    long rows() {
        return rows;
    }

    /** Σ z_i² z_j. */
    double third(int i, int j) {
        return third[i][j];
    }

    /** Σ z_i⁴. */
    double fourth(int i) {
        return fourth[i];
    }
}
