// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.moments;

import io.hedgerow.core.data.RowSource;

/** Sums of a {@link FeatureMap}'s columns and products over rows: F² + {@value #BLOCK} F numbers. Not thread-safe. */
public final class FeatureSums implements RowSource.RowConsumer {

    /** Rows that are expanded before their products are added. */
    private static final int BLOCK = 64;

    private final FeatureMap map;
    private final int size;
    private final double[][] block;
    private final double[] sums;
    /** [F, F] of which the lower triangle is filled, row by row. */
    private final double[][] products;

    private int filled;
    private long rows;

    public FeatureSums(FeatureMap map) {
        this.map = map;
        this.size = map.size();
        this.block = new double[BLOCK][size];
        this.sums = new double[size];
        this.products = new double[size][];
        for (int a = 0; a < size; a++) {
            products[a] = new double[a + 1];
        }
    }

    @Override
    public void accept(double[] row) {
        map.expand(row, block[filled++]);
        if (filled == BLOCK) {
            flush();
        }
    }

    private void flush() {
        for (int r = 0; r < filled; r++) {
            for (int a = 0; a < size; a++) {
                sums[a] += block[r][a];
            }
        }
        rows += filled;
        while (filled % 4 != 0) {
            java.util.Arrays.fill(block[filled++], 0);
        }
        for (int a = 0; a < size; a++) {
            double[] row = products[a];
            for (int r = 0; r < filled; r += 4) {
                add(row, a, block[r], block[r + 1], block[r + 2], block[r + 3]);
            }
        }
        filled = 0;
    }

    private static void add(double[] row, int a, double[] x0, double[] x1, double[] x2, double[] x3) {
        double y0 = x0[a];
        double y1 = x1[a];
        double y2 = x2[a];
        double y3 = x3[a];
        for (int b = 0; b < row.length; b++) {
            row[b] += y0 * x0[b] + y1 * x1[b] + y2 * x2[b] + y3 * x3[b];
        }
    }

    public long rows() {
        if (filled > 0) {
            flush();
        }
        return rows;
    }

    public double sum(int a) {
        return sums[a];
    }

    /** Σ (φ_a − m_a)(φ_b − m_b) about the means of these rows, b ≤ a. */
    public double product(int a, int b) {
        return products[a][b] - sums[a] * sums[b] / rows;
    }
}
