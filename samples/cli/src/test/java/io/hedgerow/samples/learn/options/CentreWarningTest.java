// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CentreWarningTest {

    @ParameterizedTest
    @CsvSource({
        "dp-gram, rows.north, true",
        "dp-gram, private-mean, false",
        "dp-fed-sparse, lambda, true",
        "dp-fed-bnsl, centre.age, false",
        "gram, threshold, false"
    })
    void ofPlan_asksWherePrivateRowsAreTakenAsTheyAre(String algorithm, String parameter, boolean asked) {
        assertEquals(
                asked,
                CentreWarning.ofPlan(algorithm, List.of(parameter))
                        .filter(note -> note.startsWith("centre-unknown: "))
                        .isPresent());
    }
}
