// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.moments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MarginalTest {

    private static final double CENTRE = 3;
    private static final double UNIT = 2;
    /** Edges are sinh of numbers so far apart. */
    private static final double STEP = 2 * Math.log(1000 + Math.sqrt(1000 * 1000 + 1)) / Marginal.BINS;

    private final double[] values = new double[4000];
    private final Marginal marginal;

    MarginalTest() {
        SplittableRandom random = new SplittableRandom(5);
        Arrays.setAll(values, r -> CENTRE + UNIT * random.nextGaussian());
        double[] counts = new double[Marginal.BINS];
        for (double x : values) {
            counts[Marginal.bin((x - CENTRE) / UNIT)]++;
        }
        marginal = Marginal.of(CENTRE, UNIT, counts);
    }

    /** Both are linear between edges; the division by a bin's share, 1/4000 or more, is the only loss. */
    @Test
    void quantile_isTheInverseOfShare() {
        for (double x = -1; x <= 7; x += 0.1) {
            assertEquals(x, marginal.quantile(marginal.share(x)), 1e-10);
        }
        for (double share = 0.01; share < 1; share += 0.01) {
            assertEquals(share, marginal.share(marginal.quantile(share)), 1e-12);
        }
    }

    /** At an edge it is the share of the rows below; between two it cannot be further off than the bin has rows. */
    @Test
    void share_isThatOfTheRows_withinABin() {
        for (double x = -2; x <= 8; x += 0.37) {
            double own = x;
            double below = Arrays.stream(values).filter(v -> v < own).count();
            int bin = Marginal.bin((x - CENTRE) / UNIT);
            double inBin = Arrays.stream(values)
                    .filter(v -> Marginal.bin((v - CENTRE) / UNIT) == bin)
                    .count();
            assertEquals(below / values.length, marginal.share(x), inBin / values.length + 1e-12);
        }
        double edge = CENTRE + UNIT * Math.sinh(5 * STEP);
        long below = Arrays.stream(values).filter(v -> v < edge).count();
        assertEquals((double) below / values.length, marginal.share(edge), 1e-12);
    }

    /**
     * A value is moved to the middle of its bin, by at most 1.02 · STEP / 2 · √(1 + t²): its half width where sinh is
     * bent by so little. The root of the mean of squares of that bounds both errors, as both are norms; E √(1 + t²)² =
     * 2.
     */
    @Test
    void meanAndDeviation_areThoseOfTheRows_withinTheWidthOfBins() {
        double mean = Arrays.stream(values).average().orElseThrow();
        double deviation = Math.sqrt(Arrays.stream(values)
                .map(v -> (v - mean) * (v - mean))
                .average()
                .orElseThrow());
        double within = UNIT * 1.02 * STEP / 2 * Math.sqrt(2.1);
        assertEquals(mean, marginal.mean(), within);
        assertEquals(deviation, marginal.deviation(), within);
        assertEquals((1.5 - marginal.mean()) / marginal.deviation(), marginal.standard(1.5), 1e-15);
    }

    @Test
    void beyondTheReach_valuesCountForTheLastBins() {
        assertEquals(Marginal.BINS - 1, Marginal.bin(1e9));
        assertEquals(0, Marginal.bin(-1e9));
        assertEquals(1, marginal.share(1e12));
        assertEquals(0, marginal.share(-1e12));
        assertEquals(4, marginal.standard(1e12));
        assertEquals(-4, marginal.standard(-1e12));
    }

    /** A uniform value within a bin of width w has variance w² / 12. */
    @Test
    void whereAllValuesAreEqual_theDeviationIsThatOfABin() {
        double[] counts = new double[Marginal.BINS];
        counts[Marginal.bin(0.01)] = 50;
        Marginal same = Marginal.of(CENTRE, UNIT, counts);
        assertEquals(UNIT * STEP / Math.sqrt(12), same.deviation(), 1e-12);
        assertEquals(CENTRE + UNIT * 0.01, same.mean(), UNIT * STEP);
        assertTrue(Math.abs(same.standard(CENTRE + UNIT * 0.01)) <= 2, "within the bin");
    }

    @Test
    void told_comesBackAsItWas_andWithoutRowsItIsRefused() {
        assertArrayEquals(marginal.told(), Marginal.ofTold(marginal.told()).told());
        assertEquals(marginal.share(2.2), Marginal.ofTold(marginal.told()).share(2.2));
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> Marginal.of(0, 1, new double[Marginal.BINS]));
        assertEquals("a histogram must have rows, had 0.0", refused.getMessage());
    }

    /** All rows in the bin that begins at 0, or three quarters of them and a quarter below. */
    @Test
    void distance_isTheLargestOfTheDistributionFunctions() {
        double[] above = new double[Marginal.BINS];
        above[Marginal.BINS / 2] = 8;
        double[] both = above.clone();
        both[Marginal.BINS / 2 - 1] = 2;
        both[Marginal.BINS / 2] = 6;
        Marginal one = Marginal.of(0, 1, above);
        assertEquals(0.25, one.distance(Marginal.of(0, 1, both)), 1e-12);
        assertEquals(0, one.distance(one));
    }

    /** A unit of 0 makes every row a NaN, and shares that do not ascend make cells of fewer rows than none. */
    @Test
    void toldThatNoHistogramHas_isRefused() {
        double[][] wrong = new double[7][];
        for (int k = 0; k < wrong.length; k++) {
            wrong[k] = marginal.told();
        }
        wrong[0][1] = 0;
        wrong[1][3] = 0;
        wrong[2][1] = Double.NaN;
        wrong[3][0] = Double.POSITIVE_INFINITY;
        wrong[4][4] = -0.5;
        wrong[5][4 + Marginal.BINS] = 2;
        wrong[6][4 + Marginal.BINS] = 0.1;
        for (double[] told : wrong) {
            assertThrows(IllegalArgumentException.class, () -> Marginal.ofTold(told));
        }
    }
}
