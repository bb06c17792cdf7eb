// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.search.TotalEffects.Effect;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TotalEffectsTest {

    private static Effect effect(double lower, double median, double upper, Double... possible) {
        return new Effect(
                0,
                1,
                0,
                Optional.empty(),
                0.5,
                new TotalEffects.Interval(median, lower, upper),
                new TotalEffects.Identification(List.of(), List.of(possible), List.of()));
    }

    @Test
    void identified_needsOneSign() {
        assertFalse(effect(0, 0, 0).identification().identified(), "none was computed");
        assertFalse(effect(0, 0, 0, 0.0).identification().identified(), "no effect in all graphs");
        assertTrue(effect(0, 0, 0, -2.0).identification().identified());
        assertTrue(effect(0, 0, 0, 0.5, 2.0).identification().identified());
        assertTrue(effect(0, 0, 0, -0.5, -2.0).identification().identified());
        assertFalse(effect(0, 0, 0, -0.5, 2.0).identification().identified());
        assertFalse(effect(0, 0, 0, 0.0, 2.0).identification().identified());
    }

    @Test
    void leastSize_isThatOfTheSmallestValue() {
        assertEquals(0.5, effect(0, 0, 0, -0.5, -2.0).identification().leastSize());
        assertEquals(0, effect(0, 0, 0, -0.5, 2.0).identification().leastSize());
        assertEquals(0, effect(0, 0, 0).identification().leastSize());
    }

    @Test
    void anIntervalWithoutItsMedian_isRefused() {
        assertEquals(
                "lower, median and upper must be in this order, were 0.0, 2.0, 1.0",
                assertThrows(IllegalArgumentException.class, () -> effect(0, 2, 1))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> effect(0, Double.NaN, 1));
    }

    @Test
    void of_givesOnePair() {
        Effect other = new Effect(
                1, 0, 0, Optional.empty(), 0.5, new TotalEffects.Interval(0, 0, 0), TotalEffects.Identification.NONE);
        TotalEffects effects = new TotalEffects(0.05, 0, List.of(effect(0, 0, 0), other));
        assertEquals(List.of(other), effects.of(1, 0));
        assertEquals(List.of(), effects.of(0, 2));
    }

    @Test
    void bounds_areChecked() {
        assertThrows(IllegalArgumentException.class, () -> new TotalEffects(1.5, 0, List.of()));
        assertThrows(IllegalArgumentException.class, () -> new TotalEffects(0.5, -1, List.of()));
    }
}
