// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.gradient;

import java.util.Arrays;

/**
 * Computes the clipped sums when every row is a unit of its own, in whole numbers of 32 bits. Costs O(n·(q + nnz(b))) a
 * column and 2·n·q bytes beside the rows.
 *
 * <p>Symbols beside those of {@link ClippedGradient}: a_i the scales, κ the clip factor, c_i = κ·a_i, R = 2¹¹ = √C, L =
 * 2¹⁵ − 1. A row's cells and its residual are rounded before they are multiplied:
 *
 * <pre>
 * x̂_ki = clamp(round(R·x_ki / a_i), −L, L),   r̂_kj = clamp(round(R·r_kj / κ), −L, L)
 * Y_ij  = Σ_k clamp(−x̂_ki r̂_kj, −C, C),       x̂_ki r̂_kj ≈ C·x_ki r_kj / c_i
 * </pre>
 *
 * <p>A product is below 2³⁰, so |u − C| − |u + C| = −2·clamp(u, −C, C) does not overflow; a lane of 32 bits takes
 * {@value #GROUP} pairs of such terms, each at most 2²⁴, before it is emptied into 64 bits. A cell beyond 16·a_i or a
 * residual beyond 16κ counts as that much, which changes a clipped product only where the other factor is below a 16th
 * of its unit. The time does not depend on the rows' values, only on their number.
 */
public final class RowClippedGradient implements ClippedGradient {

    private static final int R = 1 << 11;
    private static final int L = (1 << 15) - 1;
    private static final int C = R * R;

    /** The length of the array that one loop runs over; each number holds cells of two rows. */
    private static final int LANES = 2 * SampleBlocks.LENGTH;

    private static final int GROUP = 64;

    private final SampleBlocks samples;
    /** x̂, [variable][block][lane]: row 2·LANES·block + lane in the low 16 bits, the row LANES later above. */
    private final int[][][] cells;
    /** r̂ of the same rows, [block][lane]. */
    private final int[][] low;

    private final int[][] high;
    private final int[] lanes = new int[LANES];
    private final double[] residual = new double[SampleBlocks.LENGTH];
    private final int[] term;
    private double[] scaled = {};

    public RowClippedGradient(SampleBlocks samples) {
        this.samples = samples;
        int blocks = (samples.rows() - 1) / (2 * LANES) + 1;
        this.cells = new int[samples.variables()][blocks][LANES];
        this.low = new int[blocks][LANES];
        this.high = new int[blocks][LANES];
        this.term = new int[samples.variables()];
    }

    @Override
    public void column(int j, double[] b, double[] scale, double clip, double[] into) {
        if (!Arrays.equals(scaled, scale)) {
            round(scale);
            scaled = scale.clone();
        }
        int[] terms = nonZeros(b);
        for (int block = 0; block < samples.count(); block++) {
            fillResidual(block, j, b, terms);
            int[] into16 = (block & 2) == 0 ? low[block / 4] : high[block / 4];
            for (int k = 0; k < residual.length; k++) {
                into16[k + (block & 1) * SampleBlocks.LENGTH] = rounded(residual[k] * (R / clip));
            }
        }
        for (int i = 0; i < into.length; i++) {
            into[i] = sum(cells[i]);
        }
    }

    private void round(double[] scale) {
        for (int i = 0; i < cells.length; i++) {
            double[][] x = samples.blocks(i);
            for (int block = 0; block < x.length; block++) {
                int[] pairs = cells[i][block / 4];
                int at = (block & 1) * SampleBlocks.LENGTH;
                for (int k = 0; k < SampleBlocks.LENGTH; k++) {
                    int cell = rounded(x[block][k] * (R / scale[i]));
                    pairs[at + k] = (block & 2) == 0 ? cell & 0xFFFF : (cell << 16) | (pairs[at + k] & 0xFFFF);
                }
            }
        }
    }

    /** The nearest whole number, within ±L; 0 for what is not a number. */
    static int rounded(double value) {
        return Math.max(-L, Math.min(L, (int) Math.rint(value)));
    }

    private int[] nonZeros(double[] b) {
        int count = 0;
        for (int i = 0; i < b.length; i++) {
            if (b[i] != 0) {
                term[count++] = i;
            }
        }
        return Arrays.copyOf(term, count);
    }

    /** x_j minus the terms in the order of their variables, two in one pass. */
    private void fillResidual(int block, int j, double[] b, int[] terms) {
        System.arraycopy(samples.blocks(j)[block], 0, residual, 0, residual.length);
        int t = 0;
        for (; t + 1 < terms.length; t += 2) {
            int i = terms[t];
            int h = terms[t + 1];
            subtract(b[i], samples.blocks(i)[block], b[h], samples.blocks(h)[block], residual);
        }
        if (t < terms.length) {
            subtract(b[terms[t]], samples.blocks(terms[t])[block], residual);
        }
    }

    private static void subtract(double factor, double[] x, double[] r) {
        for (int k = 0; k < r.length; k++) {
            r[k] -= factor * x[k];
        }
    }

    private static void subtract(double factor, double[] x, double other, double[] y, double[] r) {
        for (int k = 0; k < r.length; k++) {
            r[k] = r[k] - factor * x[k] - other * y[k];
        }
    }

    private double sum(int[][] x) {
        long twice = 0;
        for (int first = 0; first < x.length; first += GROUP) {
            Arrays.fill(lanes, 0);
            for (int block = first; block < Math.min(first + GROUP, x.length); block++) {
                subtractTwice(x[block], low[block], high[block], lanes);
            }
            twice += total(lanes);
        }
        return ClippedGradient.inRange(0.5 * twice);
    }

    static void subtractTwice(int[] x, int[] low, int[] high, int[] lanes) {
        for (int k = 0; k < lanes.length; k++) {
            int u = (x[k] << 16 >> 16) * low[k];
            int v = (x[k] >> 16) * high[k];
            lanes[k] += Math.abs(u - C) - Math.abs(u + C) + Math.abs(v - C) - Math.abs(v + C);
        }
    }

    /** Sums in four chains, because a chain waits for each addition. */
    private static long total(int[] lanes) {
        long s0 = 0;
        long s1 = 0;
        long s2 = 0;
        long s3 = 0;
        for (int k = 0; k < lanes.length; k += 4) {
            s0 += lanes[k];
            s1 += lanes[k + 1];
            s2 += lanes[k + 2];
            s3 += lanes[k + 3];
        }
        return s0 + s1 + s2 + s3;
    }
}
