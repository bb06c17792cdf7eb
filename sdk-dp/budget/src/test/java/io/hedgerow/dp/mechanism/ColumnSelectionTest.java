// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.internal.mechanism.ExponentialBounds;
import io.hedgerow.dp.internal.mechanism.WeightUnits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ColumnSelectionTest {

    private static final MathContext PRECISE = new MathContext(60);
    private static final BigDecimal RELATIVE_ERROR = new BigDecimal(Math.scalb(1.0, -50));

    /**
     * docs/privacy-proofs/exponential-mechanism.md, step 4: the exact chances of the drawn columns and rows against
     * e^(−k/b) plus the floor, to 60 digits.
     */
    @Test
    void chances_areWithinTwoToTheMinus50OfTheIdealOnes() {
        Random random = new Random(51);
        for (double spread : new double[] {1, 30, 100, 1e5}) {
            for (int[] size : new int[][] {{1, 1}, {5, 4}, {40, 60}, {200, 170}}) {
                Grid grid = new Grid(size[0], size[1], 0.8, spread, random);
                grid.assertChancesWithin(RELATIVE_ERROR, Math.min(size[1], 6));
            }
        }
    }

    /** All scores of neighbours move within ±Δs; the range of the logarithms of the exact ratios is at most ε0. */
    @Test
    void neighbours_haveALossOfBoundedRange() {
        Random random = new Random(52);
        double closest = 0;
        for (int trial = 0; trial < 300; trial++) {
            int rows = 1 + random.nextInt(4);
            int columns = 2 + random.nextInt(4);
            // spreads of hundreds of b reach the floor, whole columns and single candidates of them
            double spread = Math.pow(10, 3 * random.nextDouble());
            ExponentialMechanism mechanism = ExponentialMechanism.ofScale(1, 0, 0.5 + 4 * random.nextDouble());
            double[][] scores = new double[columns][rows];
            double[][] moved = new double[columns][rows];
            for (int j = 0; j < columns; j++) {
                for (int i = 0; i < rows; i++) {
                    scores[j][i] = spread * random.nextGaussian();
                    double move = random.nextInt(3) - 1;
                    moved[j][i] = scores[j][i] + move;
                }
            }
            double[] p = logarithms(mechanism, scores);
            double[] q = logarithms(mechanism, moved);
            double range = range(p, q);
            // 1e-12: logarithms of chances down to 1e-20 in doubles
            assertTrue(range <= mechanism.boundedRange() + 1e-12, "trial " + trial);
            closest = Math.max(closest, range / mechanism.boundedRange());
        }
        assertEquals(1, closest, 1e-6, "the bound is attained");
    }

    /**
     * Why the floor is added at the scale of the best of all: with a floor of column weights and Δ = b = 1 this pair of
     * neighbours has a range of 4Δ/b. The same pair keeps to 2Δ/b in the class.
     */
    @Test
    void floorRelativeToTheColumn_wouldBreakTheBound() {
        double[][] scores = {{0, -3}, {-100, -102}};
        double[][] moved = {{1, -4}, {-101, -101}};
        double[] p = withColumnFloor(scores, Math.exp(-40));
        double[] q = withColumnFloor(moved, Math.exp(-40));
        assertEquals(4, range(p, q), 1e-9);
        ExponentialMechanism mechanism = ExponentialMechanism.ofScale(1, 0, 1);
        assertTrue(range(logarithms(mechanism, scores), logarithms(mechanism, moved)) <= 2 + 1e-12);
    }

    private static double[] withColumnFloor(double[][] scores, double floor) {
        double[] columnBest = new double[scores.length];
        double best = Double.NEGATIVE_INFINITY;
        for (int j = 0; j < scores.length; j++) {
            columnBest[j] = Arrays.stream(scores[j]).max().getAsDouble();
            best = Math.max(best, columnBest[j]);
        }
        double[] logarithms = new double[scores.length * scores[0].length];
        for (int k = 0; k < logarithms.length; k++) {
            int j = k / scores[0].length;
            double column = Math.max(Math.exp(columnBest[j] - best), floor);
            logarithms[k] = Math.log(column) + scores[j][k % scores[0].length] - columnBest[j];
        }
        return logarithms;
    }

    /** Common terms cancel, so the logarithms need not be normalised. */
    private static double range(double[] p, double[] q) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < p.length; k++) {
            least = Math.min(least, p[k] - q[k]);
            most = Math.max(most, p[k] - q[k]);
        }
        return most - least;
    }

    @Test
    void excludedCandidates_areNeverSelected() {
        int d = 5;
        boolean[] diagonal = new boolean[d * d];
        for (int j = 0; j < d; j++) {
            diagonal[j * d + j] = true;
        }
        ExponentialMechanism mechanism = ExponentialMechanism.ofScale(1, 0, 1);
        SecureBits bits = TestBits.of(53);
        ColumnSelection selection = mechanism.columns(d, d, diagonal, bits);
        for (int j = 0; j < d; j++) {
            double[] scores = new double[d];
            scores[j] = 1e6;
            selection.update(j, scores);
        }
        long[] counts = new long[d * d];
        for (int i = 0; i < 100_000; i++) {
            counts[selection.select()]++;
        }
        double[] uniform = new double[d * d];
        for (int k = 0; k < d * d; k++) {
            assertEquals(diagonal[k], counts[k] == 0);
            uniform[k] = diagonal[k] ? 0 : 1.0 / (d * d - d);
        }
        assertTrue(GoodnessOfFit.chiSquare(counts, uniform) > GoodnessOfFit.REJECT);
    }

    @Test
    void columnsWithoutCandidates_needNoScoresAndNeverWin() {
        ExponentialMechanism mechanism = ExponentialMechanism.ofScale(1, 0, 1);
        ColumnSelection selection = mechanism.columns(1, 3, new boolean[] {true, false, true}, TestBits.of(54));
        selection.update(1, new double[] {-1e9});
        for (int i = 0; i < 1000; i++) {
            assertEquals(1, selection.select());
        }
        selection.update(0, new double[] {1e9});
        assertEquals(1, selection.select());
        assertThrows(
                IllegalArgumentException.class,
                () -> mechanism.columns(1, 2, new boolean[] {true, true}, TestBits.of(1)));
    }

    @Test
    void update_replacesTheScoresOfOneColumn() {
        ExponentialMechanism mechanism = ExponentialMechanism.ofScale(1, 0, 1);
        ColumnSelection selection = mechanism.columns(2, 2, new boolean[4], TestBits.of(55));
        selection.update(0, new double[] {500, 0});
        assertThrows(IllegalStateException.class, selection::select);
        selection.update(1, new double[] {0, 300});
        assertEquals(0, selection.select());
        selection.update(0, new double[] {100, 200});
        assertEquals(3, selection.select());
        selection.update(1, new double[] {0, Double.NaN});
        assertEquals(1, selection.select());
    }

    @Test
    void work_dependsOnSizesOnly() {
        long first = work(new double[] {1, 2, 3, 4}, new double[] {1, 2, 3, 4});
        assertEquals(first, work(new double[] {0, 0, 0, 0}, new double[] {Double.NaN, 1e300, -1e300, 0}));
        assertEquals(first, work(new double[] {1e9, 1e9, 1e9, 1e9}, new double[] {-1e9, -1e9, -1e9, -1e9}));
        assertNotEquals(first, work(new double[] {0, 0, 0, 0, 0}, new double[] {0, 0, 0, 0, 0}));
    }

    private static long work(double[] one, double[] other) {
        ColumnSelection selection = ExponentialMechanism.ofScale(1, 0, 1)
                .columns(one.length, 2, new boolean[2 * one.length], TestBits.of(56));
        selection.update(0, one);
        selection.update(1, other);
        selection.select();
        return selection.evaluations();
    }

    @Test
    void wrongShapes_areRefused() {
        ExponentialMechanism mechanism = ExponentialMechanism.ofScale(1, 0, 1);
        SecureBits bits = TestBits.of(57);
        for (Executable wrong : new Executable[] {
            () -> mechanism.columns(0, 2, new boolean[0], bits),
            () -> mechanism.columns(2, 0, new boolean[0], bits),
            () -> mechanism.columns(1 << 13, 1 << 12, new boolean[0], bits),
            () -> mechanism.columns(2, 2, new boolean[3], bits),
            () -> mechanism.columns(2, 2, new boolean[4], bits).update(0, new double[3])
        }) {
            assertThrows(IllegalArgumentException.class, wrong);
        }
    }

    private static double[] logarithms(ExponentialMechanism mechanism, double[][] scores) {
        int rows = scores[0].length;
        ColumnSelection selection =
                mechanism.columns(rows, scores.length, new boolean[rows * scores.length], TestBits.of(1));
        for (int j = 0; j < scores.length; j++) {
            selection.update(j, scores[j]);
        }
        double[] result = new double[rows * scores.length];
        BigInteger[] columns = selection.shares(-1);
        for (int j = 0; j < scores.length; j++) {
            BigInteger[] within = selection.shares(j);
            double total = logarithm(sum(within));
            for (int i = 0; i < rows; i++) {
                result[j * rows + i] = logarithm(columns[j]) + logarithm(within[i]) - total;
            }
        }
        return result;
    }

    private static double logarithm(BigInteger value) {
        int excess = Math.max(0, value.bitLength() - 900);
        return Math.log(value.shiftRight(excess).doubleValue()) + excess * Math.log(2);
    }

    private static BigInteger sum(BigInteger[] values) {
        BigInteger sum = BigInteger.ZERO;
        for (BigInteger value : values) {
            sum = sum.add(value);
        }
        return sum;
    }

    /** Random scores and what they should lead to. */
    private static final class Grid {
        private final ExponentialMechanism mechanism;
        private final ColumnSelection selection;
        private final double[][] scores;
        private final double scale;
        private double best = Double.NEGATIVE_INFINITY;

        Grid(int rows, int columns, double scale, double spread, Random random) {
            // on this lattice the scores below are whole numbers of steps, 2^-26
            this.mechanism = ExponentialMechanism.ofScale(1, 0, scale);
            this.scale = scale;
            this.selection = mechanism.columns(rows, columns, new boolean[rows * columns], TestBits.of(1));
            this.scores = new double[columns][rows];
            for (int j = 0; j < columns; j++) {
                for (int i = 0; i < rows; i++) {
                    scores[j][i] = Math.rint(spread * random.nextGaussian() * 0x1p20) * 0x1p-20;
                    best = Math.max(best, scores[j][i]);
                }
                selection.update(j, scores[j]);
            }
        }

        void assertChancesWithin(BigDecimal relative, int checkedColumns) {
            WeightUnits units = selection.units();
            int rows = scores[0].length;
            BigDecimal one = new BigDecimal(BigInteger.ONE.shiftLeft(units.one()));
            BigDecimal floor = new BigDecimal(BigInteger.ONE.shiftLeft(units.floor()));
            BigInteger[] columns = selection.shares(-1);
            for (int j = 0; j < checkedColumns; j++) {
                BigInteger[] within = selection.shares(j);
                BigDecimal correction = new BigDecimal(columns[j]).divide(new BigDecimal(sum(within)), PRECISE);
                for (int i = 0; i < rows; i++) {
                    BigDecimal drawn = new BigDecimal(within[i]).multiply(correction);
                    BigDecimal ideal = decay(best - scores[j][i]).multiply(one).add(floor);
                    BigDecimal off = drawn.subtract(ideal).abs();
                    assertTrue(off.compareTo(ideal.multiply(relative)) <= 0, "column " + j + ", row " + i);
                }
            }
        }

        private BigDecimal decay(double distance) {
            if (distance / scale > 200) {
                return BigDecimal.ZERO;
            }
            BigInteger p = new BigDecimal(distance)
                    .multiply(new BigDecimal(BigInteger.TWO.pow(80)))
                    .toBigIntegerExact();
            BigInteger q = new BigDecimal(scale)
                    .multiply(new BigDecimal(BigInteger.TWO.pow(80)))
                    .toBigIntegerExact();
            return new BigDecimal(ExponentialBounds.of(p, q, 250).lower())
                    .divide(new BigDecimal(BigInteger.ONE.shiftLeft(250)), PRECISE);
        }
    }

    @Test
    void excludedCandidates_weighNothing_andSetNoScale() {
        ExponentialMechanism mechanism = ExponentialMechanism.ofScale(1, 0, 1);
        boolean[] excluded = {false, true, false, false, false, true};
        BigInteger[][] shares = new BigInteger[2][];
        for (int k = 0; k < 2; k++) {
            ColumnSelection columns = mechanism.columns(3, 2, excluded, TestBits.of(61));
            columns.update(0, new double[] {1, k == 0 ? -50 : 500, 2});
            columns.update(1, new double[] {0, 1, k == 0 ? 0 : 700});
            BigInteger[] first = columns.shares(0);
            assertEquals(BigInteger.ZERO, first[1]);
            assertEquals(BigInteger.ZERO, columns.shares(1)[2]);
            shares[k] = first;
        }
        assertArrayEquals(shares[0], shares[1]);
    }
}
