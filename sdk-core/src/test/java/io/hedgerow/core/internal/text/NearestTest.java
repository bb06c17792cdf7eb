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

    @Test
    void to_whenShort_allowsOneEdit() {
        assertEquals(Optional.of("ab"), Nearest.to("a", List.of("ab")));
        assertEquals(Optional.empty(), Nearest.to("a", List.of("xyz")));
    }
}
