// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.internal.block.SetScore;
import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.internal.table.CountTable;

/** The anchor: the evidence of counts of any set of variables, from all rows in one place. */
final class PooledCounts implements SetScore {

    private final int[] levels;
    private final byte[][] columns;
    private final BdeuScore score;

    PooledCounts(int[] levels, double[][] rows, BdeuScore score) {
        this.levels = levels;
        this.columns = new byte[levels.length][rows.length];
        for (int r = 0; r < rows.length; r++) {
            for (int j = 0; j < levels.length; j++) {
                columns[j][r] = (byte) rows[r][j];
            }
        }
        this.score = score;
    }

    CountTable table(int... set) {
        int[] of = new int[set.length];
        int[] stride = new int[set.length];
        int cells = 1;
        for (int v = 0; v < set.length; v++) {
            of[v] = levels[set[v]];
            stride[v] = cells;
            cells *= of[v];
        }
        double[] counts = new double[cells];
        for (int r = 0; r < columns[0].length; r++) {
            int cell = 0;
            for (int v = 0; v < set.length; v++) {
                cell += stride[v] * columns[set[v]][r];
            }
            counts[cell]++;
        }
        return CountTable.of(set, of, counts);
    }

    @Override
    public double of(int[] set) {
        double cells = 1;
        for (int v : set) {
            cells *= levels[v];
        }
        return cells > 1 << 20 ? Double.NaN : score.of(table(set));
    }
}
