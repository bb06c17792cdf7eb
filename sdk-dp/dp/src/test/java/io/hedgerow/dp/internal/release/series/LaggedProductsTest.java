// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.series;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.internal.release.Centred;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * S = Σ x_t x_tᵀ / T and C_l = Σ x_t x_{t−l}ᵀ / T of a realisation, and its norm. Rows are rounded to steps of 2⁻¹⁴ of
 * about 2⁻⁴, each off by half a step: relative 2⁻¹⁰ on a product, less on sums over rows.
 */
class LaggedProductsTest {

    private static final int D = 3;
    private static final double ROUNDED = 0x1p-10;

    @ParameterizedTest
    @CsvSource({"0, 40", "1, 40", "2, 40", "5, 40", "2, 3", "2, 2", "2, 1", "1, 1"})
    void withinTheRadius_itIsTheExactMoments(int lags, int steps) {
        double[][] rows = SeriesFixtures.normal(3, steps, D);
        double[] exact = SeriesFixtures.moments(rows, lags, D);
        double radius = 1.5 * SeriesFixtures.norm(exact, lags, D);
        double[] found = SeriesFixtures.contribution(SeriesFixtures.options(D, lags, radius), rows);
        for (int at = 0; at < found.length; at++) {
            assertEquals(exact[at] / radius, found[at], ROUNDED);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 40", "1, 40", "2, 40", "5, 40", "2, 2", "1, 1"})
    void beyondTheRadius_itIsScaledDownToNormR(int lags, int steps) {
        double[][] rows = SeriesFixtures.normal(4, steps, D);
        double[] exact = SeriesFixtures.moments(rows, lags, D);
        double norm = SeriesFixtures.norm(exact, lags, D);
        double[] found = SeriesFixtures.contribution(SeriesFixtures.options(D, lags, norm / 7), rows);
        assertEquals(1, SeriesFixtures.norm(found, lags, D), ROUNDED);
        assertTrue(SeriesFixtures.norm(found, lags, D) <= 1, "never above, whatever is rounded");
        for (int at = 0; at < found.length; at++) {
            assertEquals(exact[at] / norm, found[at], ROUNDED);
        }
    }

    /** (p + 1) N² is the squared norm of Σ z zᵀ / T over windows padded with zeros, which is where w_l comes from. */
    @ParameterizedTest
    @CsvSource({"1", "2", "4"})
    void norm_isThatOfTheBlockToeplitzMatrix(int lags) {
        int steps = 9;
        int q = (lags + 1) * D;
        double[][] rows = SeriesFixtures.normal(5, steps, D);
        double[] toeplitz = new double[q * q];
        for (int t = 0; t < steps + lags; t++) {
            double[] z = new double[q];
            for (int l = 0; l <= lags; l++) {
                if (t - l >= 0 && t - l < steps) {
                    System.arraycopy(rows[t - l], 0, z, l * D, D);
                }
            }
            for (int k = 0; k < q * q; k++) {
                toeplitz[k] += z[k / q] * z[k % q] / steps;
            }
        }
        double square = Arrays.stream(toeplitz).map(x -> x * x).sum();
        double norm = SeriesFixtures.norm(SeriesFixtures.moments(rows, lags, D), lags, D);
        assertEquals(square, (lags + 1) * norm * norm, 1e-12 * square);
    }

    @Test
    void cellsThatAreNoNumber_countAsTheCentre_andRowsWithoutNumberNotInT() {
        double[][] rows = SeriesFixtures.normal(6, 10, D);
        double[] centre = {5, -2, 1};
        double[][] zeros = new double[10][];
        double[][] missing = new double[10][];
        for (int t = 0; t < 10; t++) {
            zeros[t] = rows[t].clone();
            if (t == 4) {
                zeros[t] = new double[D];
            }
            if (t == 7) {
                zeros[t][1] = 0;
            }
            missing[t] = new double[D];
            for (int j = 0; j < D; j++) {
                missing[t][j] = t == 4 || (t == 7 && j == 1) ? Double.NaN : rows[t][j] + centre[j];
            }
        }
        UserSeriesDesign plain = SeriesFixtures.options(D, 1, 20);
        UserSeriesDesign centred = new UserSeriesDesign(
                Centred.at(new ReleaseCentre.Known(java.util.List.of(5.0, -2.0, 1.0)), plain.options()), 1, 20);
        double[] expected = SeriesFixtures.moments(zeros, 1, D);
        double[] found = SeriesFixtures.contribution(centred, missing);
        for (int at = 0; at < found.length; at++) {
            // nine of ten rows have a number
            assertEquals(expected[at] / 20 * 10 / 9, found[at], ROUNDED);
        }
    }

    @Test
    void realisationsOfOneRowOrNone_haveNoLags() {
        UserSeriesDesign options = SeriesFixtures.options(2, 2, 1);
        double[] one = SeriesFixtures.contribution(options, new double[][] {{3, -4}});
        // x xᵀ / 25, of norm 1
        double[] expected = new double[12];
        System.arraycopy(new double[] {0.36, -0.48, -0.48, 0.64}, 0, expected, 0, 4);
        assertArrayEquals(expected, one, 2e-4);
        double nan = Double.NaN;
        double infinite = Double.POSITIVE_INFINITY;
        assertArrayEquals(new double[12], SeriesFixtures.contribution(options, new double[][] {{nan, nan}, {infinite, 0}
        }));
    }

    /** Rounding lifts every other sum above the bound a little, most often by its products with earlier rows. */
    @Test
    void rounding_neverLiftsTheWholeNormAboveTheBound() {
        int lags = 4;
        for (int seed = 0; seed < 300; seed++) {
            double[][] rows = SeriesFixtures.normal(seed, 1 + seed % 12, D);
            for (double[] row : rows) {
                row[1] = row[0]; // parallel rows: products with earlier rows weigh most
            }
            LaggedProducts products = new LaggedProducts(SeriesFixtures.options(D, lags, 1e-6), LaggedProducts.FINEST);
            long[] added = new long[(lags + 1) * D * D];
            products.addTo(added, rows, new double[D], SeriesFixtures.ones(D));
            BigInteger squares = BigInteger.ZERO;
            for (int at = 0; at < added.length; at++) {
                int l = at / (D * D);
                boolean diagonal = l == 0 && at / D == at % D;
                BigInteger times = BigInteger.valueOf((diagonal ? 1L : 2L) * (lags + 1 - l));
                squares =
                        squares.add(times.multiply(BigInteger.valueOf(added[at]).pow(2)));
            }
            BigInteger bound = BigInteger.valueOf(lags + 1).shiftLeft(4 * LaggedProducts.FINEST);
            assertTrue(squares.compareTo(bound) <= 0, "seed " + seed);
        }
    }
}
