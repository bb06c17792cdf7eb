// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterventionTest {

    private static final VariableSchema SCHEMA =
            VariableSchema.of("age", "dose", "stay", "sex").with(Map.of("sex", VariableKind.categorical("F", "M")));

    @Test
    void of_numbersAndLevels_areValuesByPlaces() {
        Intervention set = Intervention.of(SCHEMA, Map.of("dose", " 5 ", "sex", "M"));
        assertEquals(Map.of(1, 5.0, 3, 1.0), set.values());
        assertEquals(Map.of("dose", " 5 ", "sex", "M"), set.texts());
        assertTrue(set.sets(1));
        assertTrue(set.sets("sex"));
        assertFalse(set.sets(0));
        assertFalse(set.sets("age"));
        assertTrue(Intervention.of(SCHEMA, Map.of()).isEmpty());
    }

    @Test
    void of_numbersThatAreNoTexts_areTheSame() {
        assertEquals(
                Map.of(0, 70.0, 1, -0.1),
                Intervention.of(SCHEMA, Map.of("age", 70, "dose", -0.1)).values());
    }

    @Test
    void words_keepTheOrder() {
        Map<String, Object> set = new LinkedHashMap<>();
        set.put("sex", "F");
        set.put("age", 70);
        assertEquals("sex = F, age = 70", Intervention.of(SCHEMA, set).words());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "doze | 5 | variable must be one of age, dose, stay, sex, was doze; did you mean dose?",
                "dose | high | dose must be a finite number, was high",
                "dose | NaN | dose must be a finite number, was NaN",
                "dose | Infinity | dose must be a finite number, was Infinity",
                "sex | X | sex must be a level of it, F, M, was X",
                "sex | 1 | sex must be a level of it, F, M, was 1"
            })
    void of_whatIsNoSetting_saysWhatIsAllowed(String name, String value, String message) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> Intervention.of(SCHEMA, Map.of(name, value)))
                        .getMessage());
    }
}
