// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.gradient;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.DataView;
import io.hedgerow.dp.internal.release.RawRows;
import org.junit.jupiter.api.Test;

class SampleBlocksTest {

    private static final int N = 2 * SampleBlocks.LENGTH + 5;
    private static final int Q = 3;

    @Test
    void read_keepsEveryCellAndFillsUpWithZeros() {
        double[][] rows = Rows.random(1, N, Q);
        rows[SampleBlocks.LENGTH][1] = Double.NaN;
        SampleBlocks samples;
        try (DataView view = RawRows.open(RawRows.of(rows))) {
            samples = SampleBlocks.read(view, false);
        }
        rows[SampleBlocks.LENGTH][1] = 0; // what is not finite counts as 0
        assertEquals(N, samples.rows());
        assertEquals(3, samples.count());
        for (int i = 0; i < Q; i++) {
            for (int k = 0; k < 3 * SampleBlocks.LENGTH; k++) {
                double cell = k < N ? rows[k][i] : 0;
                int block = k / SampleBlocks.LENGTH;
                assertEquals(cell, samples.blocks(i)[block][k % SampleBlocks.LENGTH]);
                if (k < N) {
                    assertEquals(cell, samples.cell(k, i));
                }
            }
        }
    }

    @Test
    void minus_movesAllRowsButThoseOfZeros() {
        double[][] rows = Rows.random(2, N, Q);
        rows[7] = new double[Q];
        rows[N - 1] = new double[] {0, 0, 1};
        double[] centre = {0.5, -2, 3};
        SampleBlocks moved = Rows.blocks(rows).minus(centre);
        for (int i = 0; i < Q; i++) {
            for (int k = 0; k < 3 * SampleBlocks.LENGTH; k++) {
                double expected = k == 7 || k >= N ? 0 : rows[k][i] - centre[i];
                assertEquals(expected, moved.blocks(i)[k / SampleBlocks.LENGTH][k % SampleBlocks.LENGTH]);
            }
        }
    }
}
