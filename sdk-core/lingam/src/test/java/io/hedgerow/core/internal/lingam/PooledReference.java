// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** DirectLiNGAM as a book would have it: rows in one place, residuals as columns, every formula spelled out. */
final class PooledReference {

    private PooledReference() {}

    /** The order of centred rows. */
    static int[] order(double[][] rows) {
        List<double[]> columns = new ArrayList<>();
        List<Integer> left = new ArrayList<>();
        for (int j = 0; j < rows[0].length; j++) {
            int column = j;
            columns.add(Arrays.stream(rows).mapToDouble(row -> row[column]).toArray());
            left.add(j);
        }
        int[] order = new int[left.size()];
        for (int position = 0; position < order.length; position++) {
            int next = 0;
            double best = Double.POSITIVE_INFINITY;
            for (int i = 0; i < columns.size(); i++) {
                double against = 0;
                for (int j = 0; j < columns.size(); j++) {
                    if (i != j) {
                        against += Math.pow(Math.min(0, ratio(columns.get(i), columns.get(j))), 2);
                    }
                }
                if (against < best) {
                    best = against;
                    next = i;
                }
            }
            order[position] = left.remove(next);
            double[] cause = columns.remove(next);
            columns.replaceAll(column -> residual(column, cause));
        }
        return order;
    }

    /** Above 0: x → y. */
    private static double ratio(double[] x, double[] y) {
        return entropy(y) + entropy(residual(x, y)) - entropy(x) - entropy(residual(y, x));
    }

    private static double[] residual(double[] of, double[] on) {
        double slope = dot(of, on) / dot(on, on);
        double[] residual = new double[of.length];
        for (int r = 0; r < of.length; r++) {
            residual[r] = of[r] - slope * on[r];
        }
        return residual;
    }

    private static double entropy(double[] x) {
        double scale = Math.sqrt(dot(x, x) / x.length);
        double even = 0;
        double odd = 0;
        for (double value : x) {
            double u = value / scale;
            even += Math.log(Math.cosh(u));
            odd += u * Math.exp(-u * u / 2);
        }
        return (1 + Math.log(2 * Math.PI)) / 2
                - 79.047 * Math.pow(even / x.length - 0.374567207491438, 2)
                - 7.4129 * Math.pow(odd / x.length, 2);
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int r = 0; r < a.length; r++) {
            sum += a[r] * b[r];
        }
        return sum;
    }
}
