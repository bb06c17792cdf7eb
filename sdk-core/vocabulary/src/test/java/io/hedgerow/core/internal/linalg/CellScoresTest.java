// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellScoresTest {

    private static final CellScores COIN = CellScores.of(new double[] {0.5, 0.5});
    private static final CellScores FINE = CellScores.of(even(256));

    private static double[] even(int cells) {
        double[] shares = new double[cells];
        Arrays.fill(shares, 1.0 / cells);
        return shares;
    }

    /** The mean of a half of a standard normal distribution is √(2/π). */
    @Test
    void ofACoin_scoresAreMeansOfTheHalves() {
        double mean = Math.sqrt(2 / Math.PI);
        assertArrayEquals(new double[] {-mean, mean}, COIN.scores(), 1e-12);
        assertEquals(2 / Math.PI, COIN.variance(), 1e-12);
    }

    @Test
    void scores_haveMean0_andTheVarianceThatIsSaid() {
        double[] shares = {0.1, 0, 0.3, 0.05, 0, 0, 0.55};
        CellScores found = CellScores.of(shares);
        double[] s = found.scores();
        double mean = 0;
        double variance = 0;
        for (int k = 0; k < s.length; k++) {
            assertTrue(k == 0 || s[k] >= s[k - 1], Arrays.toString(s));
            mean += shares[k] * s[k];
            variance += shares[k] * s[k] * s[k];
        }
        assertEquals(0, mean, 1e-12);
        assertEquals(variance, found.variance(), 1e-12);
    }

    /** Of two coins (2/π)² asin ρ, by the probability of a quadrant; what the series leaves out is below .002. */
    @ParameterizedTest
    @ValueSource(doubles = {-0.95, -0.5, 0, 0.3, 0.8, 0.95})
    void productOfCoins_isThatOfQuadrants(double correlation) {
        assertEquals(Math.pow(2 / Math.PI, 2) * Math.asin(correlation), COIN.product(COIN, correlation), 0.002);
    }

    /** E[s s'] = ρ where cells hide next to nothing, and v ρ of a coin and such. */
    @ParameterizedTest
    @ValueSource(doubles = {-0.9, 0.1, 0.7})
    void correlation_isWhatProductsCameFrom(double correlation) {
        // 256 equal cells lose .3 % of the variance, in the tails
        assertEquals(correlation, FINE.product(FINE, correlation), 0.005);
        assertEquals(correlation * COIN.variance(), COIN.product(FINE, correlation), 0.005);
        for (CellScores other : new CellScores[] {COIN, FINE}) {
            assertEquals(correlation, COIN.correlation(other, COIN.product(other, correlation)), 1e-9);
        }
    }

    /** Noise can make products that no correlation has. */
    @Test
    void correlation_endsWhereVariablesAreNearlyTheSame() {
        assertEquals(0.98, FINE.correlation(FINE, 3), 1e-9);
        assertEquals(-0.98, COIN.correlation(COIN, -3), 1e-9);
    }

    @Test
    void aVariableInOneCell_isLost() {
        assertTrue(CellScores.of(new double[] {0, 1, 0}).isLost());
        assertTrue(CellScores.of(new double[] {0.005, 0.995, 0}).isLost());
        assertTrue(!COIN.isLost());
        assertTrue(Double.isFinite(CellScores.of(new double[] {0, 1, 0}).scores()[2]));
    }

    /** c_t is linear in scores, so scores of half the size have half the products, and the same correlation. */
    @Test
    void otherScoresOfTheSameCells_tellTheSameCorrelation() {
        double[] shares = {0.3, 0.7};
        double[] own = CellScores.of(shares).scores();
        CellScores half = CellScores.of(shares, new double[] {own[0] / 2 + 5, own[1] / 2 + 5});
        CellScores whole = CellScores.of(shares);
        assertEquals(whole.product(COIN, 0.6) / 2, half.product(COIN, 0.6), 1e-12);
        assertEquals(0.6, half.correlation(COIN, whole.product(COIN, 0.6) / 2), 1e-9);
    }

    /** Without ties n Var ρ is (1 − ρ²)². */
    @ParameterizedTest
    @ValueSource(doubles = {-0.9, 0, 0.5})
    void varianceWithoutTies_isThatOfACorrelation(double correlation) {
        double usual = 1 - correlation * correlation;
        assertEquals(usual * usual, FINE.varianceOf(FINE, correlation), 0.02);
    }

    /** Of two coins the correlation follows from a share alone: π² / 4 · (1 − (2 asin(ρ) / π)²) (1 − ρ²). */
    @ParameterizedTest
    @ValueSource(doubles = {-0.7, 0, 0.5})
    void varianceOfCoins_isThatOfAShare(double correlation) {
        double scores = 2 / Math.PI * Math.asin(correlation);
        double expected = Math.PI * Math.PI / 4 * (1 - scores * scores) * (1 - correlation * correlation);
        assertEquals(expected, COIN.varianceOf(COIN, correlation), 0.03 * expected);
    }

    /** Against 2,000 draws of 1,000 rows of cells of 20, 50 and 30 % beside a column without ties: 3 % a deviation. */
    @Test
    void variance_isThatOfDrawnRows() {
        CellScores cells = CellScores.of(new double[] {0.2, 0.5, 0.3});
        NormalDistribution normal = new NormalDistribution(null, 0, 1);
        double[] edges = {normal.inverseCumulativeProbability(0.2), normal.inverseCumulativeProbability(0.7)};
        Random random = new Random(5);
        int draws = 2000;
        int rows = 1000;
        double rho = 0.6;
        double sum = 0;
        double squares = 0;
        for (int draw = 0; draw < draws; draw++) {
            double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
            for (int n = 0; n < rows; n++) {
                double z = random.nextGaussian();
                double w = rho * z + Math.sqrt(1 - rho * rho) * random.nextGaussian();
                double s = cells.scores()[z < edges[0] ? 0 : z < edges[1] ? 1 : 2];
                x += s;
                y += w;
                xx += s * s;
                yy += w * w;
                xy += s * w;
            }
            double r = (xy / rows - x / rows * y / rows)
                    / Math.sqrt((xx / rows - x / rows * x / rows) * (yy / rows - y / rows * y / rows));
            double found = cells.correlation(FINE, r * Math.sqrt(cells.variance()));
            sum += found / draws;
            squares += found * found / draws;
        }
        assertEquals(cells.varianceOf(FINE, rho), rows * (squares - sum * sum), 0.12 * rows * (squares - sum * sum));
    }
}
