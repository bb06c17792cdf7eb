// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.internal.table.CountTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NoisyTablesTest {

    private static NoisyTables.Table table(double variance, int[] variables, int[] levels, double... counts) {
        return new NoisyTables.Table(CountTable.of(variables, levels, counts), variance);
    }

    @Test
    void marginsArePooledByTheirNoise() {
        NoisyTables tables = new NoisyTables(
                2,
                10,
                Set.of(),
                false,
                List.of(
                        table(1, new int[] {0, 1}, new int[] {2, 2}, 1, 2, 3, 4),
                        table(4, new int[] {0}, new int[] {2}, 10, 0)));
        NoisyTables.Table first = tables.of(0).orElseThrow(); // 4 and 6 of variance 2, 10 and 0 of variance 4
        assertArrayEquals(new double[] {6, 4}, first.counts().counts(), 1e-12);
        assertEquals(4.0 / 3, first.variance(), 1e-12);
    }

    /**
     * The rows that have both, and those that have one, of a table in which the last level is that a cell is missing.
     */
    @Test
    void countsAreOfTheRowsThatHaveAll_whereCellsMayMiss() {
        NoisyTables tables = NoisyTables.withMissing(
                2, 100, List.of(table(1, new int[] {0, 1}, new int[] {3, 3}, 10, 20, 3, 15, 25, 7, 5, 6, 9)));
        assertArrayEquals(
                new double[] {10, 20, 15, 25},
                tables.of(0, 1).orElseThrow().counts().counts(),
                1e-12);
        assertArrayEquals(
                new double[] {30, 51}, tables.of(0).orElseThrow().counts().counts(), 1e-12);
        assertArrayEquals(
                new double[] {30, 51, 19},
                tables.margin(0).orElseThrow().counts().counts(),
                1e-12);
        assertEquals(70, tables.rows(0, 1), 1e-12);
        assertEquals(81, tables.rows(0), 1e-12);
        assertEquals(2, tables.levels(0));
        assertEquals(3, tables.of(0).orElseThrow().variance(), 1e-12); // of three cells of variance 1
    }

    /** Of the first 22 rows of 100 are missing, of the second 3 with noise of deviation 6 in three cells. */
    @Test
    void aLevelOfMissingCells_thatNoiseHides_isLeftOut() {
        NoisyTables tables = NoisyTables.withMissing(
                2, 100, List.of(table(12, new int[] {0, 1}, new int[] {3, 3}, 10, 20, 9, 15, 25, 12, 1, 1, 1)));
        assertEquals(Set.of(0), tables.missing());
        assertArrayEquals(
                new double[] {10, 20, 15, 25},
                tables.of(0, 1).orElseThrow().counts().counts(),
                1e-12);
        assertEquals(70, tables.rows(0, 1), 1e-12);
        assertEquals(100, tables.rows(1), 1e-12);
        assertArrayEquals(
                new double[] {39, 52}, tables.margin(1).orElseThrow().counts().counts(), 1e-12);
    }

    /** 1000 rows have the first two and 640 all three: counts are of 640 rows, with as much less noise. */
    @Test
    void tablesOfUnlikeRows_areScaledToTheFewest() {
        List<NoisyTables.Table> raw = List.of(
                table(4, new int[] {0, 1}, new int[] {2, 2}, 400, 100, 200, 300),
                table(4, new int[] {0, 1, 2}, new int[] {2, 2, 2}, 128, 32, 64, 96, 128, 32, 64, 96));
        NoisyTables tables = NoisyTables.of(3, 1000, raw);
        assertTrue(tables.unlike());
        assertEquals(640, tables.units());
        NoisyTables.Table first = tables.of(0, 1).orElseThrow();
        assertArrayEquals(new double[] {256, 64, 128, 192}, first.counts().counts(), 1e-9);
        assertEquals(1 / (1 / (4 * 0.64 * 0.64) + 1.0 / 8), first.variance(), 1e-9);
        List<NoisyTables.Table> alike =
                List.of(raw.get(0), table(4, new int[] {0, 2}, new int[] {2, 2}, 250, 250, 245, 250));
        assertFalse(NoisyTables.of(3, 1000, alike).unlike());
        assertEquals(1000, NoisyTables.of(3, 1000, alike).units());
    }

    /**
     * Totals of tables of the same rows differ by noise alone: in none of 2000 releases of 12 tables they look unlike.
     */
    @Test
    void tablesOfTheSameRows_areNotUnlike() {
        Random random = new Random(9);
        for (int run = 0; run < 2000; run++) {
            List<NoisyTables.Table> raw = new ArrayList<>();
            for (int t = 0; t < 12; t++) {
                double[] counts = new double[4];
                Arrays.setAll(counts, cell -> 250 + 30 * random.nextGaussian());
                raw.add(table(900, new int[] {t, t + 1}, new int[] {2, 2}, counts));
            }
            assertFalse(NoisyTables.of(13, 1000, raw).unlike());
        }
    }

    @Test
    void marginsOfAllTablesAgree() {
        Random random = new Random(2);
        int[][] sets = {{0, 1}, {0, 2}, {1, 2}, {0, 1, 2}};
        List<NoisyTables.Table> raw = Arrays.stream(sets)
                .map(set -> {
                    int[] levels = Arrays.stream(set).map(v -> v + 2).toArray();
                    double[] cells = random.doubles(CountTable.cells(levels)).toArray();
                    return table(1 + set[0], set, levels, cells);
                })
                .toList();
        NoisyTables tables = new NoisyTables(3, 10, Set.of(), false, raw).agreeing();
        double[] whole =
                tables.tables().get(3).counts().margin(new int[] {1, 2}).counts();
        assertArrayEquals(whole, tables.tables().get(2).counts().counts(), 1e-9);
        double[] one = tables.tables().get(0).counts().margin(new int[] {0}).counts();
        assertArrayEquals(
                one, tables.tables().get(1).counts().margin(new int[] {0}).counts(), 1e-9);
    }

    @Test
    void probabilitiesAreTheNearest() {
        assertArrayEquals(new double[] {0.75, 0.25, 0}, NoisyTables.probable(new double[] {80, 30, -10}), 1e-12);
        assertArrayEquals(new double[] {0.5, 0.5}, NoisyTables.probable(new double[] {7, 7}), 1e-12);
    }

    /** Densities of a count: they add up to 1. */
    @Test
    void densitiesAddUpToOne() {
        CellEvidence free = new CellEvidence(0.25, 40, 9);
        double ofFree = 0;
        double ofKnown = 0;
        for (double count = -40; count < 4000; count += 0.5) {
            ofFree += 0.5 * Math.exp(free.log(count));
            ofKnown += 0.5 * Math.exp(CellEvidence.logKnown(count, 12, 9));
        }
        assertEquals(1, ofFree, 0.02);
        assertEquals(1, ofKnown, 0.01); // a saddle point is right to 1 / (12 e)
    }

    /** With hardly any noise: M of two variables is what BDeu says of their dependence. */
    @Test
    void evidenceIsBdeu_withoutNoise() {
        double[] counts = {4000, 1000, 300, 700, 2500, 1500};
        NoisyTables tables =
                NoisyTables.of(2, 10_000, List.of(table(0.25, new int[] {0, 1}, new int[] {2, 3}, counts)));
        CountTable both = tables.tables().get(0).counts();
        BdeuScore bdeu = new BdeuScore(NoisyEvidence.EQUIVALENT_ROWS, 1);
        double exact = bdeu.of(both) - bdeu.of(both.margin(new int[] {0})) - bdeu.of(both.margin(new int[] {1}));
        assertEquals(exact, new NoisyEvidence(tables).of(new int[] {0, 1}), 0.5);
    }

    /** Independent variables behind noise of 50 rows a cell: of 200 tables hardly one looks dependent. */
    @Test
    void noiseAloneIsNoEvidence() {
        Random random = new Random(8);
        int dependent = 0;
        for (int run = 0; run < 200; run++) {
            double[] counts = {3000, 900, 90, 3000, 900, 90};
            for (int k = 0; k < counts.length; k++) {
                counts[k] += random.nextGaussian() * Math.hypot(50, Math.sqrt(counts[k]));
            }
            NoisyTables tables =
                    NoisyTables.of(2, 7980, List.of(table(2500, new int[] {0, 1}, new int[] {3, 2}, counts)));
            dependent += new NoisyEvidence(tables).of(new int[] {0, 1}) > 0 ? 1 : 0;
        }
        assertTrue(dependent <= 10, "dependent " + dependent);
    }
}
