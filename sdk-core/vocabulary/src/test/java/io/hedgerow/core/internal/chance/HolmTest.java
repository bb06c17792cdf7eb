// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.chance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class HolmTest {

    private static List<Double> beyond(Double... deviations) {
        return Holm.beyondChance(List.of(deviations), one -> one);
    }

    /** Two-sided at .01: beyond 2.576 alone, 2.807 of two, 2.935 of three; a step further once one was found. */
    @Test
    void beyondChance_isHolmsStepDownTest() {
        assertEquals(List.of(2.58), beyond(2.58));
        assertEquals(List.of(), beyond(2.57));
        assertEquals(List.of(), beyond(2.8, -1.0));
        assertEquals(List.of(-2.81), beyond(1.0, -2.81));
        assertEquals(List.of(-3.0, 2.81, 2.58), beyond(2.58, -3.0, 2.81));
        assertEquals(List.of(-3.0), beyond(2.58, -3.0, 2.8), "2.8 ends it");
    }

    @Test
    void beyondChance_doesNotCountWhatWasNotLookedAt() {
        assertEquals(List.of(2.58), beyond(Double.NaN, 2.58, Double.NaN));
        assertEquals(List.of(), beyond());
    }
}
