// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Figures of columns whose moments are known. */
class FiguresTest {

    private static final double ROUND_OFF = 1e-12;

    private static double[] powersOfTwo(int count) {
        return IntStream.range(0, count).mapToDouble(i -> Math.pow(2, i)).toArray();
    }

    @Test
    void of_aNumber_hasFourDigitsAndNoExponent() {
        assertEquals("1235", Figures.of(1234.56));
        assertEquals("1000000", Figures.of(1e6));
        assertEquals("0.0001235", Figures.of(0.00012346));
        assertEquals("-", Figures.of(Double.NaN));
        assertEquals("-", Figures.of(Double.NEGATIVE_INFINITY));
    }

    @Test
    void moments_areThoseOfTheFormula() {
        assertEquals(1, Figures.moment(new double[] {-1, 1}, 4), ROUND_OFF);
        // one of four: (1 − 2 p) / √(p (1 − p)) with p = 1/4
        assertEquals(2 / Math.sqrt(3), Figures.moment(new double[] {0, 0, 0, 1}, 3), ROUND_OFF);
        assertTrue(Double.isNaN(Figures.mean(new double[0])));
        assertTrue(Double.isNaN(Figures.deviation(new double[0])));
        assertEquals(0, Figures.deviation(new double[] {7, 7, 7}));
    }

    @Test
    void shape_tellsSkewedNumbersFromCounts() {
        double[] counts = powersOfTwo(40);
        assertEquals(Optional.of("skewed counts"), Figures.shape(counts));
        double[] halves = DoubleStream.of(counts).map(x -> x + 0.5).toArray();
        assertEquals(Optional.of("skewed"), Figures.shape(halves));
        double[] below = DoubleStream.of(counts).map(x -> x - 2).toArray();
        assertEquals(Optional.of("skewed"), Figures.shape(below), "a count is not negative");
    }

    /** Of ±2^i for i below 20 the kurtosis is near 12, and skewness is 0. */
    @Test
    void shape_ofFarValuesOnBothSides_isHeavyTails() {
        double[] both = DoubleStream.of(powersOfTwo(20))
                .flatMap(x -> DoubleStream.of(-x, x))
                .sorted()
                .toArray();
        assertEquals(Optional.of("heavy tails"), Figures.shape(both));
    }

    @Test
    void shape_ofFewRows_fewValues_orEvenOnes_isNothing() {
        assertEquals(Optional.empty(), Figures.shape(powersOfTwo(19)));
        double[] ten = IntStream.range(0, 200)
                .mapToDouble(i -> i < 190 ? 0 : Math.pow(2, i - 190))
                .toArray();
        assertEquals(Optional.of("skewed counts"), Figures.shape(ten));
        ten[199] = ten[198];
        assertEquals(Optional.empty(), Figures.shape(ten), "ten values are levels");
        assertEquals(
                Optional.empty(),
                Figures.shape(IntStream.range(0, 100).asDoubleStream().toArray()));
        assertEquals(Optional.empty(), Figures.shape(new double[50]), "a constant column");
    }
}
