// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

import java.util.Arrays;

/** Sums rows by weights, four at a time, in loops over at most five arrays, which Java 17 vectorises without flags. */
final class WeightedRows {

    private WeightedRows() {}

    /** out = Σ_q weight[q] rows[q], q = from, …, from + count − 1; 0 when there is none. */
    static void set(int from, int count, double[] weight, double[][] rows, double[] out, int width) {
        int q = from;
        int last = from + count;
        switch (count) {
            case 0 -> {
                Arrays.fill(out, 0, width, 0);
                return;
            }
            case 1 -> {
                set1(weight[q], rows[q], out, width);
                return;
            }
            case 2 -> {
                set2(weight[q], weight[q + 1], rows[q], rows[q + 1], out, width);
                return;
            }
            case 3 -> {
                set3(weight[q], weight[q + 1], weight[q + 2], rows[q], rows[q + 1], rows[q + 2], out, width);
                return;
            }
            default -> {
                set4(q, weight, rows, out, width);
                q += 4;
            }
        }
        for (; q + 3 < last; q += 4) {
            add4(q, weight, rows, out, width);
        }
        for (; q + 1 < last; q += 2) {
            add2(weight[q], weight[q + 1], rows[q], rows[q + 1], out, width);
        }
        if (q < last) {
            add1(weight[q], rows[q], out, width);
        }
    }

    private static void set1(double a, double[] x, double[] out, int width) {
        for (int j = 0; j < width; j++) {
            out[j] = a * x[j];
        }
    }

    private static void set2(double a, double b, double[] x, double[] y, double[] out, int width) {
        for (int j = 0; j < width; j++) {
            out[j] = a * x[j] + b * y[j];
        }
    }

    private static void set3(
            double a, double b, double c, double[] x, double[] y, double[] z, double[] out, int width) {
        for (int j = 0; j < width; j++) {
            out[j] = a * x[j] + b * y[j] + c * z[j];
        }
    }

    private static void set4(int q, double[] weight, double[][] rows, double[] out, int width) {
        double a = weight[q];
        double b = weight[q + 1];
        double c = weight[q + 2];
        double d = weight[q + 3];
        double[] x = rows[q];
        double[] y = rows[q + 1];
        double[] z = rows[q + 2];
        double[] u = rows[q + 3];
        for (int j = 0; j < width; j++) {
            out[j] = a * x[j] + b * y[j] + c * z[j] + d * u[j];
        }
    }

    private static void add1(double a, double[] x, double[] out, int width) {
        for (int j = 0; j < width; j++) {
            out[j] += a * x[j];
        }
    }

    private static void add2(double a, double b, double[] x, double[] y, double[] out, int width) {
        for (int j = 0; j < width; j++) {
            out[j] = out[j] + a * x[j] + b * y[j];
        }
    }

    private static void add4(int q, double[] weight, double[][] rows, double[] out, int width) {
        double a = weight[q];
        double b = weight[q + 1];
        double c = weight[q + 2];
        double d = weight[q + 3];
        double[] x = rows[q];
        double[] y = rows[q + 1];
        double[] z = rows[q + 2];
        double[] u = rows[q + 3];
        for (int j = 0; j < width; j++) {
            out[j] = out[j] + a * x[j] + b * y[j] + c * z[j] + d * u[j];
        }
    }
}
