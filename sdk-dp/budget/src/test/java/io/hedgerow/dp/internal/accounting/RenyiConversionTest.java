// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.accounting.AnalyticGaussian;
import io.hedgerow.dp.accounting.ZcdpAccountant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RenyiConversionTest {

    /** References: stationary order found with 40 digits. */
    @ParameterizedTest
    @CsvSource({
        "0.5, 1e-6, 5.22153444453016904, 5.9070094",
        "0.01, 1e-10, 0.864321185724172916, 44.843664",
        "5, 1e-3, 15.4581831660055584, 2.110049"
    })
    void epsilon_isTheLeastOverAllOrders(double rho, double delta, double expected, double order) {
        RenyiCurve curve = RenyiCurve.concentrated(rho);
        double epsilon = RenyiConversion.epsilon(curve, delta);
        assertTrue(epsilon >= expected);
        assertEquals(expected, epsilon, 1e-11 * expected);
        // The minimum is flat: golden section finds its place to the root of the precision.
        assertEquals(order, RenyiConversion.order(curve, delta), 1e-5 * order);
    }

    @Test
    void at_equalsProposition12OfCanonneKamathSteinke() {
        double alpha = 4;
        double expected = 0.2 * alpha + Math.log(1 - 1 / alpha) - (Math.log(1e-5) + Math.log(alpha)) / (alpha - 1);
        assertEquals(expected, RenyiConversion.at(RenyiCurve.concentrated(0.2), alpha, 1e-5), 1e-11);
    }

    @Property
    void everyOrder_givesABoundThatIsNotBelowTheBest(
            @ForAll @DoubleRange(min = 1e-4, max = 20) @Scale(5) double rho,
            @ForAll @DoubleRange(min = 1.01, max = 1e4) @Scale(3) double alpha) {
        RenyiCurve curve = RenyiCurve.concentrated(rho);
        assertTrue(RenyiConversion.at(curve, alpha, 1e-7) >= RenyiConversion.epsilon(curve, 1e-7) * (1 - 1e-12));
    }

    @Property
    void epsilon_isBelowTheClosedFormulaAndAboveTheExactGaussian(
            @ForAll @DoubleRange(min = 1e-3, max = 8) @Scale(5) double mu,
            @ForAll @DoubleRange(min = -12, max = -2) double logDelta) {
        double delta = Math.pow(10, logDelta);
        double epsilon = RenyiConversion.epsilon(RenyiCurve.gaussian(mu * mu), delta);
        assertTrue(epsilon <= ZcdpAccountant.standardEpsilon(mu * mu / 2, delta));
        assertTrue(epsilon >= AnalyticGaussian.epsilon(mu, delta));
    }

    @Test
    void epsilon_atDeltaZero_isInfinite() {
        assertEquals(Double.POSITIVE_INFINITY, RenyiConversion.epsilon(RenyiCurve.concentrated(1), 0));
    }

    @Test
    void epsilon_whereTheBoundIsNegative_isZero() {
        assertEquals(0, RenyiConversion.epsilon(RenyiCurve.concentrated(1e-9), 0.5));
    }
}
