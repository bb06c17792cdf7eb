// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TableSumTest {

    private static final double H = 0x1p24;
    private static final int[] LEVELS = {2, 3, 4};

    private static TableSum sum(ReleaseOptions options, double noiseMultiplier) {
        TableShape shape = TableShape.of(TableFixtures.schema(LEVELS), false);
        TableSum sum = new TableSum(options, shape, shape.pairs(), 30, noiseMultiplier);
        sum.begin(new double[3], new double[3]);
        return sum;
    }

    private static TableSum sum() {
        return sum(TableFixtures.options(3, 9, Adjacency.REPLACE_ONE, 1), 1);
    }

    private static long[] units(double... shares) {
        return Arrays.stream(shares).mapToLong(share -> (long) (share * H)).toArray();
    }

    /** Pairs (1, 2) with 6 cells, (1, 3) with 8 and (2, 3) with 12; the last 4 cells are of no table. */
    @Test
    void aRowIsInOneCellOfEachTable_whereItHasLevels() {
        TableSum sum = sum();
        sum.add(new double[] {1, 2, 3});
        sum.add(new double[] {1, 2, 0});
        sum.add(new double[] {0, Double.NaN, 1});
        sum.add(new double[] {0.5, 3, 1});
        sum.add(new double[] {-1, Double.POSITIVE_INFINITY, 4});
        double[] expected = new double[30];
        expected[1 + 2 * 2] = 2;
        expected[6 + 1 + 2 * 3] = 1;
        expected[6 + 1] = 1;
        expected[6 + 2] = 1;
        expected[14 + 2 + 3 * 3] = 1;
        expected[14 + 2] = 1;
        assertArrayEquals(units(expected), sum.sums());
    }

    /** With a level more of each the pairs have 12, 15 and 20 cells: every row is in one of each. */
    @Test
    void aMissingCellIsTheLastLevel_whereCellsMayMiss() {
        TableShape shape = TableShape.of(TableFixtures.schema(LEVELS), true);
        TableSum sum = new TableSum(TableFixtures.options(3, 9, Adjacency.REPLACE_ONE, 1), shape, shape.pairs(), 50, 1);
        sum.begin(new double[3], new double[3]);
        sum.add(new double[] {1, 2, 3});
        sum.add(new double[] {0, Double.NaN, 1});
        sum.add(new double[] {-1, 0.5, 4});
        double[] expected = new double[50];
        expected[1 + 3 * 2] = 1;
        expected[3 * 3] = 1;
        expected[2 + 3 * 3] = 1;
        expected[12 + 1 + 3 * 3] = 1;
        expected[12 + 3] = 1;
        expected[12 + 2 + 3 * 4] = 1;
        expected[27 + 2 + 4 * 3] = 1;
        expected[27 + 3 + 4] = 1;
        expected[27 + 3 + 4 * 4] = 1;
        assertArrayEquals(units(expected), sum.sums());
        assertEquals(Math.sqrt(6) * H, (double) sum.sensitivity(), 2);
    }

    @Test
    void aUserIsTheSharesOfItsRows_roundedDown() {
        TableSum sum = sum();
        sum.addUser(List.of(new double[] {0, 0, 0}, new double[] {1, 0, Double.NaN}, new double[] {0, 0, 0}));
        long[] exact = sum.sums();
        assertEquals((long) (2 * H / 3), exact[0]);
        assertEquals((long) (H / 3), exact[1]);
        assertEquals((long) (2 * H / 3), exact[6]);
        assertTrue(Arrays.stream(exact, 0, 6).sum() <= H);
        assertEquals((long) (2 * H / 3), Arrays.stream(exact, 14, 26).sum());
    }

    private static double[] row(Random random) {
        double[] row = new double[LEVELS.length];
        Arrays.setAll(row, j -> random.nextInt(8) == 0 ? Double.NaN : random.nextInt(LEVELS[j] + 1));
        return row;
    }

    private static long[] of(List<double[]> unit) {
        TableSum sum = sum();
        if (unit.size() == 1) {
            sum.add(unit.get(0));
        } else {
            sum.addUser(unit);
        }
        return sum.sums().clone();
    }

    private static double distance(List<double[]> one, List<double[]> other) {
        long[] left = of(one);
        long[] right = of(other);
        double square = 0;
        for (int k = 0; k < left.length; k++) {
            square += (double) (left[k] - right[k]) * (left[k] - right[k]);
        }
        return Math.sqrt(square);
    }

    /** Whatever a unit is replaced by, zeros too; rows that share no level attain the bound. */
    @Test
    void noReplacementMovesThemFurtherThanTheSensitivity_andOneDoesAsFar() {
        double bound = sum().sensitivity();
        Random random = new Random(3);
        for (int trial = 0; trial < 2000; trial++) {
            List<List<double[]>> units = new ArrayList<>();
            for (int u = 0; u < 2; u++) {
                int rows = random.nextBoolean() ? 1 : 1 + random.nextInt(6);
                List<double[]> unit = new ArrayList<>();
                for (int r = 0; r < rows; r++) {
                    unit.add(row(random));
                }
                units.add(unit);
            }
            assertTrue(distance(units.get(0), units.get(1)) <= bound);
            assertTrue(distance(units.get(0), List.of(new double[3])) <= bound);
        }
        double farthest = distance(List.of(new double[] {0, 0, 0}), List.of(new double[] {1, 1, 1}));
        assertEquals(Math.sqrt(6) * H, farthest, 1e-6 * H);
        assertTrue(farthest <= bound && bound <= farthest + 3);
    }

    /** Δ = √(2D) H for D tables, and the lattice's charge of every cell. */
    @Test
    void sensitivityAndEvent_followFromTheNumberOfTables() {
        TableSum sum = sum();
        assertEquals(Math.sqrt(6) * H, (double) sum.sensitivity(), 2); // rounded up, and one step more
        MechanismEvent.Sequence event = (MechanismEvent.Sequence) sum.event();
        assertEquals(1, ((MechanismEvent.Gaussian) event.steps().get(0)).mu(), 1e-9);
        double claimed = ((MechanismEvent.PureDp) event.steps().get(1)).epsilon();
        double each = 2 * 197 / (24 * Math.pow(sum.sigmas()[0], 2)); // 2 η(σ), c = 14
        assertEquals(30 * each, claimed, 1e-9 * claimed);
    }

    @Test
    void sensitivity_isOfTables_notOfVariables() {
        TableShape shape = TableShape.of(TableFixtures.schema(2, 2, 2, 2), false);
        ReleaseOptions options = TableFixtures.options(4, 9, Adjacency.REPLACE_ONE, 1);
        TableSum pairs = new TableSum(options, shape, shape.pairs(), 24, 1);
        assertEquals(Math.sqrt(12) * H, (double) pairs.sensitivity(), 2);
    }

    @Test
    void sharedNoise_isDrawnInShares() {
        ReleaseOptions own = TableFixtures.options(3, 9, Adjacency.REPLACE_ONE, 1);
        assertEquals(sum(own, 1).sigma() / 2, sum(own.withNoiseSharedBy(4), 1).sigma(), 1e-7);
    }

    /** Σ (e / σ)² over N draws is χ² with N degrees of freedom: 6 deviations are exceeded once in 7·10⁷ runs. */
    @Test
    void everyCellHasTheNoiseThatIsCharged() {
        double square = 0;
        int draws = 0;
        for (int run = 0; run < 40; run++) {
            TableSum sum = sum(TableFixtures.options(3, 9, Adjacency.REPLACE_ONE, 1), 2);
            double sigma = 2 * Math.sqrt(6);
            assertEquals(sigma, sum.sigma(), 1e-6);
            for (double noise : sum.finish(DiscreteNoise.secure())) {
                square += noise * noise / sigma / sigma;
                draws++;
            }
        }
        assertEquals(draws, square, 6 * Math.sqrt(2.0 * draws));
    }

    @Test
    void tooFewCells_areRefused() {
        TableShape shape = TableShape.of(TableFixtures.schema(LEVELS), false);
        ReleaseOptions options = TableFixtures.options(3, 9, Adjacency.REPLACE_ONE, 1);
        assertThrows(IllegalArgumentException.class, () -> new TableSum(options, shape, shape.pairs(), 25, 1));
    }
}
