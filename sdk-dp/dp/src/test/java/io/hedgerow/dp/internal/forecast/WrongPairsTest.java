// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.forecast.ExpectedError.SimulatedShare;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrongPairsTest {

    private static final double DELTA = 1 / (5000.0 * 5000.0);

    private static List<WrongPairs> expected(double density, int d, double rows, double epsilon) {
        return WrongPairs.expected("dp-gram", density, d, rows, 8, new PrivacyBudget(epsilon, DELTA));
    }

    /** Pairs = share · edges; at four edges no neighbour in the noise has less. */
    @Test
    void expected_atASimulatedPoint_isWhatWasMeasured() {
        SimulatedRuns run = SimulatedRuns.of("dp-gram").stream()
                .filter(one -> one.density() == 4 && one.rows() == 20_000 && one.epsilon() == 2)
                .findFirst()
                .orElseThrow();
        WrongPairs found = WrongPairs.expected("dp-gram", 4, 20, 20_000, 8, new PrivacyBudget(2, 2.5e-9))
                .get(0);
        assertEquals("equal", found.condition());
        assertEquals(run.classDistance().getAsDouble(), found.pairs(), 1e-9);
        assertEquals(80, found.edges());
        assertEquals(run.runs(), found.runs());
        assertEquals(null, found.bound());
        assertEquals(
                List.of("equal", "unequal", "standardised"),
                expected(1, 20, 5000, 1).stream().map(WrongPairs::condition).toList());
    }

    /** Pool adjacent violators by hand: 0.5 with one run and 0.125 with two are 0.25 with three. */
    @Test
    void simulatedShares_neverFallWithTheNoise() {
        assertEquals(
                List.of(
                        new SimulatedShare(1, 0, 1),
                        new SimulatedShare(2, 0.25, 1),
                        new SimulatedShare(3, 0.25, 2),
                        new SimulatedShare(4, 0.625, 4)),
                SimulatedShare.rising(List.of(
                        new SimulatedShare(4, 0.75, 3),
                        new SimulatedShare(3, 0.125, 2),
                        new SimulatedShare(2, 0.5, 1),
                        new SimulatedShare(1, 0, 1),
                        new SimulatedShare(4, 0.25, 1))));
    }

    @Test
    void expected_betweenDensities_isLinear() {
        double two = expected(2, 20, 5000, 1).get(0).share();
        double three = expected(3, 20, 5000, 1).get(0).share();
        assertEquals((two + three) / 2, expected(2.5, 20, 5000, 1).get(0).share(), 1e-9);
    }

    /** d / (n μ √P): two and a half times the variables with as many more rows have the same share. */
    @Test
    void expected_atOtherSizes_goesByTheRelativeNoise() {
        assertEquals(
                expected(3, 20, 5000, 1).get(0).share(),
                expected(3, 50, 12_500, 1).get(0).share(),
                1e-9);
    }

    @Test
    void expected_outsideOfTheNoise_isABound_andOutsideOfDensitiesAndSizesNothing() {
        assertEquals("at least", expected(3, 20, 100, 1).get(0).bound());
        assertEquals("at most", expected(3, 20, 5_000_000, 1).get(0).bound());
        assertEquals("at least", expected(1, 20, 100, 0.1).get(0).bound());
        assertTrue(expected(4.5, 20, 5000, 1).isEmpty());
        assertTrue(expected(1, 200, 5000, 1).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"dp-fed-sparse", "dp-fed-bnsl"})
    void expected_ofMethodsThatWereNotSimulatedSo_isEmpty(String method) {
        assertTrue(WrongPairs.expected(method, 1, 20, 5000, 8, new PrivacyBudget(1, DELTA))
                .isEmpty());
    }
}
