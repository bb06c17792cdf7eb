// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmallestEffectTest {

    /** √(1 − exp(−(ln n + 2 ln((1 − f) / f)) / n)), f = (E + 1) / (P + 2), worked out apart from the code. */
    @ParameterizedTest
    @CsvSource({"9, 45, 1770, 0.07541", "9, 45, 256, 0.17714", "30, 190, 50000, 0.01680", "0, 1, 100, 0.24115"})
    void of_isTheFormula(int edges, int pairs, double rows, double expected) {
        assertEquals(expected, SmallestEffect.of(edges, pairs, rows).orElseThrow(), 1e-5);
    }

    /** At r* the gain of an edge equals its price. */
    @Test
    void of_isWhereGainAndPriceMeet() {
        double r = SmallestEffect.of(12, 66, 900).orElseThrow();
        double share = 13.0 / 68;
        assertEquals(Math.log(900) + 2 * Math.log((1 - share) / share), -900 * Math.log(1 - r * r), 1e-9);
    }

    @ParameterizedTest
    @CsvSource({"0, 10, 0", "0, 10, 1", "0, 10, NaN", "10, 10, 5", "11, 10, 1000"})
    void of_whatMakesNoSense_isEmpty(int edges, int pairs, double rows) {
        assertEquals(OptionalDouble.empty(), SmallestEffect.of(edges, pairs, rows));
    }

    @Test
    void of_isSmallerOfMoreRows() {
        assertTrue(SmallestEffect.of(9, 45, 10_000).orElseThrow()
                < SmallestEffect.of(9, 45, 1_000).orElseThrow());
    }
}
