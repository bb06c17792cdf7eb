// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {

    @Test
    void listed_joinsNames() {
        assertEquals("", Words.listed(List.of(), "or"));
        assertEquals("a", Words.listed(List.of("a"), "or"));
        assertEquals("a or b", Words.listed(List.of("a", "b"), "or"));
        assertEquals("a, b and c", Words.listed(List.of("a", "b", "c"), "and"));
    }

    @Test
    void count_ofOneThing_isSingular() {
        assertEquals("1 edge", Words.count(1, "edge"));
        assertEquals("0 edges", Words.count(0, "edge"));
        assertEquals("2 edges", Words.count(2, "edge"));
        assertEquals("3 entries", Words.count(3, "entry"));
        assertEquals("2 days", Words.count(2, "day"));
    }

    @ParameterizedTest
    @CsvSource({
        "PT3S, 3 s",
        "PT1.5S, 1.5 s",
        "PT1.05S, 1.05 s",
        "PT0.02S, 20 ms",
        "PT0S, 0 s",
        "PT90S, 90 s",
        "PT5M, 5 min",
        "PT2H, 2 h",
        "PT24H, 1 day",
        "P7D, 7 days"
    })
    void time_isInTheLargestUnitThatSaysItExactly(String given, String expected) {
        assertEquals(expected, Words.time(Duration.parse(given)));
    }

    @Test
    void reasonOfAFailureWithoutAMessage_isItsKind() {
        assertEquals("it broke", Words.reason(new IllegalStateException("it broke")));
        assertEquals("TimeoutException", Words.reason(new java.util.concurrent.TimeoutException()));
        assertEquals("IllegalStateException", Words.reason(new IllegalStateException(" ")));
    }
}
