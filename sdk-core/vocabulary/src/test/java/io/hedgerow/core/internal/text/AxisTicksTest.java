// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisTicksTest {

    private static List<String> texts(double low, double high, int most) {
        return AxisTicks.of(low, high, most).stream().map(AxisTicks.Tick::text).toList();
    }

    @Test
    void of_areRoundAndWithin() {
        assertEquals(List.of("−2", "−1", "0", "1", "2"), texts(-2.4, 2.6, 5));
        assertEquals(List.of("0", "0.5", "1"), texts(-0.1, 1.2, 4));
        assertEquals(List.of("140", "160", "180", "200"), texts(135, 205, 4));
        assertEquals(List.of("0", "0.0002", "0.0004"), texts(0, 0.00045, 3));
    }

    @Test
    void of_whereNumbersAreLong_writesPowers() {
        assertEquals(List.of("0", "5e−9", "1e−8"), texts(0, 1.2e-8, 3));
        assertEquals(List.of("0", "5e12", "1e13"), texts(0, 1.2e13, 3));
        assertEquals(List.of("−1.5e8", "−1e8"), texts(-1.6e8, -9e7, 2));
    }

    /** Also where neighbouring doubles are further apart than a step. */
    @ParameterizedTest
    @CsvSource({"-1, 1", "3, 3.0001", "1e17, 1.0000000000000002e17", "-1e300, 1e300", "0, 1e-300"})
    void of_areAtMostSoMany_andSome(double low, double high) {
        for (int most = 1; most <= 5; most++) {
            List<AxisTicks.Tick> ticks = AxisTicks.of(low, high, most);
            assertTrue(ticks.size() <= most, ticks.toString());
            assertTrue(most == 1 || !ticks.isEmpty(), low + " to " + high);
            ticks.forEach(tick -> assertTrue(tick.value() >= low && tick.value() <= high, tick.toString()));
        }
    }
}
