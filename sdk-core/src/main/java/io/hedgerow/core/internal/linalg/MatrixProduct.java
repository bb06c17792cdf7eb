package io.hedgerow.core.internal.linalg;

import java.util.Arrays;

/**
 * Adds matrix products to row-major matrices; the same inputs give the same bits on every machine.
 *
 * <p>Eight rows of the right factor are copied to eight arrays of their own and the row of the result to a ninth, because
 * the compiler vectorises a loop whose arrays all run over the same index. Fused multiply-add is avoided: it is slow
 * where the hardware lacks it.
 *
 * <p>Holds its work space (130 KiB): reuse an instance, but never from two threads at once.
 */
public final class MatrixProduct {

    /** Rows of the right factor that one pass consumes. */
    private static final int GROUP = 8;
    /** Rows and columns of the copied panel: it stays in the second-level cache. */
    private static final int DEPTH = 64;

    private static final int WIDTH = 256;

    private final double[][] panel = new double[DEPTH][WIDTH];
    private final double[] result = new double[WIDTH];
    private final double[] tail = new double[GROUP];
    private double[] transposed = new double[0];

    /** Allocates the work space. */
    public MatrixProduct() {}

    /**
     * C += A B.
     *
     * @param m rows of A and C
     * @param k columns of A, rows of B
     * @param n columns of B and C
     * @param a [m, k], not modified
     * @param b [k, n], not modified
     * @param c [m, n], neither a nor b
     */
    public void add(int m, int k, int n, double[] a, double[] b, double[] c) {
        requireSize("a", a, m, k);
        requireSize("b", b, k, n);
        requireSize("c", c, m, n);
        for (int j = 0; j < n; j += WIDTH) {
            int width = Math.min(WIDTH, n - j);
            for (int p = 0; p < k; p += DEPTH) {
                int depth = Math.min(DEPTH, k - p);
                copyPanel(b, p * n + j, n, depth, width);
                for (int i = 0; i < m; i++) {
                    addRow(a, i * k + p, depth, c, i * n + j, 0, width);
                }
            }
        }
    }

    /**
     * S += XᵀX for a symmetric S, at about half the cost of a general product. Rows can come in blocks of any size; blocks
     * of 64 or more are the fastest.
     *
     * @param rows rows of X in use
     * @param d columns of X
     * @param x [at least rows, d], not modified
     * @param s [d, d], symmetric; exactly symmetric afterwards
     */
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
                for (int i = 0; i < j + width; i++) {
                    // Starts at a multiple of eight: the few entries left of the diagonal are overwritten below.
                    int from = Math.max(0, i - j) / GROUP * GROUP;
                    addRow(transposed, i * DEPTH, depth, s, i * d + j, from, width);
                }
            }
        }
        mirror(d, s);
    }

    private static void requireSize(String name, double[] matrix, int rows, int columns) {
        if (rows < 0 || columns < 0 || matrix.length < (long) rows * columns) {
            throw new IllegalArgumentException(name + " must hold [" + rows + ", " + columns + "], had room for "
                    + matrix.length + " numbers");
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

    /** Adds coefficients times panel to the columns from, …, to − 1 of one row of the result. */
    private void addRow(double[] coefficients, int at, int depth, double[] c, int cAt, int from, int to) {
        System.arraycopy(c, cAt + from, result, from, to - from);
        int p = 0;
        for (; p + GROUP <= depth; p += GROUP) {
            addGroup(coefficients, at + p, panel, p, result, from, to);
        }
        if (p < depth) {
            Arrays.fill(tail, 0);
            System.arraycopy(coefficients, at + p, tail, 0, depth - p);
            addGroup(tail, 0, panel, p, result, from, to);
        }
        System.arraycopy(result, from, c, cAt + from, to - from);
    }

    private static void addGroup(double[] x, int at, double[][] panel, int p, double[] c, int from, int to) {
        double x0 = x[at];
        double x1 = x[at + 1];
        double x2 = x[at + 2];
        double x3 = x[at + 3];
        double x4 = x[at + 4];
        double x5 = x[at + 5];
        double x6 = x[at + 6];
        double x7 = x[at + 7];
        double[] b0 = panel[p];
        double[] b1 = panel[p + 1];
        double[] b2 = panel[p + 2];
        double[] b3 = panel[p + 3];
        double[] b4 = panel[p + 4];
        double[] b5 = panel[p + 5];
        double[] b6 = panel[p + 6];
        double[] b7 = panel[p + 7];
        for (int j = from; j < to; j++) {
            c[j] = c[j]
                    + x0 * b0[j]
                    + x1 * b1[j]
                    + x2 * b2[j]
                    + x3 * b3[j]
                    + x4 * b4[j]
                    + x5 * b5[j]
                    + x6 * b6[j]
                    + x7 * b7[j];
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
