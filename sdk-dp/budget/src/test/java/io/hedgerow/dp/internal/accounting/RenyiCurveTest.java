// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** References were computed with 40 digits. */
class RenyiCurveTest {

    @ParameterizedTest
    @CsvSource({
        "1e-5, 1.5, 1.8749999999954427083e-11",
        "0.01, 100, 0.0012331801532754594515",
        "0.01, 101, 0.0012451763025844123822",
        "0.01, 102, 0.0012571627128842140935",
        "1, 2, 0.24022901391655504926",
        "1, 1.0001, 0.12331372544034282833",
        "1, 1e6, 0.99998564315073057371",
        "40, 3, 39.045228747557780774",
        "0.5, 2.999, 0.091527258586895059297",
        "0.5, 3.001, 0.091585278564077264939",
    })
    void boundedRange_meetsReferencesOnBothSidesOfTheSwitch(double range, double alpha, double expected) {
        // Derived bound 1.6e-12 over ε₀ ∈ [1e-5, 40], α ∈ [1.0001, 1e6].
        assertEquals(expected, RenyiCurve.boundedRange(range).at(alpha), 1.6e-12 * expected);
    }

    @Property
    void boundedRange_isTheWorstTwoPointLaw(
            @ForAll @DoubleRange(min = 0.05, max = 8) double range,
            @ForAll @DoubleRange(min = 1.1, max = 60) double alpha) {
        double closed = RenyiCurve.boundedRange(range).at(alpha);
        double best = 0;
        for (int k = 0; k <= 2000; k++) {
            best = Math.max(best, twoPoint(range * k / 2000, range, alpha));
        }
        // The law on a grid of 2001 points misses the maximum by a relative O(1/2000²).
        assertTrue(closed >= best * (1 - 1e-11), closed + " < " + best);
        assertEquals(best, closed, 1e-4 * closed);
    }

    /** The divergence of the law l = t with p_t, l = t − ε₀ with 1 − p_t. */
    private static double twoPoint(double t, double range, double alpha) {
        double p = (1 - Math.exp(t - range)) / (1 - Math.exp(-range));
        double sum = p * Math.exp((alpha - 1) * (t - range)) + (1 - p) * Math.exp((alpha - 1) * (t - 2 * range));
        return (Math.log(sum) + (alpha - 1) * range) / (alpha - 1);
    }

    @Property
    void boundedRange_isBelowItsConcentratedBoundAndItsRange(
            @ForAll @DoubleRange(min = 1e-4, max = 30) @Scale(6) double range,
            @ForAll @DoubleRange(min = 1.001, max = 1e5) @Scale(4) double alpha) {
        double value = RenyiCurve.boundedRange(range).at(alpha);
        assertTrue(value > 0);
        assertTrue(value <= alpha * range * range / 8 * (1 + 1e-11));
        assertTrue(value <= range);
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 2, 9.9966641691672482502e-7",
        "100, 50, 0.0023965536589464395636",
        "1, 1.5, 0.5128835112945085956",
        "0.05, 3, 19.744587188117004658",
        "10, 1e5, 0.099993068508879614343",
        "1e6, 1.001, 5.0049983316670829149e-13",
    })
    void laplace_meetsProposition6OfMironov(double scale, double alpha, double expected) {
        assertEquals(expected, RenyiCurve.laplace(scale).at(alpha), 1e-12 * expected);
    }

    @ParameterizedTest
    @CsvSource({
        "1e-6, 1.001, 5.0049999999995820817e-13",
        "0.001, 5, 2.4999914583794649942e-6",
        "1, 2, 0.73532566405551922471",
        "5, 30, 4.9997684362589959287",
        "0.1, 1e4, 0.099935553889381581069",
        "30, 1.5, 29.999999999999812848",
    })
    void pure_isTheDivergenceOfRandomisedResponse(double epsilon, double alpha, double expected) {
        assertEquals(expected, RenyiCurve.pure(epsilon).at(alpha), 1e-12 * expected);
    }

    @Property
    void curves_riseWithTheOrder(
            @ForAll @DoubleRange(min = 1e-3, max = 10) @Scale(5) double loss,
            @ForAll @DoubleRange(min = 1.001, max = 1e4) @Scale(4) double alpha) {
        for (RenyiCurve curve : new RenyiCurve[] {
            RenyiCurve.boundedRange(loss),
            RenyiCurve.laplace(1 / loss),
            RenyiCurve.pure(loss),
            RenyiCurve.gaussian(loss)
        }) {
            // Rounding of 1e-12 relative may invert neighbours.
            assertTrue(curve.at(alpha * 1.01) >= curve.at(alpha) * (1 - 1e-11));
        }
    }

    @Test
    void composition_addsCurves() {
        RenyiCurve sum =
                RenyiCurve.gaussian(0.3).plus(RenyiCurve.concentrated(0.1)).times(7);
        assertEquals(7 * (0.15 * 3 + 0.1 * 3), sum.at(3), 1e-14);
        assertEquals(0, RenyiCurve.ZERO.at(2));
    }
}
