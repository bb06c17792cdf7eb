// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DaysTest {

    @ParameterizedTest
    @CsvSource({
        "1970-01-02, 1",
        "2024-01-31, 19753",
        "31.1.2024, 19753",
        "2024/1/31, 19753",
        "2024-01-31T06:00, 19753.25",
        "1/31/2024, NaN",
        "2024-02-30, NaN",
        "yesterday, NaN"
    })
    void dates_areDays(String text, double days) {
        assertEquals(days, new Days().code(text));
    }
}
