// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.math3.special.Gamma;
import org.junit.jupiter.api.Test;

class CountTableTest {

    private static final int[] LEVELS = {2, 3, 2, 4};

    private static int[][] rows(int count) {
        SplittableRandom random = new SplittableRandom(5);
        int[][] rows = new int[count][LEVELS.length];
        for (int[] row : rows) {
            for (int v = 0; v < LEVELS.length; v++) {
                row[v] = random.nextInt(LEVELS[v]);
            }
        }
        return rows;
    }

    private static CountTable table(int[][] rows, int... set) {
        int[] levels = new int[set.length];
        int cells = 1;
        for (int v = 0; v < set.length; v++) {
            levels[v] = LEVELS[set[v]];
            cells *= levels[v];
        }
        double[] counts = new double[cells];
        for (int[] row : rows) {
            int cell = 0;
            int stride = 1;
            for (int v : set) {
                cell += stride * row[v];
                stride *= LEVELS[v];
            }
            counts[cell]++;
        }
        return CountTable.of(set, levels, counts);
    }

    @Test
    void margin_ofAnyVariables_isTheirOwnTable() {
        int[][] rows = rows(200);
        CountTable all = table(rows, 0, 1, 2, 3);
        int[][] sets = {{}, {0}, {1}, {3}, {0, 2}, {1, 3}, {0, 1, 3}, {1, 2, 3}, {0, 1, 2, 3}};
        for (int[] set : sets) {
            assertArrayEquals(table(rows, set).counts(), all.margin(set).counts());
        }
        assertEquals(200, all.margin(new int[] {2}).total());
        assertThrows(IllegalArgumentException.class, () -> table(rows, 0, 1).margin(new int[] {2}));
        assertThrows(IllegalArgumentException.class, () -> table(rows, 1, 0));
        assertThrows(
                IllegalArgumentException.class, () -> CountTable.of(new int[] {0}, new int[] {2}, new double[] {1}));
    }

    @Test
    void store_hasEverySetThatATableHas_andNoOther() {
        int[][] rows = rows(100);
        TableStore store = TableStore.of(4, List.of(table(rows, 0, 1, 2), table(rows, 2, 3)));
        assertTrue(store.covers(new int[] {0, 2}));
        assertTrue(store.covers(new int[] {3}));
        assertFalse(store.covers(new int[] {1, 3}));
        assertFalse(store.covers(new int[] {0, 1, 2, 3}));
        assertArrayEquals(
                table(rows, 0, 2).counts(),
                store.counts(new int[] {0, 2}).orElseThrow().counts());
        assertEquals(100, store.counts(new int[0]).orElseThrow().count(0));
        TableStore more = store.with(List.of(table(rows, 0, 1, 2, 3)));
        assertArrayEquals(
                table(rows, 0, 1, 3).counts(),
                more.counts(new int[] {0, 1, 3}).orElseThrow().counts());
    }

    /** Heckerman, Geiger and Chickering 1995, eq. 38: a product over combinations of parents. */
    @Test
    void bdeu_ofAFamily_matchesEquation38() {
        int[][] rows = rows(150);
        CountTable family = table(rows, 0, 1, 3);
        double alpha = 3;
        double direct = 0;
        for (int p = 0; p < 8; p++) {
            int of0 = p % 2;
            int of3 = p / 2;
            double ofParents = alpha / 8;
            double n = 0;
            for (int l = 0; l < 3; l++) {
                double count = family.count(of0 + 2 * (l + 3 * of3));
                n += count;
                direct += Gamma.logGamma(count + ofParents / 3) - Gamma.logGamma(ofParents / 3);
            }
            direct += Gamma.logGamma(ofParents) - Gamma.logGamma(n + ofParents);
        }
        BdeuScore score = new BdeuScore(alpha, 1);
        assertEquals(direct, score.of(family) - score.of(family.margin(new int[] {0, 3})), 1e-9);
        assertEquals(0, score.of(family.margin(new int[0])), 1e-9, "no variable");
        assertThrows(IllegalArgumentException.class, () -> new BdeuScore(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new BdeuScore(1, 1.5));
    }

    /** Of 3 × 2 levels those of 2 × 1. */
    @Test
    void withoutLast_keepsCellsOfNoLastLevel() {
        CountTable table = CountTable.of(new int[] {1, 4}, new int[] {3, 2}, new double[] {1, 2, 3, 4, 5, 6});
        CountTable kept = table.withoutLast(v -> true);
        assertArrayEquals(new double[] {1, 2}, kept.counts());
        assertArrayEquals(new int[] {1, 4}, kept.variables());
        assertArrayEquals(
                new double[] {1, 2, 4, 5}, table.withoutLast(v -> v == 1).counts());
        double[] cube = new double[27];
        Arrays.setAll(cube, cell -> cell);
        assertArrayEquals(
                new double[] {0, 1, 3, 4, 9, 10, 12, 13},
                CountTable.of(new int[] {0, 1, 2}, new int[] {3, 3, 3}, cube)
                        .withoutLast(v -> true)
                        .counts());
    }
}
