// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberListTest {

    @Test
    void parse_readsNumbersAndRangesInTheirOrder() {
        assertEquals(List.of(50, 20), NumberList.parse("--d", "50, 20", 2));
        assertEquals(List.of(7, 101, 102, 103, 9), NumberList.parse("--seeds", "7,101-103,9", 0));
        assertEquals(List.of(5), NumberList.parse("--seeds", "5-5", 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20,", "a", "5-3", "1-2-3", "-5", "1", "0-100000", "99999999999"})
    void parse_ofAnythingElse_namesTheOption(String text) {
        IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> NumberList.parse("--d", text, 2));
        assertEquals(
                "--d must be numbers of at least 2 and rising ranges, such as 20,50 or 101-110, was '" + text + "'",
                thrown.getMessage());
    }
}
