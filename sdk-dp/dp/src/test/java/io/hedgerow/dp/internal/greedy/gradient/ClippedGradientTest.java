// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.gradient;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ClippedGradientTest {

    private static final int Q = 5;

    private static double[] column(ClippedGradient gradient, int j, double[] b, double clip) {
        double[] into = new double[b.length];
        gradient.column(j, b, Rows.constant(b.length, 1), clip, into);
        return into;
    }

    private static double[] coefficients(long seed) {
        Random random = new Random(seed);
        double[] b = new double[Q];
        for (int i = 0; i < Q; i++) {
            b[i] = random.nextBoolean() ? random.nextGaussian() : 0;
        }
        return b;
    }

    /** ½‖x_j − Xb‖², summed over rows. */
    private static double loss(double[][] rows, int j, double[] b) {
        double sum = 0;
        for (double[] x : rows) {
            double r = x[j];
            for (int i = 0; i < b.length; i++) {
                r -= b[i] * x[i];
            }
            sum += 0.5 * r * r;
        }
        return sum;
    }

    private static double residual(double[] x, int j, double[] b) {
        double r = x[j];
        for (int s = 0; s < b.length; s++) {
            if (b[s] != 0) {
                r -= b[s] * x[s];
            }
        }
        return r;
    }

    /**
     * How far a sum of products moves when x and r are rounded to a 2048th of their units: half a step times the other.
     */
    private static double rounding(double[][] rows, int i, int j, double[] b, double scale, double clip) {
        double sum = 0;
        for (double[] x : rows) {
            sum += (Math.abs(x[i]) * clip + Math.abs(residual(x, j, b)) * scale + scale * clip / 4096) / 4096;
        }
        return sum;
    }

    @Test
    void column_whenNothingIsClipped_isTheGradientByFiniteDifferences() {
        double[][] rows = Rows.random(1, 300, Q);
        double[] b = coefficients(2);
        double scale = 3;
        double clip = 60;
        double[] sums = new double[Q];
        new RowClippedGradient(Rows.blocks(rows)).column(2, b, Rows.constant(Q, scale), clip, sums);
        for (int i = 0; i < Q; i++) {
            double h = 1e-4;
            double[] up = b.clone();
            double[] down = b.clone();
            up[i] += h;
            down[i] -= h;
            double expected = (loss(rows, 2, up) - loss(rows, 2, down)) / (2 * h);
            // the loss is quadratic, so differences are exact up to round-off of about 1e-9
            double found = sums[i] * scale * clip / ClippedGradient.BOUND;
            assertEquals(expected, found, rounding(rows, i, 2, b, scale, clip) + 1e-6);
        }
    }

    @Test
    void column_isTheSumOfEveryRowsRoundedAndClippedEntry() {
        double[][] rows = Rows.random(3, 2300, Q);
        double[] b = coefficients(4);
        double[] scale = {1, 0.2, 3, 0.001, 50};
        for (double clip : new double[] {0.01, 0.7, 5, 1e4}) {
            double[] sums = new double[Q];
            new RowClippedGradient(Rows.blocks(rows)).column(1, b, scale, clip, sums);
            for (int i = 0; i < Q; i++) {
                long expected = 0;
                for (double[] x : rows) {
                    long cell = clamped(x[i] * (2048 / scale[i]), (1 << 15) - 1);
                    long r = clamped(residual(x, 1, b) * (2048 / clip), (1 << 15) - 1);
                    expected -= clamped((double) (cell * r), 1 << 22);
                }
                assertEquals((double) expected, sums[i]);
            }
        }
    }

    private static long clamped(double value, long bound) {
        return Math.max(-bound, Math.min(bound, Math.round(Math.rint(value))));
    }

    @Test
    void subtractTwice_isTwiceTheClampedProductOfBothRows_alsoAtTheEnds() {
        Random random = new Random(5);
        int n = 4096;
        int[] x = new int[n];
        int[] low = new int[n];
        int[] high = new int[n];
        long[] expected = new long[n];
        for (int k = 0; k < n; k++) {
            int first = factor(random);
            int second = factor(random);
            low[k] = factor(random);
            high[k] = factor(random);
            x[k] = (second << 16) | (first & 0xFFFF);
            expected[k] =
                    -2 * (clamped((double) first * low[k], 1 << 22) + clamped((double) second * high[k], 1 << 22));
        }
        int[] lanes = new int[n];
        RowClippedGradient.subtractTwice(x, low, high, lanes);
        assertArrayEquals(
                expected, java.util.Arrays.stream(lanes).asLongStream().toArray());
    }

    /** What {@link RowClippedGradient#rounded} can give, often its ends and products near the bound. */
    private static int factor(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> RowClippedGradient.rounded(random.nextBoolean() ? 1e300 : -1e300);
            case 1 -> 2046 + random.nextInt(5);
            default -> RowClippedGradient.rounded(random.nextGaussian() * 3000);
        };
    }

    @Test
    void rounded_isTheNearestWholeNumberWithinItsEnds_andZeroForWhatIsNoNumber() {
        assertEquals(32767, RowClippedGradient.rounded(Double.POSITIVE_INFINITY));
        assertEquals(-32767, RowClippedGradient.rounded(-32768));
        assertEquals(-3, RowClippedGradient.rounded(-2.6));
        assertEquals(2, RowClippedGradient.rounded(2.5));
        assertEquals(0, RowClippedGradient.rounded(Double.NaN));
    }

    /** 270,000 terms of 2²³ are 2¹⁰ times what 32 bits hold, and more than twice what they hold for one lane. */
    @Test
    void column_ofManyRowsAtTheBound_isExact() {
        int n = 270_000;
        double[] row = {100};
        double[][] rows = new double[n][];
        java.util.Arrays.fill(rows, row);
        assertEquals(
                -ClippedGradient.BOUND * n, column(new RowClippedGradient(Rows.blocks(rows)), 0, new double[1], 1)[0]);
    }

    @Test
    void column_ofRowsThatOverflow_staysWithinTheBound() {
        double[][] rows = Rows.random(6, 400, Q);
        double[] clean = column(new RowClippedGradient(Rows.blocks(rows)), 0, coefficients(7), 1);
        for (double huge : new double[] {1e200, -1e308, Double.MAX_VALUE, 1e-320}) {
            double[] sums = column(
                    new RowClippedGradient(Rows.blocks(Rows.with(rows, 17, Rows.constant(Q, huge)))),
                    0,
                    coefficients(7),
                    1);
            for (int i = 0; i < Q; i++) {
                assertTrue(Math.abs(sums[i] - clean[i]) <= 2 * ClippedGradient.BOUND);
                assertEquals(Math.rint(sums[i]), sums[i]);
            }
        }
    }

    @Test
    void column_dependsOnItsColumnOfCoefficientsOnly() {
        SampleBlocks samples = Rows.blocks(Rows.random(8, 500, Q));
        RowClippedGradient used = new RowClippedGradient(samples);
        for (int k = 0; k < 20; k++) {
            column(used, k % Q, coefficients(100 + k), 0.3);
        }
        used.column(0, coefficients(9), Rows.constant(Q, 7), 0.3, new double[Q]);
        assertArrayEquals(
                column(new RowClippedGradient(samples), 3, coefficients(9), 0.5),
                column(used, 3, coefficients(9), 0.5));
    }

    @Test
    void column_doesNotDependOnTheOrderOfRows() {
        double[][] rows = Rows.random(10, 600, Q);
        List<double[]> shuffled = new ArrayList<>(List.of(rows));
        java.util.Collections.shuffle(shuffled, new Random(11));
        assertArrayEquals(
                column(new RowClippedGradient(Rows.blocks(rows)), 4, coefficients(12), 0.8),
                column(
                        new RowClippedGradient(Rows.blocks(shuffled.toArray(new double[0][]))),
                        4,
                        coefficients(12),
                        0.8));
    }

    @Test
    void userSums_withOneRowEach_equalRowSums() {
        double[][] rows = Rows.random(13, 300, Q);
        SampleBlocks samples = Rows.blocks(rows);
        double[] byUser = column(new UserClippedGradient(samples), 1, coefficients(14), 0.5);
        double[] byRow = column(new RowClippedGradient(samples), 1, coefficients(14), 0.5);
        for (int i = 0; i < Q; i++) {
            // persons' products are rounded once, by at most half a step; clipping brings numbers nearer to each other
            double steps = ClippedGradient.BOUND / 0.5 * rounding(rows, i, 1, coefficients(14), 1, 0.5);
            assertEquals(byRow[i], byUser[i], steps + 150);
        }
    }

    /** +∞ and −∞ of one person's rows add up to no number: it counts as 0, and all others as they are. */
    @Test
    void userWhoseProductsAreNoNumber_addsNothing() {
        double[][] cells = {{1e200, 1e200}, {1e200, -1e200}, {1, 1}};
        UserClippedGradient gradient = new UserClippedGradient(Rows.ofUsers(cells, List.of(1, 1, 2)));
        double[] sums = new double[2];
        gradient.column(1, new double[2], new double[] {1, 1}, 4, sums);
        // of the other person 1·1 in steps of 4/2²², with the sign of a gradient; of itself x_1² overflows upwards
        assertEquals(-0x1p20, sums[0]);
        assertEquals(-0x1p20 - ClippedGradient.BOUND, sums[1]);
    }
}
