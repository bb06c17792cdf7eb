// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VariableKindTest {

    @Test
    void kinds_haveLevelsToTheLetter() {
        VariableSchema schema =
                VariableSchema.of("age", "icd10").with(Map.of("icd10", VariableKind.categorical("I21.0", "I21")));
        assertEquals(List.of(), schema.levels(0));
        assertEquals(List.of("I21.0", "I21"), schema.levels(1));
        assertEquals(VariableKind.NUMERIC, schema.kind(0));
        assertTrue(schema.hasCategories());
        assertFalse(VariableSchema.of("age", "icd10").hasCategories());
        assertNotEquals(VariableSchema.of("age", "icd10"), schema);
    }

    @Test
    void kinds_mustBeOneForEachVariable() {
        List<VariableKind> one = List.of(VariableKind.NUMERIC);
        List<String> names = List.of("a", "b");
        assertThrows(IllegalArgumentException.class, () -> new VariableSchema(names, one));
    }

    @Test
    void categorical_withOneLevelTwiceOrBlank_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> VariableKind.categorical("F"));
        assertThrows(IllegalArgumentException.class, () -> VariableKind.categorical("F", "F"));
        assertThrows(IllegalArgumentException.class, () -> VariableKind.categorical("F", " "));
    }

    @Test
    void choosing_keepsKinds_inTheOrderWanted() {
        VariableSchema schema =
                VariableSchema.of("age", "sex", "ward").with(Map.of("sex", VariableKind.categorical("F", " M ")));
        assertEquals(
                new VariableSchema(
                        List.of("sex", "age"), List.of(VariableKind.categorical("F", "M"), VariableKind.NUMERIC)),
                schema.choosing(List.of("sex", "age")));
        assertEquals(List.of("sex"), schema.categorical());
        assertThrows(IllegalArgumentException.class, () -> schema.choosing(List.of("dose")));
    }
}
