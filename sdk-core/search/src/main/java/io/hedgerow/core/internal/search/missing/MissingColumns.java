// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import io.hedgerow.core.internal.linalg.SmallCholesky;

/** What precisions tell of the columns M that rows lack: K_MM⁻¹ and K_MM⁻¹ K_MO, by {@link SeenCells}. Immutable. */
final class MissingColumns {
    private final int d;
    private final double[] k;
    private final int[] columns;
    private final double[] inverse;
    private final double logDeterminant;
    /** K_MM⁻¹ K_M:, row by row: [|M|][d]; 0 at M. */
    private final double[][] slopes;

    MissingColumns(Precisions precision, int[] columns) {
        this.d = precision.d();
        this.k = precision.k();
        this.columns = columns;
        int m = columns.length;
        double[] factor = new double[m * m];
        for (int a = 0; a < m; a++) {
            for (int b = 0; b < m; b++) {
                factor[a * m + b] = k[columns[a] * d + columns[b]];
            }
        }
        Precisions.requireFactor(SmallCholesky.factor(factor, m, 0));
        this.inverse = new double[m * m];
        SmallCholesky.invert(factor, m, inverse);
        double logs = 0;
        this.slopes = new double[m][d];
        for (int a = 0; a < m; a++) {
            logs += 2 * Math.log(factor[a * (m + 1)]);
            double[] row = slopes[a];
            for (int b = 0; b < m; b++) {
                double of = inverse[a * m + b];
                int from = columns[b] * d;
                for (int j = 0; j < d; j++) {
                    row[j] += of * k[from + j];
                }
            }
            for (int column : columns) {
                row[column] = 0;
            }
        }
        this.logDeterminant = logs;
    }

    /** Writes the expected deviations of missing cells. */
    void fill(double[] y) {
        for (int a = 0; a < columns.length; a++) {
            double sum = 0;
            for (int j = 0; j < d; j++) {
                sum -= slopes[a][j] * y[j];
            }
            y[columns[a]] = sum;
        }
    }

    void addCovariance(double times, double[] into) {
        int m = columns.length;
        for (int a = 0; a < m; a++) {
            for (int b = 0; b < m; b++) {
                into[columns[a] * d + columns[b]] += times * inverse[a * m + b];
            }
        }
    }

    /** ln det K_MM. */
    double logDeterminant() {
        return logDeterminant;
    }

    /** Adds W_O of rows that have some columns, its upper triangle. */
    void addPrecisions(double times, int[] seen, double[] into) {
        for (int x = 0; x < seen.length; x++) {
            int row = seen[x] * d;
            for (int y = x; y < seen.length; y++) {
                into[row + seen[y]] += times * k[row + seen[y]];
            }
            for (int a = 0; a < columns.length; a++) {
                double of = times * k[row + columns[a]];
                for (int y = x; y < seen.length; y++) {
                    into[row + seen[y]] -= of * slopes[a][seen[y]];
                }
            }
        }
    }
}
