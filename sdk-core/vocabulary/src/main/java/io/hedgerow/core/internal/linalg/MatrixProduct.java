// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.linalg;

import java.util.Arrays;

/**
 * Adds matrix products to row-major matrices; the same inputs give the same bits on every machine. Three rows of the
 * right factor and two rows of the result are copied to arrays of their own, because the compiler vectorises a loop
 * whose arrays all run over the same index. Two by three is the largest such loop that the compiler of Java 17 still
 * unrolls without flags: with one by eight it stays scalar, and four times slower, unless the trip count is a constant.
 * Fused multiply-add is avoided: it is slow where the hardware lacks it. Holds its work space (140 KiB): never for two
 * threads at once.
 */
public final class MatrixProduct {

    /** Rows of the right factor that one pass consumes. */
    private static final int GROUP = 3;
    /** Rows and columns of the copied panel: it stays in the second-level cache. */
    private static final int DEPTH = 66;

    private static final int WIDTH = 256;
    /** Columns left of the diagonal are rounded to this many, so that vectors stay aligned. */
    private static final int VECTOR = 8;

    private final double[][] panel = new double[DEPTH][WIDTH];
    private final double[] upper = new double[WIDTH];
    private final double[] lower = new double[WIDTH];
    private final double[] tail = new double[2 * GROUP];
    private double[] transposed = new double[0];

    public MatrixProduct() {}

    /** C += A B of A: [m, k] and B: [k, n]; C is neither of them. */
    public void add(int m, int k, int n, double[] a, double[] b, double[] c) {
        requireSize("a", a, m, k);
        requireSize("b", b, k, n);
        requireSize("c", c, m, n);
        for (int j = 0; j < n; j += WIDTH) {
            int width = Math.min(WIDTH, n - j);
            for (int p = 0; p < k; p += DEPTH) {
                int depth = Math.min(DEPTH, k - p);
                copyPanel(b, p * n + j, n, depth, width);
                for (int i = 0; i < m; i += 2) {
                    int next = i + 1 < m ? 1 : 0;
                    addRows(a, i * k + p, next * k, depth, c, i * n + j, next * n, 0, width);
                }
            }
        }
    }

    /** S += XᵀX for X: [at least rows, d], at half the cost of a product; blocks of 66 rows or more are the fastest. */
    public void addGram(int rows, int d, double[] x, double[] s) {
        requireSize("x", x, rows, d);
        requireSize("s", s, d, d);
        if (transposed.length < d * DEPTH) {
            transposed = new double[d * DEPTH];
        }
        for (int p = 0; p < rows; p += DEPTH) {
            int depth = Math.min(DEPTH, rows - p);
            transpose(x, p * d, depth, d);
            for (int j = 0; j < d; j += WIDTH) {
                int width = Math.min(WIDTH, d - j);
                copyPanel(x, p * d + j, d, depth, width);
                for (int i = 0; i < j + width; i += 2) {
                    // What this adds left of the diagonal is overwritten below.
                    int from = Math.max(0, i - j) / VECTOR * VECTOR;
                    int next = i + 1 < d ? 1 : 0;
                    addRows(transposed, i * DEPTH, next * DEPTH, depth, s, i * d + j, next * d, from, width);
                }
            }
        }
        mirror(d, s);
    }

    private static void requireSize(String name, double[] matrix, int rows, int columns) {
        if (rows < 0 || columns < 0 || matrix.length < (long) rows * columns) {
            throw new IllegalArgumentException(
                    name + " must hold [" + rows + ", " + columns + "], had room for " + matrix.length + " numbers");
        }
    }

    /** Rows beyond the depth up to the next full group become 0. */
    private void copyPanel(double[] b, int at, int stride, int depth, int width) {
        for (int p = 0; p < depth; p++) {
            System.arraycopy(b, at + p * stride, panel[p], 0, width);
        }
        for (int p = depth; p % GROUP != 0; p++) {
            Arrays.fill(panel[p], 0, width, 0);
        }
    }

    private void transpose(double[] x, int at, int depth, int d) {
        double[] target = transposed;
        for (int p = 0; p < depth; p++) {
            int row = at + p * d;
            for (int i = 0; i < d; i++) {
                target[i * DEPTH + p] = x[row + i];
            }
        }
    }

    /**
     * Adds coefficients times panel to the columns from, …, to − 1 of two rows of the result, which are {@code cNext}
     * apart; their coefficients are {@code next} apart. Both are 0 for one row alone.
     */
    private void addRows(
            double[] coefficients, int at, int next, int depth, double[] c, int cAt, int cNext, int from, int to) {
        System.arraycopy(c, cAt + from, upper, from, to - from);
        System.arraycopy(c, cAt + cNext + from, lower, from, to - from);
        int p = 0;
        for (; p + GROUP <= depth; p += GROUP) {
            addGroup(coefficients, at + p, at + next + p, p, from, to);
        }
        if (p < depth) {
            Arrays.fill(tail, 0);
            System.arraycopy(coefficients, at + p, tail, 0, depth - p);
            System.arraycopy(coefficients, at + next + p, tail, GROUP, depth - p);
            addGroup(tail, 0, GROUP, p, from, to);
        }
        System.arraycopy(lower, from, c, cAt + cNext + from, to - from);
        System.arraycopy(upper, from, c, cAt + from, to - from);
    }

    private void addGroup(double[] coefficients, int x, int y, int p, int from, int to) {
        double x0 = coefficients[x];
        double x1 = coefficients[x + 1];
        double x2 = coefficients[x + 2];
        double y0 = coefficients[y];
        double y1 = coefficients[y + 1];
        double y2 = coefficients[y + 2];
        double[] b0 = panel[p];
        double[] b1 = panel[p + 1];
        double[] b2 = panel[p + 2];
        double[] c = upper;
        double[] d = lower;
        for (int j = from; j < to; j++) {
            double u = b0[j];
            double v = b1[j];
            double w = b2[j];
            c[j] = c[j] + x0 * u + x1 * v + x2 * w;
            d[j] = d[j] + y0 * u + y1 * v + y2 * w;
        }
    }

    /** Copies the upper triangle to the lower one, tile by tile so that both stay in cache. */
    private static void mirror(int d, double[] s) {
        int tile = 32;
        for (int rows = 0; rows < d; rows += tile) {
            for (int columns = 0; columns <= rows; columns += tile) {
                for (int i = rows; i < Math.min(rows + tile, d); i++) {
                    for (int j = columns; j < Math.min(columns + tile, i); j++) {
                        s[i * d + j] = s[j * d + i];
                    }
                }
            }
        }
    }
}
