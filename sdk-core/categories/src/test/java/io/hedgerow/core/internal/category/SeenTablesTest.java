// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.internal.table.CountTable;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeenTablesTest {

    private static final int[] SET = {0, 1, 2};
    private static final int[] LEVELS = {2, 2, 2};

    /** Rows that have all cells, chosen by the level of the third one, are raked to those of all rows. */
    @Test
    void raked_hasTheCountsOfAllRows_whereAMarginExplainsTheChoice() {
        double[] all = {40, 10, 20, 30, 5, 45, 60, 90};
        double[] chosen = new double[8];
        Arrays.setAll(chosen, cell -> all[cell] * (cell < 4 ? 0.9 : 0.3));
        CountTable raked = SeenTables.raked(
                CountTable.of(SET, LEVELS, chosen),
                List.of(CountTable.of(new int[] {2}, new int[] {2}, new double[] {100, 200})));
        double rows = Arrays.stream(chosen).sum();
        for (int cell = 0; cell < 8; cell++) {
            assertEquals(all[cell] * rows / 300, raked.count(cell), 1e-9);
        }
    }

    @Test
    void raked_leavesEmptyCellsEmpty_andHasTheMargins() {
        CountTable table = CountTable.of(SET, LEVELS, new double[] {10, 0, 20, 5, 8, 3, 0, 12});
        CountTable margin = CountTable.of(new int[] {0, 1}, new int[] {2, 2}, new double[] {30, 10, 40, 20});
        CountTable raked = SeenTables.raked(table, List.of(margin));
        assertEquals(0, raked.count(1));
        assertEquals(0, raked.count(6));
        double[] wanted = Arrays.stream(margin.counts()).map(n -> n * 58 / 100).toArray();
        assertArrayEquals(wanted, raked.margin(new int[] {0, 1}).counts(), 1e-9);
    }

    /** χ² of n (q + √(n_A / n) (p − q)) is that of n_A p, and relations of q are kept as they are. */
    @Test
    void asSure_hasTheChiSquareOfTheRowsThatTell() {
        CountTable likeliest = CountTable.of(new int[] {0, 1}, new int[] {2, 2}, new double[] {30, 20, 24, 46});
        double[] q = {0.25, 0.15, 0.2, 0.4};
        CountTable expected = CountTable.of(new int[] {0, 1}, new int[] {2, 2}, q);
        double n = 500;
        CountTable sure = SeenTables.asSure(likeliest, expected, n);
        assertEquals(n, sure.total(), 1e-9);
        assertEquals(chiSquare(likeliest, q), chiSquare(sure, q), 1e-9);
        CountTable same = likeliest.with(Arrays.stream(q).map(p -> 120 * p).toArray());
        for (int cell = 0; cell < 4; cell++) {
            assertEquals(n * q[cell], SeenTables.asSure(same, expected, n).count(cell), 1e-9);
        }
    }

    private static double chiSquare(CountTable table, double[] q) {
        double n = table.total();
        double sum = 0;
        for (int cell = 0; cell < q.length; cell++) {
            double apart = table.count(cell) - n * q[cell];
            sum += apart * apart / n / q[cell];
        }
        return sum;
    }
}
