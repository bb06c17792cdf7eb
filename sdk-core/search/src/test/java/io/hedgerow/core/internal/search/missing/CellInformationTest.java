// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.search.posterior.MomentCombinations;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.search.sums.CellSums;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.junit.jupiter.api.Test;

class CellInformationTest {

    private static final int D = 4;

    /** Of a chain: each variable explains half of the next. */
    private static double[] chain() {
        double[] s = new double[D * D];
        for (int k = 0; k < s.length; k++) {
            s[k] = Math.pow(0.7, Math.abs(k / D - k % D));
        }
        return s;
    }

    /** What is left of two variables given the one between them: uncorrelated in truth. */
    private static double[][] residuals(int one, int other, int given) {
        MomentCombinations combinations = new MomentCombinations(D, chain());
        combinations.add(given);
        return new double[][] {
            combinations.left(one).orElseThrow(), combinations.left(other).orElseThrow()
        };
    }

    private static CellInformation of(SeenCells cells, double[] s) {
        CellInformation information = new CellInformation(D);
        cells.addInformation(s, information);
        return information;
    }

    /** I[ab, ce] = n (W_ac W_be + W_ae W_bc) f_ab f_ce of n complete rows, W = S⁻¹. */
    @Test
    void completeRows_haveTheInformationOfTheFormula() {
        double[] s = HoledRows.covariance(D, new Random(2));
        int n = 70;
        double[] found =
                of(HoledRows.cells(HoledRows.normal(s, n, 0, new Random(1))), s).values();
        RealMatrix w = new LUDecomposition(HoledRows.matrix(D, s)).getSolver().getInverse();
        int at = 0;
        for (int a = 0; a < D; a++) {
            for (int b = a; b < D; b++) {
                for (int c = a; c < D; c++) {
                    for (int e = c == a ? b : c; e < D; e++) {
                        double weight = (a == b ? 0.5 : 1) * (c == e ? 0.5 : 1);
                        double right = n
                                * weight
                                * (w.getEntry(a, c) * w.getEntry(b, e) + w.getEntry(a, e) * w.getEntry(b, c));
                        assertEquals(right, found[at++], 1e-9 * n * Math.abs(right) + 1e-12);
                    }
                }
            }
        }
        assertEquals(CellInformation.size(D), at);
    }

    @Test
    void completeRows_haveNoNoiseBeyondTheirs() {
        int n = 500;
        CellInformation information = of(HoledRows.cells(HoledRows.normal(chain(), n, 0, new Random(1))), chain());
        MomentNoise noise = information.noise(chain(), n).orElseThrow();
        Random random = new Random(2);
        for (int pair = 0; pair < 20; pair++) {
            double[] u = random.doubles(D, -1, 1).toArray();
            double[] v = random.doubles(D, -1, 1).toArray();
            assertEquals(0, noise.variance(u, v), 1e-10);
        }
        // as of half as many rows, of which half of the columns' slopes are fitted
        MomentNoise more = information.noise(chain(), 2 * n).orElseThrow();
        double[][] left = residuals(0, 2, 1);
        assertEquals(1 / (n - D / 2.0) - 0.5 / n, more.variance(left[0], left[1]), 1e-9);
    }

    /** A column that is seen in a quarter of the rows: its correlations are those of a quarter. */
    @Test
    void aColumnApart_isOfTheRowsThatHaveIt() {
        double[] s = new double[D * D];
        for (int j = 0; j < D; j++) {
            s[j * (D + 1)] = 1;
        }
        double[][] rows = HoledRows.normal(s, 400, 0, new Random(1));
        for (int r = 100; r < 400; r++) {
            rows[r][0] = Double.NaN;
        }
        MomentNoise noise = of(HoledRows.cells(rows), s).noise(s, 400).orElseThrow();
        double[] first = {1, 0, 0, 0};
        double[] second = {0, 1, 0, 0};
        double[] third = {0, 0, 1, 0};
        // less the slopes of three quarters of the columns
        assertEquals(1 / (100.0 - 0.75 * D) - 1 / 400.0, noise.variance(first, second), 1e-9);
        assertEquals(0, noise.variance(second, third), 1e-9);
    }

