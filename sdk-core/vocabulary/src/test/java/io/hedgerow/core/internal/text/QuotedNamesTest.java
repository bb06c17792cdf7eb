// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class QuotedNamesTest {

    @Test
    void names_areReadAgain_whateverTheyHave() {
        List<String> names =
                List.of("age", "age, years", "a;b", "\"x\"", " wide ", "5\" pipe", "a\"\", b", ",", "\"", "x y");
        assertEquals(names, QuotedNames.names(QuotedNames.listed(names)));
    }

    @Test
    void plainNames_areListedAsTheyAre() {
        assertEquals("age, 5\" pipe, x y", QuotedNames.listed(List.of("age", "5\" pipe", "x y")));
    }

    @Test
    void separatorsInQuotes_areOfTheName() {
        assertEquals(List.of("\"a; b\", c", "d"), QuotedNames.split("\"a; b\", c; d", ';'));
        assertEquals(List.of("a; b", "c"), QuotedNames.names("\"a; b\", c"));
        assertEquals(List.of("5\" pipe", "b"), QuotedNames.names("5\" pipe, b"));
        assertEquals(List.of("", "b"), QuotedNames.names(", b"));
        assertEquals(List.of(), QuotedNames.names(" "));
    }
}
