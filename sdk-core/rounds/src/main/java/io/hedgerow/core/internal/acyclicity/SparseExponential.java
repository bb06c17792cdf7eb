// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The trace and the needed entries of e^A − I on one component, from F = e^B − I, B = A / 2, and e^A − I = 2F + F².
 *
 * <p>F is a Taylor sum by Horner's rule, Z_k = I + (B / k) Z_{k+1} and F = B Z_2, as sums of dense rows, in blocks of
 * columns that stay in cache. Of F² only the entries (j, i) of the edges i → j and the diagonal are computed, n
 * multiplications each: as much as one more term, for half the norm and so about two thirds of the terms. Nothing
 * cancels, because A ≥ 0: every entry is as exact as its {@link TaylorDegree} allows.
 *
 * <p>Several blocks, and the rows of F², are shared out over the common pool; every number is computed by one thread in
 * one order, so the result does not depend on threads. Cost: (degree + 3) · n · nnz(A) multiplications; 4 n² numbers.
 * Not thread-safe.
 */
final class SparseExponential {

    /** Widest block of columns: two buffers of 1000 rows fit a second-level cache of 2 MiB. */
    private static final int MAX_WIDTH = 128;

    private final Component component;
    private final int n;
    private final Block[] blocks;
    private final double[] rowTrace;
    /** F and its transpose. */
    private final double[][] f;

    private final double[][] transposed;

    SparseExponential(Component component) {
        this.component = component;
        this.n = component.size();
        int count = (n + MAX_WIDTH - 1) / MAX_WIDTH;
        int width = ((n + count - 1) / count + 7) / 8 * 8;
        this.blocks = new Block[count];
        for (int b = 0; b < count; b++) {
            blocks[b] = new Block(b * width, Math.min((b + 1) * width, n), width);
        }
        this.rowTrace = new double[n];
        this.f = new double[n][n];
        this.transposed = new double[n][n];
    }

    /** tr(e^A) − n by terms up to degree K ≥ 2; {@code sums} receives (e^A)_ji for each edge of the component. */
    double evaluate(SparseRows a, int degree, double[] sums) {
        forEach(blocks.length, b -> blocks[b].evaluate(a, degree));
        forEach(n, i -> square(i, sums));
        double trace = 0;
        for (double row : rowTrace) {
            trace += row;
        }
        return trace;
    }

    private void forEach(int count, IntConsumer step) {
        if (blocks.length > 1) {
            IntStream.range(0, count).parallel().forEach(step);
        } else {
            for (int k = 0; k < count; k++) {
                step.accept(k);
            }
        }
    }

    /** One entry of the trace of F² and the entries of the edges from one vertex. */
    private void square(int i, double[] sums) {
        int[] start = component.start();
        int[] target = component.target();
        double[] column = transposed[i];
        rowTrace[i] = 2 * column[i] + dot(f[i], column);
        for (int e = start[i]; e < start[i + 1]; e++) {
            int j = target[e];
            sums[e] = 2 * column[j] + dot(f[j], column);
        }
    }

    /** The columns first, …, last − 1 of F. */
    private final class Block {

        private final int first;
        private final int last;
        private final int width;
        private final double[][] even;
        private final double[][] odd;
        /** For each weight the row it multiplies, in either buffer. */
        private final double[][] evenRows;

        private final double[][] oddRows;
        private final double[] scaled;

        Block(int first, int last, int width) {
            this.first = first;
            this.last = last;
            this.width = width;
            this.even = new double[n][width];
            this.odd = new double[n][width];
            this.evenRows = new double[component.edges()][];
            this.oddRows = new double[component.edges()][];
            this.scaled = new double[component.edges()];
        }

        void evaluate(SparseRows a, int degree) {
            for (int e = 0; e < a.size(); e++) {
                evenRows[e] = even[a.target()[e]];
                oddRows[e] = odd[a.target()[e]];
            }
            firstTerm(a, degree);
            boolean inEven = true;
            for (int k = degree - 1; k >= 1; k--) {
                multiply(a, 0.5 / k, inEven ? evenRows : oddRows, inEven ? odd : even);
                inEven = !inEven;
                if (k > 1) {
                    double[][] current = inEven ? even : odd;
                    for (int i = first; i < last; i++) {
                        current[i][i - first] += 1;
                    }
                }
            }
            keep(inEven ? even : odd);
        }

        /** Z_K = I + B / K in the columns of the block. */
        private void firstTerm(SparseRows a, int degree) {
            int[] start = a.start();
            double scale = 0.5 / degree;
            for (int i = 0; i < n; i++) {
                double[] row = even[i];
                Arrays.fill(row, 0);
                for (int e = start[i]; e < start[i + 1]; e++) {
                    int column = a.target()[e] - first;
                    if (column >= 0 && column < last - first) {
                        row[column] = scale * a.value()[e];
                    }
                }
                if (i >= first && i < last) {
                    row[i - first] += 1;
                }
            }
        }

        private void multiply(SparseRows a, double scale, double[][] rows, double[][] out) {
            int[] start = a.start();
            double[] value = a.value();
            for (int e = 0; e < a.size(); e++) {
                scaled[e] = scale * value[e];
            }
            for (int i = 0; i < n; i++) {
                WeightedRows.set(start[i], start[i + 1] - start[i], scaled, rows, out[i], width);
            }
        }

        private void keep(double[][] block) {
            int tile = 8;
            for (int i0 = 0; i0 < n; i0 += tile) {
                int i1 = Math.min(i0 + tile, n);
                for (int i = i0; i < i1; i++) {
                    System.arraycopy(block[i], 0, f[i], first, last - first);
                }
                for (int c = first; c < last; c++) {
                    double[] column = transposed[c];
                    for (int i = i0; i < i1; i++) {
                        column[i] = block[i][c - first];
                    }
                }
            }
        }
    }

    /** Eight independent chains, because the compiler keeps the order of a sum and a chain waits for each addition. */
    private static double dot(double[] x, double[] y) {
        int n = x.length;
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        double s4 = 0;
        double s5 = 0;
        double s6 = 0;
        double s7 = 0;
        int k = 0;
        for (; k + 8 <= n; k += 8) {
            s0 += x[k] * y[k];
            s1 += x[k + 1] * y[k + 1];
            s2 += x[k + 2] * y[k + 2];
            s3 += x[k + 3] * y[k + 3];
            s4 += x[k + 4] * y[k + 4];
            s5 += x[k + 5] * y[k + 5];
            s6 += x[k + 6] * y[k + 6];
            s7 += x[k + 7] * y[k + 7];
        }
        for (; k < n; k++) {
            s0 += x[k] * y[k];
        }
        return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    }
}