    /** Without the information, of many columns: a combination has the rows of its columns, by their weights. */
    @Test
    void ofManyColumns_aCorrelationIsOfTheRowsOfItsPairs() {
        double[][] rows = HoledRows.normal(chain(), 400, 0, new Random(1));
        for (int r = 100; r < 400; r++) {
            rows[r][0] = Double.NaN;
        }
        CellSums cells =
                CellSums.of(D, CellSums.of(D, consumer -> Stream.of(rows).forEach(consumer::accept)));
        MomentNoise noise = CellInformation.noiseOfPairs(D, cells, 400);
        double surplus = 1 / 100.0 - 1 / 400.0;
        assertEquals(surplus, noise.variance(new double[] {1, 0, 0, 0}, new double[] {0, 2, 0, 0}), 1e-12);
        assertEquals(0.2 * surplus, noise.variance(new double[] {1, 2, 0, 0}, new double[] {0, 0, 0, 1}), 1e-12);
        assertEquals(0, noise.variance(new double[] {0, 1, 1, 0}, new double[] {0, 0, 1, 1}), 1e-12);
    }

    /** Correlations of residuals, 400 studies of 400 rows of which two fifths of the cells are missing. */
    private static final class Spread {
        private static final int STUDIES = 400;
        private static final int ROWS = 400;
        private static final int[][] TRIPLES = {{0, 2, 1}, {1, 3, 2}, {0, 3, 1}};

        private final double[] squares = new double[TRIPLES.length];
        private final double[] expected = new double[TRIPLES.length];

        /** Of information, a share is told. */
        Spread(double told) {
            for (int study = 0; study < STUDIES; study++) {
                SeenCells cells = HoledRows.cells(HoledRows.normal(chain(), ROWS, 0.4, new Random(study)));
                double[] s = chain();
                for (int step = 0; step < 12; step++) {
                    s = HoledRows.step(cells, s);
                }
                double[] values = of(cells, chain()).values();
                MomentNoise noise = CellInformation.of(
                                D,
                                Arrays.stream(values).map(value -> told * value).toArray())
                        .noise(chain(), (double) cells.rows())
                        .orElseThrow();
                for (int t = 0; t < TRIPLES.length; t++) {
                    double[][] left = residuals(TRIPLES[t][0], TRIPLES[t][1], TRIPLES[t][2]);
                    double r = product(s, left[0], left[1])
                            / Math.sqrt(product(s, left[0], left[0]) * product(s, left[1], left[1]));
                    squares[t] += r * r / STUDIES;
                    expected[t] += (1 / (double) cells.rows() + noise.variance(left[0], left[1])) / STUDIES;
                }
            }
        }

        /**
         * A mean of 400 squares has a deviation of √(2 / 400) = 7 % of it: 25 % is 3.5 deviations, by chance once in
         * 700 studies of three; a factor of 1.5 is beyond it unless chance has 3.5 deviations too.
         */
        boolean isExpected() {
            for (int t = 0; t < TRIPLES.length; t++) {
                if (!(Math.abs(squares[t] / expected[t] - 1) < 0.25)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public String toString() {
            return Arrays.toString(squares) + ", expected " + Arrays.toString(expected);
        }
    }

    private static double product(double[] s, double[] u, double[] v) {
        double sum = 0;
        for (int a = 0; a < D; a++) {
            for (int b = 0; b < D; b++) {
                sum += u[a] * s[a * D + b] * v[b];
            }
        }
        return sum;
    }

    @Test
    void variance_isThatOfSimulatedStudies() {
        Spread spread = new Spread(1);
        assertTrue(spread.isExpected(), spread.toString());
        for (double told : new double[] {0.5, 1 / 1.5, 1.5}) {
            assertFalse(new Spread(told).isExpected(), told + " of the information passes for all");
        }
    }

    @Test
    void aPairThatNoRowHas_isRefused() {
        double[][] rows = HoledRows.normal(chain(), 200, 0, new Random(1));
        for (int r = 0; r < 200; r++) {
            rows[r][r < 100 ? 0 : 3] = Double.NaN;
        }
        // what others tell of both is not enough: their partial correlation is not told
        CellInformation information = of(HoledRows.cells(rows), chain());
        assertTrue(information.noise(chain(), 200).isEmpty());
    }
}
