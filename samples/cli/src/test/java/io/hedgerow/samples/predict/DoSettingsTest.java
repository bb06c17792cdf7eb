// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.predict.FittedNetwork;
import io.hedgerow.core.search.Evidence.Equation;
import io.hedgerow.core.search.FittedEquations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoSettingsTest {

    private static final FittedNetwork NETWORK = FittedNetwork.of(
            "result.json",
            NamedNetwork.of(VariableSchema.of("dose", "stay", "t=0"), WeightMatrix.of(new double[][] {
                {0, 1, 0}, {0, 0, 0}, {0, 0, 0}
            })),
            Optional.empty(),
            new FittedEquations(
                    List.of(new Equation(0, 1), new Equation(0, 1), new Equation(0, 1)), FittedEquations.DATA, false));

    @Test
    void of_aNameWithASignOfEquality_isRead() {
        assertEquals(Map.of("t=0", "-2.5", "dose", " 5 "), DoSettings.of(NETWORK, List.of("t=0=-2.5", "dose= 5 ")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "doze=5 | was doze=5; did you mean dose?",
                "dose | --do must be VARIABLE=VALUE of a variable of the network, dose, stay, t=0, was dose",
                "dose=high | --do dose must be a finite number, was high",
                "dose= | --do dose must be a finite number, was"
            })
    void of_whatIsNoSetting_saysWhatIsAllowed(String setting, String message) {
        String said = assertThrows(IllegalArgumentException.class, () -> DoSettings.of(NETWORK, List.of(setting)))
                .getMessage();
        assertTrue(said.contains(message), said);
    }

    @Test
    void of_aVariableThatIsSetTwice_isRefused() {
        assertEquals(
                "--do must set a variable once, sets dose twice",
                assertThrows(IllegalArgumentException.class, () -> DoSettings.of(NETWORK, List.of("dose=1", "dose=1")))
                        .getMessage());
    }
}
