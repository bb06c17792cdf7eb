// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NearestTest {

    @Test
    void to_findsTheFewestEdits() {
        assertEquals(
                Optional.of("learn"),
                Nearest.to("lern", List.of("lean", "learn", "ledger").subList(1, 3)));
        assertEquals(Optional.of("closed-form"), Nearest.to("CLOSEDFORM", List.of("fed-sparse", "closed-form")));
    }

    @Test
    void to_whenNothingIsNear_isEmpty() {
        assertEquals(Optional.empty(), Nearest.to("conquer", List.of("learn", "ledger")));
        assertEquals(Optional.empty(), Nearest.to("x", List.of()));
    }

    /** One letter for another one is another word, where there are no more of them. */
    @Test
    void to_whenShort_needsTwoThirdsOfTheLetters() {
        assertEquals(Optional.empty(), Nearest.to("q", List.of("a", "b", "ab")));
        assertEquals(Optional.empty(), Nearest.to("x1", List.of("x2", "y1")));
        assertEquals(Optional.of("A"), Nearest.to("a", List.of("b", "A")));
        assertEquals(Optional.of("age"), Nearest.to("ag", List.of("dose", "age")));
        assertEquals(Optional.of("dose"), Nearest.to("dos", List.of("age", "dose")));
        assertEquals(Optional.empty(), Nearest.to("ag", List.of("dose", "sage")));
    }
}
