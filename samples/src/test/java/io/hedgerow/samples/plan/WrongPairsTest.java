package io.hedgerow.samples.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.accounting.PrivacyBudget;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrongPairsTest {

    private static final double DELTA = 1 / (5000.0 * 5000.0);

    private static List<WrongPairs> expected(double density, int d, double rows, double epsilon) {
        return WrongPairs.expected("dp-gram", density, d, rows, 8, new PrivacyBudget(epsilon, DELTA));
    }

    /** What was simulated, pairs = share · edges. */
    @Test
    void expected_atASimulatedPoint_isWhatWasMeasured() {
        for (SimulatedRuns run : SimulatedRuns.of("dp-gram")) {
            if (run.classDistance().isPresent()) {
                WrongPairs found = expected(run.density(), 20, 5000, run.epsilon()).stream()
                        .filter(own -> own.condition().equals(run.condition()))
                        .findFirst()
                        .orElseThrow();
                assertEquals(run.classDistance().getAsDouble(), found.pairs(), 1e-9);
                assertEquals(Math.round(20 * run.density()), found.edges());
                assertEquals(run.runs(), found.runs());
                assertEquals(null, found.bound());
            }
        }
        assertEquals(
                List.of("equal", "unequal", "standardised"),
                expected(1, 20, 5000, 1).stream().map(WrongPairs::condition).toList());
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
        assertEquals("at least", expected(3, 20, 500, 1).get(0).bound());
        assertEquals("at most", expected(3, 20, 500_000, 1).get(0).bound());
        assertTrue(expected(1, 20, 500, 1).isEmpty(), "nearly none at the most noise says nothing of more");
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
