package io.hedgerow.dp.internal.solver;

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
        gradient.column(j, b, Rows.constant(b.length, ClippedGradient.BOUND / clip), into);
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

    @Test
    void column_whenNothingIsClipped_isTheGradientByFiniteDifferences() {
        double[][] rows = Rows.random(1, 300, Q);
        double[] b = coefficients(2);
        double clip = 1e3;
        double[] sums = column(new RowClippedGradient(Rows.blocks(rows)), 2, b, clip);
        for (int i = 0; i < Q; i++) {
            double h = 1e-4;
            double[] up = b.clone();
            double[] down = b.clone();
            up[i] += h;
            down[i] -= h;
            double expected = (loss(rows, 2, up) - loss(rows, 2, down)) / (2 * h);
            // the loss is quadratic, so differences are exact up to round-off of about 1e-9; every row is rounded by at
            // most half a step of 1e3 / 2^22
            assertEquals(expected, sums[i] * clip / ClippedGradient.BOUND, 300 * 0.5 * 1e3 / ClippedGradient.BOUND);
        }
    }

    @Test
    void column_isTheSumOfEveryRowsClippedAndRoundedEntry() {
        double[][] rows = Rows.random(3, 700, Q);
        double[] b = coefficients(4);
        for (double clip : new double[] {0.01, 0.7, 5, 1e4}) {
            double factor = ClippedGradient.BOUND / clip;
            double[] sums = column(new RowClippedGradient(Rows.blocks(rows)), 1, b, clip);
            for (int i = 0; i < Q; i++) {
                long expected = 0;
                for (double[] x : rows) {
                    double r = x[1];
                    for (int s = 0; s < Q; s++) {
                        if (b[s] != 0) {
                            r -= b[s] * x[s];
                        }
                    }
                    long steps = Math.round(Math.rint(x[i] * factor * r));
                    expected -= Math.max(-(1L << 22), Math.min(1L << 22, steps));
                }
                assertEquals((double) expected, sums[i]);
            }
        }
    }

    @Test
    void loops_agreeToTheLastBit() {
        Random random = new Random(5);
        int n = SampleBlocks.LENGTH;
        for (int trial = 0; trial < 200; trial++) {
            double[] x = new double[n];
            double[] r = new double[n];
            double scale = StrictMath.pow(10, -6 + 12 * random.nextDouble());
            for (int k = 0; k < n; k++) {
                x[k] = random.nextGaussian() * scale;
                // ties of rounding too
                r[k] = random.nextInt(4) == 0 ? 0.5 / x[k] : random.nextGaussian();
            }
            double[] fast = new double[n];
            double[] any = new double[n];
            RowClippedGradient.addTwice(x, r, 1, fast);
            RowClippedGradient.addTwiceAny(x, r, 1, any);
            assertArrayEquals(any, fast);
        }
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
    void personSums_withOneRowEach_equalRowSums() {
        SampleBlocks samples = Rows.blocks(Rows.random(13, 300, Q));
        double[] byPerson = column(new PersonClippedGradient(samples), 1, coefficients(14), 0.5);
        double[] byRow = column(new RowClippedGradient(samples), 1, coefficients(14), 0.5);
        for (int i = 0; i < Q; i++) {
            // products and factor are multiplied in another order, so a row can round to the neighbouring step
            assertEquals(byRow[i], byPerson[i], 300);
        }
    }
}
