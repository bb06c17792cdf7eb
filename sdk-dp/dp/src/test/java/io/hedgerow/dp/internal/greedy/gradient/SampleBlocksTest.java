// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.gradient;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.rows.UserRows;
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
    void noRow_isReadAsOneOfZeros_whereTheNumberOfUnitsIsSecret() {
        for (boolean byUser : new boolean[] {false, true}) {
            RawRows none = RawRows.none(Q);
            try (DataView open = RawRows.open(none)) {
                assertThrows(DataException.class, () -> SampleBlocks.read(open, false));
            }
            RowSource rows =
                    byUser ? UserRows.of(none, none.schema().names().get(0)) : none;
            try (DataView secret = RawRows.openSecret(rows)) {
                SampleBlocks samples = SampleBlocks.read(secret, byUser);
                double[] sums = new double[samples.variables()];
                double[] ones = Rows.constant(sums.length, 1);
                new RowClippedGradient(samples).column(0, ones, ones, 1, sums);
                assertArrayEquals(new double[sums.length], sums);
                new UserClippedGradient(samples).column(0, ones, ones, 1, sums);
                assertArrayEquals(new double[sums.length], sums);
            }
        }
    }

    /** So many rows fit into no memory here; what a sum of them would be does. */
    @Test
    void sumsOfMoreUnitsThanAreDeclared_endAtTheEndOfTheirRange() {
        double end = ClippedGradient.BOUND * ClippedGradient.MAX_UNITS;
        for (double sum : new double[] {-end, -end + 1, -1, 0, end}) {
            assertEquals(sum, ClippedGradient.inRange(sum));
        }
        assertEquals(end, ClippedGradient.inRange(4 * end));
        assertEquals(-end, ClippedGradient.inRange(-end - 2));
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
