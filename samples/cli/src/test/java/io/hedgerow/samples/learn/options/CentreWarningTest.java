// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CentreWarningTest {

    @ParameterizedTest
    @CsvSource({
        "dp-gram, rows.north, false, true",
        "dp-gram, rows.north, true, false",
        "dp-gram, missing, false, false",
        "dp-gram, private-mean, false, false",
        "dp-fed-sparse, lambda, false, true",
        "dp-fed-bnsl, centre.age, false, false",
        "gram, threshold, false, false"
    })
    void ofPlan_asksWherePrivateRowsAreTakenAsTheyAre(
            String algorithm, String parameter, boolean categories, boolean asked) {
        assertEquals(
                asked,
                CentreWarning.ofPlan(algorithm, List.of(parameter), categories)
                        .filter(note -> note.startsWith("centre-unknown: "))
                        .isPresent());
    }
}
