// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.search.sums.CellSums.Dependence;
import io.hedgerow.core.internal.table.CountTable;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MissingLevelsTest {

    private static final int N = 5000;

    private static MissingLevels of(double variance, double... counts) {
        CountTable table = CountTable.of(new int[] {0, 1}, new int[] {3, 4}, counts);
        return new MissingLevels(NoisyTables.withMissing(2, N, List.of(new NoisyTables.Table(table, variance))));
    }

    /** Cells of rows whose first variable misses in a share of those that have each level of the second. */
    private static double[] counts(Random random, double deviation, double... missing) {
        double[] counts = new double[12];
        for (int r = 0; r < N; r++) {
            int on = random.nextInt(10) < 6 ? 0 : random.nextInt(10) < 7 ? 1 : 2;
            boolean lacks = random.nextDouble() < missing[on];
            int other = random.nextInt(8) == 0 ? 3 : on;
            counts[(lacks ? 2 : random.nextInt(2)) + 3 * other]++;
        }
        for (int cell = 0; cell < 12; cell++) {
            counts[cell] += deviation * random.nextGaussian();
        }
        return counts;
    }

    /** f = .3, p = .5 of the first level: T = 180 − .3 · 500 = 30. */
    @Test
    void deviations_areOfChanceAndNoise() {
        double[] counts = {160, 160, 180, 140, 140, 70, 50, 50, 50, 9, 9, 9};
        List<Dependence> one = of(4, counts).of(0, 1);
        double chance = 0.3 * 0.7 * 0.5 * 0.5 * 1000;
        double noise = 4 * (0.49 + 0.09 * 2) * (0.25 + 2 * 0.25);
        assertEquals(new Dependence(0, 1, one.get(0).deviations()), one.get(0));
        assertEquals(30 / Math.sqrt(chance + noise), one.get(0).deviations(), 1e-12);
        assertEquals(3, one.size());
    }

    /** Of 400 tables with noise of .5, 10 and 60 rows a cell each figure has variance 1 by chance. */
    @Test
    void deviations_haveVarianceOne_byChance() {
        for (double deviation : new double[] {0.5, 10, 60}) {
            Random random = new Random(4);
            double square = 0;
            int figures = 0;
            for (int run = 0; run < 400; run++) {
                double[] counts = counts(random, deviation, 0.3, 0.3, 0.3);
                for (Dependence one : of(deviation * deviation, counts).of(0, 1)) {
                    square += one.deviations() * one.deviations();
                    figures++;
                }
            }
            assertTrue(figures >= 1000, figures + " of noise " + deviation);
            assertEquals(1, square / figures, 0.15, "noise " + deviation);
        }
    }

    @Test
    void aDependence_isFound_andNamesWhatIsMissing() {
        double[] counts = counts(new Random(5), 10, 0.1, 0.3, 0.5);
        List<Dependence> found = of(100, counts).dependences();
        assertTrue(found.size() >= 2);
        assertTrue(found.stream().allMatch(one -> one.missing() == 0 && one.on() == 1), found.toString());
        assertTrue(
                of(100, counts(new Random(5), 10, 0.3, 0.3, 0.3)).dependences().isEmpty());
    }

    @Test
    void noMissingCells_sayNothing() {
        assertTrue(of(1, 50, 60, 0, 40, 30, 0, 9, 9, 0, 0, 0, 0).dependences().isEmpty());
        assertTrue(of(1, 50, 60, -3, 40, 30, 1, 9, 9, 0, 0, 0, 0).dependences().isEmpty());
    }
}
