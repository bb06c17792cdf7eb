// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyColumnNameTest {

    @ParameterizedTest
    @CsvSource({
        "id, true",
        "patient, true",
        "Patient_ID, true",
        "subjectId, true",
        "PERSONID, true",
        "patient_age, false",
        "paid, false",
        "idle, false",
        "age, false",
        "video, false",
        "x1, false"
    })
    void namesOfKeys_areKnown(String name, boolean key) {
        assertEquals(key, KeyColumnName.isLikely(name), name);
    }
}
