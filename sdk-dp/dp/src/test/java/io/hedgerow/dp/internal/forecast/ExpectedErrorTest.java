// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.accounting.PrivacyBudget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectedErrorTest {

    private static final double DELTA = 1 / (5000.0 * 5000.0);

    private static double at(ExpectedError table, int d, double epsilon) {
        return table.at(d, 5000, 8, new PrivacyBudget(epsilon, DELTA))
                .orElseThrow()
                .shd();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dp-gram", "dp-fed-sparse"})
    void at_growsWithLessBudgetAndBetweenSimulatedPointsLiesBetweenThem(String method) {
        ExpectedError table = ExpectedError.of(method, "equal").orElseThrow();
        double one = at(table, 50, 1);
        double between = at(table, 50, 1.5);
        double two = at(table, 50, 2);
        assertTrue(two <= between && between <= one, two + ", " + between + ", " + one);
        double larger = at(table, 35, 1);
        assertTrue(at(table, 20, 1) <= larger && larger <= one, "between the sizes, too");
    }

    @Test
    void at_dependsOnRowsSitesAndBudgetByTheNoiseAlone() {
        ExpectedError table = ExpectedError.of("dp-fed-sparse", "equal").orElseThrow();
        PrivacyBudget budget = new PrivacyBudget(1, DELTA);
        // twice the rows at a quarter of the sites is the same noise
        double same = table.at(50, 10_000, 2, budget).orElseThrow().shd();
        assertEquals(at(table, 50, 1), same, 1e-9);
        assertEquals(ExpectedError.noise(5000, 8, budget), ExpectedError.noise(10_000, 2, budget), 1e-18);
    }

    /** What the README asks, and the ends of the grid. */
    @Test
    void at_smallAndLargeStudies_isKnown() {
        for (String method : new String[] {"dp-gram", "dp-fed-sparse"}) {
            ExpectedError table = ExpectedError.of(method, "equal").orElseThrow();
            ExpectedError.Expectation readme =
                    table.at(10, 1000, 3, new PrivacyBudget(2, 1e-6)).orElseThrow();
            assertEquals("d = 10", readme.between());
            assertTrue(readme.shd() < 12, readme.toString());
            assertTrue(table.at(20, 200, 2, new PrivacyBudget(1, 2.5e-5)).isPresent(), method);
            assertTrue(table.at(15, 200, 2, new PrivacyBudget(1, 2.5e-5)).isPresent(), method);
            assertTrue(table.at(5, 100_000, 50, new PrivacyBudget(1, 1e-10)).isPresent(), method);
        }
    }

    @Test
    void at_outsideOfWhatWasSimulated_saysNothing() {
        ExpectedError table = ExpectedError.of("dp-gram", "equal").orElseThrow();
        PrivacyBudget tight = new PrivacyBudget(0.01, DELTA);
        assertTrue(table.at(20, 5000, 8, tight).isEmpty(), "more noise than simulated");
        PrivacyBudget usual = new PrivacyBudget(1, DELTA);
        assertTrue(table.at(5000, 5000, 8, usual).isEmpty(), "more variables than simulated");
        assertTrue(table.at(2, 5000, 8, usual).isEmpty(), "fewer variables than simulated");
        assertTrue(ExpectedError.of("fed-sparse", "equal").isEmpty(), "a method that was not simulated");
    }

    @Test
    void outside_saysWhatIsAndNothingInside() {
        ExpectedError table = ExpectedError.of("dp-gram", "equal").orElseThrow();
        PrivacyBudget usual = new PrivacyBudget(1, DELTA);
        assertTrue(table.outside(30, 5000, 8, usual).isEmpty());
        assertTrue(table.outside(4, 5000, 8, usual).orElseThrow().contains("outside of 5 to 200"));
        assertTrue(table.outside(30, 50, 8, usual).orElseThrow().contains("more noise"));
        assertTrue(table.outside(30, 5e6, 8, usual).orElseThrow().contains("less noise"));
        assertTrue(table.at(30, 5e6, 8, usual).orElseThrow().bound());
    }
}
