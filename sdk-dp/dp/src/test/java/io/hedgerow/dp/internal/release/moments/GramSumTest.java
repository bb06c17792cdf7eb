// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GramSumTest {

    private static final int D = 10;

    private static double[] ones(int d) {
        double[] ones = new double[d];
        java.util.Arrays.fill(ones, 1);
        return ones;
    }

    private static double[][] rows(int n, int d) {
        Random random = new Random(5);
        double[][] rows = new double[n][d];
        for (double[] row : rows) {
            for (int j = 0; j < d; j++) {
                row[j] = random.nextGaussian() * (j + 1);
            }
        }
        return rows;
    }

    /** Mean squares of many noises, on the diagonal and beside it, in units of σ². */
    private static double[] noisePower(double[][] draws, double sigma) {
        double[] power = new double[2];
        for (double[] draw : draws) {
            int at = 0;
            for (int i = 0; i < D; i++) {
                for (int j = i; j < D; j++, at++) {
                    int where = i == j ? 0 : 1;
                    double count = draws.length * (where == 0 ? D : D * (D - 1) / 2.0);
                    power[where] += draw[at] * draw[at] / (sigma * sigma * count);
                }
            }
        }
        return power;
    }

    /**
     * 400 draws: 4,000 squares on the diagonal, of relative deviation √(2/4000) = 2.2 %, and 18,000 beside it, 1.1 %.
     * Six deviations reject falsely less than once in 10⁷ runs, with the heavier upper tail of χ²; noise of one size
     * everywhere is off by a factor of 2.
     */
    private static boolean hasTheRightSizes(double[] power) {
        return Math.abs(power[0] - 1) < 0.134 && Math.abs(power[1] - 0.5) < 0.5 * 0.0633;
    }

    @Test
    void finish_addsNoiseOfVarianceSigmaSquaredOnTheDiagonalAndHalfOfThatBeside() {
        GramSum sum = new GramSum(D, 10, Adjacency.REPLACE_ONE, false, 0, 2);
        double[][] draws = new double[400][];
        DiscreteNoise noise = DiscreteNoise.secure();
        for (int k = 0; k < draws.length; k++) {
            sum.begin(new double[D], ones(D));
            draws[k] = sum.finish(noise);
        }
        // 2·√2, rounded up to whole steps of 2⁻³²
        assertEquals(2 * Math.sqrt(2), sum.sigma(), 1e-8);
        assertTrue(hasTheRightSizes(noisePower(draws, sum.sigma())));
        for (double[] draw : draws) {
            for (int at = 0; at < draw.length; at++) {
                draw[at] = noise.gaussian(0x1p20) * 0x1p-20 * sum.sigma();
            }
        }
        assertFalse(hasTheRightSizes(noisePower(draws, sum.sigma())), "one size everywhere must be noticed");
    }

    @Test
    void finish_withoutNoise_isTheSumOfOuterProductsOfDirections() {
        double[][] rows = rows(50, D);
        double[] units = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        double[] centre = {3, 2, 1, 0, 0, 0, 0, 0, -1, 5};
        GramSum sum = new GramSum(D, 50, Adjacency.REPLACE_ONE, false, 0, 1);
        sum.begin(centre, units);
        double[] expected = new double[D * (D + 1) / 2];
        for (double[] row : rows) {
            sum.add(row);
            double[] y = new double[D];
            double square = 0;
            for (int j = 0; j < D; j++) {
                y[j] = (row[j] - centre[j]) / units[j];
                square += y[j] * y[j];
            }
            int at = 0;
            for (int i = 0; i < D; i++) {
                for (int j = i; j < D; j++) {
                    expected[at++] += y[i] * y[j] / square;
                }
            }
        }
        // 50 rows, each product off by at most about 2·(½ + √D/2) steps of 2⁻¹⁶
        org.junit.jupiter.api.Assertions.assertArrayEquals(expected, sum.finish(GramFixtures.SILENT), 50 * 5 * 0x1p-16);
    }

    @Test
    void finish_withARadiusBeyondAllRows_isTheSecondMomentOfTheRows() {
        double[][] rows = rows(50, D);
        double radius = 200;
        GramSum sum = new GramSum(D, 50, Adjacency.REPLACE_ONE, false, radius, 1);
        sum.begin(new double[D], ones(D));
        double[] expected = new double[D * (D + 1) / 2];
        for (double[] row : rows) {
            sum.add(row);
            int at = 0;
            for (int i = 0; i < D; i++) {
                for (int j = i; j < D; j++) {
                    expected[at++] += row[i] * row[j] / (radius * radius);
                }
            }
        }
        org.junit.jupiter.api.Assertions.assertArrayEquals(expected, sum.finish(GramFixtures.SILENT), 50 * 5 * 0x1p-16);
    }

    @Test
    void event_isOneGaussianOfSensitivityOverNoise() {
        GramSum sum = new GramSum(D, 10, Adjacency.REPLACE_ONE, false, 0, 4);
        MechanismEvent.Sequence event = (MechanismEvent.Sequence) sum.event();
        MechanismEvent.Gaussian gaussian =
                (MechanismEvent.Gaussian) event.steps().get(0);
        assertEquals(1, gaussian.count());
        assertTrue(gaussian.mu() <= 0.25 + 1e-12);
        assertTrue(gaussian.mu() >= 0.25 - 1e-6, "no more noise than was asked for");
        MechanismEvent.PureDp lattice = (MechanismEvent.PureDp) event.steps().get(1);
        assertTrue(lattice.epsilon() < 1e-9);
    }

    @Test
    void event_ofZeroOut_needsSquareRootOfTwoLessNoise() {
        double replaced = new GramSum(D, 10, Adjacency.REPLACE_ONE, false, 0, 1).sigma();
        double vanished = new GramSum(D, 10, Adjacency.ZERO_OUT, true, 0, 1).sigma();
        double elsewhere = new GramSum(D, 10, Adjacency.ZERO_OUT, false, 0, 1).sigma();
        // whole steps of 2⁻³²
        assertEquals(Math.sqrt(2), replaced / vanished, 1e-8);
        assertEquals(replaced, elsewhere, 1e-12, "a zero row that does not contribute zero is just another row");
    }

    @Test
    void constructor_refusesMoreRowsThanTheSumHasRoomFor() {
        assertThrows(
                IllegalArgumentException.class, () -> new GramSum(D, 1L << 40, Adjacency.REPLACE_ONE, false, 0, 1));
    }

    /** (σ/√2)² · 2 ≥ σ², in exact numbers. */
    @Test
    void noiseBesideTheDiagonal_isNeverLessThanItsShare() {
        for (int k = 0; k < 200; k++) {
            double[] sigmas = new GramSum(2, 10, Adjacency.REPLACE_ONE, false, 0, 1 + 0.37 * k).sigmas();
            BigDecimal beside = new BigDecimal(sigmas[1]).pow(2).multiply(BigDecimal.valueOf(2));
            assertTrue(beside.compareTo(new BigDecimal(sigmas[0]).pow(2)) >= 0);
        }
    }

    @Test
    void event_chargesTheLatticeOfAllNumbers_thoseBesideTheDiagonalTwice() {
        GramSum sum = new GramSum(D, 10, Adjacency.REPLACE_ONE, false, 0, 2);
        double needed = 0;
        for (double sigma : sum.sigmas()) {
            needed += 2 * 197 / (24 * sigma * sigma); // 2 η(s), η(s) = (c² + 1) / (24 s²), c = 14
        }
        double charged = ((MechanismEvent.PureDp)
                        ((MechanismEvent.Sequence) sum.event()).steps().get(1))
                .epsilon();
        // standard deviations were rounded up
        assertEquals(needed, charged, 1e-9 * needed);
    }

    @Test
    void cellsThatAreNoNumber_countAsTheCentre() {
        double[] centre = new double[D];
        centre[1] = 7;
        for (double none : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            double[] row = rows(1, D)[0];
            row[1] = 7;
            GramSum expected = new GramSum(D, 10, Adjacency.REPLACE_ONE, false, 0, 2);
            expected.begin(centre, ones(D));
            expected.add(row);
            expected.addUser(List.of(row, row));
            GramSum found = new GramSum(D, 10, Adjacency.REPLACE_ONE, false, 0, 2);
            found.begin(centre, ones(D));
            row[1] = none;
            found.add(row);
            found.addUser(List.of(row, row));
            assertArrayEquals(expected.sums(), found.sums());
        }
    }
}
