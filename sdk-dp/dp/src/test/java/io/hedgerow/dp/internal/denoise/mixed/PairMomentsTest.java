// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.internal.release.mixed.MixedFixtures;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairMomentsTest {

    private static final double W = MixedColumns.WEIGHT;
    private static final int ROWS = 2000;
    private static final int LEVELS = 20;
    /** Two numbers and two categories, of which each may miss. */
    private static final MixedColumns SHAPE = MixedFixtures.withHoles(0, LEVELS, 0, 3);

    /** What rows publish with noise of σ on the diagonal and σ/√2 beside it; cells are missing by chance. */
    private static double[] products(double seen, double sigma, double moved, Random random) {
        int q = SHAPE.size();
        double[] products = new double[q * q];
        for (int r = 0; r < ROWS; r++) {
            double[] y = new double[q];
            double first = 0.4 + random.nextGaussian();
            put(y, 0, first, random.nextDouble() < seen);
            put(y, 1, random.nextInt(LEVELS), random.nextDouble() < seen + moved * Math.signum(first));
            put(y, 2, random.nextGaussian(), random.nextDouble() < seen + moved * Math.signum(first));
            put(y, 3, random.nextInt(5) % 3, random.nextDouble() < seen);
            for (int a = 0; a < q; a++) {
                for (int b = 0; b < q; b++) {
                    products[a * q + b] += y[a] * y[b] / ROWS;
                }
            }
        }
        for (int a = 0; a < q; a++) {
            for (int b = a; b < q; b++) {
                products[a * q + b] += sigma * (a == b ? 1 : Math.sqrt(0.5)) * random.nextGaussian();
                products[b * q + a] = products[a * q + b];
            }
        }
        return products;
    }

    private static void put(double[] y, int variable, double value, boolean seen) {
        if (seen && SHAPE.isCategory(variable)) {
            y[SHAPE.first(variable) + (int) value] = W;
        } else if (seen) {
            y[SHAPE.first(variable)] = value;
            y[SHAPE.seen(variable / 2)] = 1;
        }
    }

    /** D / √V(D) has mean 0 and deviation 1 where nothing depends on anything, for both kinds and with many levels. */
    @ParameterizedTest
    @CsvSource({"0.8, 1e-9", "0.8, 0.01", "0.6, 0.03", "0.9, 0.005"})
    void dependence_isInDeviations(double seen, double sigma) {
        int[][] pairs = {{0, 2, 0}, {0, 1, 0}, {1, 0, 0}, {1, 3, 1}, {3, 1, 4}, {2, 3, 2}};
        int runs = 300;
        double[] sums = new double[pairs.length];
        double[] squares = new double[pairs.length];
        for (int run = 0; run < runs; run++) {
            PairMoments moments = new PairMoments(SHAPE, products(seen, sigma, 0, new Random(run)), sigma);
            for (int p = 0; p < pairs.length; p++) {
                int at = SHAPE.first(pairs[p][1]) + pairs[p][2];
                double z = moments.dependence(pairs[p][0], pairs[p][1], at, ROWS);
                sums[p] += z / runs;
                squares[p] += z * z / runs;
            }
        }
        for (int p = 0; p < pairs.length; p++) {
            String name = Arrays.toString(pairs[p]);
            assertEquals(0, sums[p], 4 / Math.sqrt(runs), name);
            assertEquals(1, Math.sqrt(squares[p] - sums[p] * sums[p]), 0.17, name);
        }
    }

    @Test
    void dependence_isSeen_whereCellsAreMissingForAReason() {
        double sigma = 0.01;
        PairMoments moments = new PairMoments(SHAPE, products(0.7, sigma, 0.2, new Random(1)), sigma);
        assertTrue(moments.dependence(2, 0, 0, ROWS) > 5, "x3 is there where x1 is large");
        assertTrue(moments.dependence(1, 0, 0, ROWS) > 3, "so is x2");
        assertTrue(Math.abs(moments.dependence(3, 0, 0, ROWS)) < 4);
    }

    /** Where nothing is missing, or so little that noise hides it, nothing is said. */
    @Test
    void dependence_isNothing_whereNoiseHidesWhetherCellsAreMissing() {
        assertEquals(0, new PairMoments(SHAPE, products(1, 0.01, 0, new Random(2)), 0.01).dependence(2, 0, 0, ROWS));
        assertEquals(0, new PairMoments(SHAPE, products(0.5, 10, 0, new Random(2)), 10).dependence(2, 0, 0, ROWS));
    }

    /** The share of the variable that most rows have: not of one that half of them have. */
    @Test
    void all_isTheLargestShareBeyondNoise() {
        double[] products = products(0.7, 0, 0, new Random(3));
        int q = SHAPE.size();
        double[] expected = new double[] {
            products[SHAPE.seen(0) * (q + 1)], products[SHAPE.seen(1) * (q + 1)], level(products, 1), level(products, 3)
        };
        assertEquals(Arrays.stream(expected).max().orElseThrow(), new PairMoments(SHAPE, products, 1e-9).all(), 1e-7);
    }

    private static double level(double[] products, int category) {
        double sum = 0;
        for (int l = 0; l < SHAPE.levels(category); l++) {
            sum += products[(SHAPE.first(category) + l) * (SHAPE.size() + 1)] / W / W;
        }
        return sum;
    }
}
