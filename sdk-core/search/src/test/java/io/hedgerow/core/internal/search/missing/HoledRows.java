// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import io.hedgerow.core.data.RowSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.CholeskyDecomposition;
import org.apache.commons.math3.linear.RealMatrix;

/** Rows with missing cells, NaN, and what these let expect, from the formulas of every single row. */
final class HoledRows {

    private HoledRows() {}

    /** Covariances of d variables in units of their own, [d, d]: of a random mixture. */
    static double[] covariance(int d, Random random) {
        RealMatrix mixture = new Array2DRowRealMatrix(d, d);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                mixture.setEntry(i, j, (1 + i) * ((i == j ? 1 : 0) + 0.6 * random.nextGaussian()));
            }
        }
        return flat(mixture.multiply(mixture.transpose()));
    }

    /** Normal rows with means of 3 (j + 1), of which a share of the cells is missing. */
    static double[][] normal(double[] s, int n, double share, Random random) {
        int d = (int) Math.round(Math.sqrt(s.length));
        RealMatrix factor = new CholeskyDecomposition(matrix(d, s)).getL();
        double[][] rows = new double[n][];
        for (int r = 0; r < n; r++) {
            rows[r] = factor.operate(
                    random.doubles(d).map(u -> random.nextGaussian()).toArray());
            for (int j = 0; j < d; j++) {
                rows[r][j] = random.nextDouble() < share ? Double.NaN : rows[r][j] + 3 * (j + 1);
            }
        }
        return rows;
    }

    static Consumer<RowSource.RowConsumer> reading(double[][] rows) {
        return consumer -> {
            for (double[] row : rows) {
                consumer.accept(row.clone());
            }
        };
    }

    static SeenCells cells(double[][] rows) {
        return SeenCells.of(rows[0].length, 1, reading(rows));
    }

    static RealMatrix matrix(int d, double[] s) {
        RealMatrix matrix = new Array2DRowRealMatrix(d, d);
        for (int k = 0; k < s.length; k++) {
            matrix.setEntry(k / d, k % d, s[k]);
        }
        return matrix;
    }

    static double[] flat(RealMatrix matrix) {
        return Arrays.stream(matrix.getData()).flatMapToDouble(Arrays::stream).toArray();
    }

    /** T(S): the mean of the expected products. */
    static double[] step(SeenCells cells, double[] s) {
        return Arrays.stream(cells.expected(s).products())
                .map(value -> value / (double) cells.rows())
                .toArray();
    }

    static int[] columns(double[] row, boolean seen) {
        List<Integer> columns = new ArrayList<>();
        for (int j = 0; j < row.length; j++) {
            if (Double.isNaN(row[j]) != seen) {
                columns.add(j);
            }
        }
        return columns.stream().mapToInt(j -> j).toArray();
    }
}
