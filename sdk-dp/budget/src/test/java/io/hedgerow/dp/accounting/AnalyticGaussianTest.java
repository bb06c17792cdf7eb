// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnalyticGaussianTest {

    /** References from 40 digits; the rounding upward is 2e-15 of Mills' ratio, which a small μ magnifies by 1/μ. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 0.1269367375066439458",
        "0.1, 0.5, 6.8565824558387265598e-9",
        "1e-3, 0.004, 7.1595624349382467821e-9",
        "1e-3, 0, 0.00039894226377883828456",
        "5, 20, 0.047322964188519658609",
        "30, 100, 1",
        "30, 400, 0.94870304715593691849",
        "2, 0, 0.68268949213708589717",
        "0.01, 0.09, 1.2811374959494373716e-22",
    })
    void delta_equalsTheoremEightOfBalleAndWang_neverBelow(double mu, double epsilon, double expected) {
        double delta = AnalyticGaussian.delta(mu, epsilon);
        assertTrue(delta >= expected, "rounded up");
        assertEquals(expected, delta, expected * (1e-12 + 2e-14 / mu));
    }

    @Property
    void delta_fallsInEpsilonAndRisesInMu(
            @ForAll @DoubleRange(min = 1e-3, max = 20) @Scale(6) double mu,
            @ForAll @DoubleRange(min = 0, max = 50) @Scale(6) double epsilon) {
        double delta = AnalyticGaussian.delta(mu, epsilon);
        assertTrue(AnalyticGaussian.delta(mu, epsilon * 1.001 + 1e-6) <= delta);
        assertTrue(AnalyticGaussian.delta(mu * 1.001, epsilon) >= delta);
        assertTrue(delta <= 1);
    }

    @Property
    void epsilon_isTheLeastWithinDelta(
            @ForAll @DoubleRange(min = 1e-3, max = 20) @Scale(6) double mu,
            @ForAll @DoubleRange(min = -14, max = -0.5) double logDelta) {
        double delta = Math.pow(10, logDelta);
        double epsilon = AnalyticGaussian.epsilon(mu, delta);
        assertTrue(AnalyticGaussian.delta(mu, epsilon) <= delta, "within delta");
        if (epsilon > 0) {
            // 1e-9 relative is more than the search leaves, 1e-13, and less than anybody would notice.
            assertTrue(AnalyticGaussian.delta(mu, epsilon * (1 - 1e-9)) > delta, "and not larger than needed");
        }
    }

    @Property
    void mu_isTheLargestWithinTheBudget(
            @ForAll @DoubleRange(min = 0.01, max = 60) @Scale(4) double epsilon,
            @ForAll @DoubleRange(min = -14, max = -0.5) double logDelta) {
        PrivacyBudget budget = new PrivacyBudget(epsilon, Math.pow(10, logDelta));
        double mu = AnalyticGaussian.mu(budget);
        assertTrue(AnalyticGaussian.epsilon(mu, budget.delta()) <= epsilon);
        assertTrue(AnalyticGaussian.epsilon(mu * (1 + 1e-9), budget.delta()) > epsilon);
    }

    @ParameterizedTest
    @CsvSource({"1, 4.85", "2, 2.53", "5, 1.093", "10, 0.594"})
    void mu_meetsTheNoiseMultipliersOfTheLiterature(double epsilon, double noiseMultiplier) {
        // Quoted with three digits.
        assertEquals(1, noiseMultiplier * AnalyticGaussian.mu(new PrivacyBudget(epsilon, 4e-8)), 1e-3);
    }

    @Test
    void epsilon_atDeltaZero_isInfinite() {
        assertEquals(Double.POSITIVE_INFINITY, AnalyticGaussian.epsilon(1, 0));
    }

    @Test
    void epsilon_whereDeltaIsLarge_isZero() {
        assertEquals(0, AnalyticGaussian.epsilon(0.1, 0.05));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void badMu_isRefusedWithItsValue(double mu) {
        String delta = assertThrows(IllegalArgumentException.class, () -> AnalyticGaussian.delta(mu, 1))
                .getMessage();
        assertEquals("mu must be finite and > 0, was " + mu, delta);
        assertThrows(IllegalArgumentException.class, () -> AnalyticGaussian.epsilon(mu, 0.1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1e-9, Double.NaN, Double.POSITIVE_INFINITY})
    void badEpsilon_isRefused(double epsilon) {
        assertThrows(IllegalArgumentException.class, () -> AnalyticGaussian.delta(1, epsilon));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1e-9, 1, Double.NaN})
    void badDelta_isRefused(double delta) {
        assertThrows(IllegalArgumentException.class, () -> AnalyticGaussian.epsilon(1, delta));
    }

    @Test
    void mu_ofAPureBudget_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> AnalyticGaussian.mu(new PrivacyBudget(1, 0)));
    }
}
