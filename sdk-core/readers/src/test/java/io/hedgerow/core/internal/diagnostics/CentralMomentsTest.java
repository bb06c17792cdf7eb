// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.diagnostics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CentralMomentsTest {

    /** Skewed and sorted, so that blocks have means far apart. */
    private static double[] values(int n, double shift, double scale) {
        Random random = new Random(n);
        double[] values = new double[n];
        Arrays.setAll(values, k -> -Math.log(1 - random.nextDouble()));
        Arrays.sort(values);
        Arrays.setAll(values, k -> shift + scale * values[k]);
        return values;
    }

    private static CentralMoments of(double[] values) {
        CentralMoments moments = new CentralMoments();
        Arrays.stream(values).forEach(moments::add);
        return moments;
    }

    /** By the definition, about the mean: M_k = Σ (x − m)^k. */
    private static double moment(double[] values, int power) {
        double mean = Arrays.stream(values).average().orElseThrow();
        return Arrays.stream(values).map(x -> Math.pow(x - mean, power)).sum();
    }

    /** Rounding of means of 10⁶ leaves ten digits of deviations; three blocks and a part, one value, and one block. */
    @ParameterizedTest
    @CsvSource({"200, 0, 1", "200, 1e6, 1", "64, -5, 3", "65, 0, 1e-3", "2, 1, 1", "1000, 7, 1e6"})
    void mergedBlocks_haveTheMomentsOfAllValues(int n, double shift, double scale) {
        double[] values = values(n, shift, scale);
        CentralMoments moments = of(values);
        double variance = moment(values, 2) / n;
        assertTrue(moments.varies());
        assertEquals(Math.log(variance), moments.logOfVariance(), 1e-8);
        assertEquals(moment(values, 3) / Math.pow(variance, 1.5), moments.cubes(), 1e-8 * n);
        assertEquals(moment(values, 4) / (variance * variance), moments.fourths(), 1e-8 * n);
    }

    /** Fourth powers of 10¹⁵⁰ are no doubles. */
    @Test
    void anyUnit_givesTheSameShape() {
        double[] values = values(300, 0, 1);
        for (double scale : new double[] {1e-150, 1e-20, 1e150}) {
            double[] scaled = Arrays.stream(values).map(x -> scale * x).toArray();
            assertEquals(of(values).cubes(), of(scaled).cubes(), 1e-6);
            assertEquals(of(values).fourths(), of(scaled).fourths(), 1e-6);
            assertEquals(
                    of(values).logOfVariance() + 2 * Math.log(scale), of(scaled).logOfVariance(), 1e-9);
        }
    }

    /** Units grow with the values, whatever came first. */
    @Test
    void smallValuesBeforeLargeOnes_countInTheUnitOfThese() {
        double[] values = new double[256];
        Arrays.setAll(values, k -> k < 128 ? 1e-9 * k : 1e9 * k);
        double variance = moment(values, 2) / values.length;
        assertEquals(moment(values, 3) / Math.pow(variance, 1.5), of(values).cubes(), 1e-8);
    }

    @Test
    void cellsThatAreNoNumbers_areLeftOut() {
        double[] values = values(100, 2, 1);
        CentralMoments moments = new CentralMoments();
        for (double value : values) {
            moments.add(Double.NaN);
            moments.add(value);
        }
        assertEquals(of(values).cubes(), moments.cubes());
    }

    @Test
    void aConstantColumn_hasNoShape() {
        double[] constant = new double[200];
        Arrays.fill(constant, 0.1);
        assertFalse(of(constant).varies());
        assertEquals(0, of(constant).cubes());
        assertEquals(0, of(constant).fourths());
        assertFalse(new CentralMoments().varies());
    }
}
