// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.diagnostics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaAgreementTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a c b | 2: must be \"b\", is \"c\"; the variables are the same in another order: select columns by name in"
                        + " the expected order",
                "a b | 3: must be \"c\", is absent; 1 of 3 variables are missing, the first is \"c\"",
                "a x y | 2: must be \"b\", is \"x\"; 2 of 3 variables are missing, the first is \"b\"",
                "a b c d e | 4: must be absent, is \"d\"; 2 variables are too many: select the expected columns by name"
            })
    void require_whenOneSiteDiffers_saysWhichWhereAndWhatToDo(String names, String rest) {
        Map<String, VariableSchema> bySite = new LinkedHashMap<>();
        bySite.put("north.csv", VariableSchema.of("a", "b", "c"));
        bySite.put("east.csv", VariableSchema.of("a", "b", "c"));
        bySite.put("south.csv", VariableSchema.of(names.split(" ")));

        DataException e = assertThrows(DataException.class, () -> SchemaAgreement.require(bySite));

        assertEquals(
                "south.csv: variables must be those of north.csv, first differ at position " + rest, e.getMessage());
    }

    @Test
    void require_whenAllAgree_givesTheSchema() {
        Map<String, VariableSchema> bySite = new LinkedHashMap<>();
        bySite.put("north", VariableSchema.of("a", "b"));
        bySite.put("south", VariableSchema.of("a", "b"));

        assertEquals(VariableSchema.of("a", "b"), SchemaAgreement.require(bySite));
    }

    @Test
    void require_whenThereIsNone_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> SchemaAgreement.require(Map.of()));
    }

    @Test
    void require_whenLevelsDiffer_saysWhich() {
        Map<String, VariableSchema> bySite = new LinkedHashMap<>();
        VariableSchema names = VariableSchema.of("age", "sex");
        bySite.put("north", names.with(Map.of("sex", VariableKind.categorical("F", "M"))));
        bySite.put("south", names.with(Map.of("sex", VariableKind.categorical("M", "F"))));
        DataException e = assertThrows(DataException.class, () -> SchemaAgreement.require(bySite));
        assertEquals(
                "south: variable \"sex\" must be a category with the levels F, M as at north, is a category with the"
                        + " levels M, F: name the same levels in the same order at all sites",
                e.getMessage());
        bySite.put("south", names);
        e = assertThrows(DataException.class, () -> SchemaAgreement.require(bySite));
        assertTrue(e.getMessage().contains("as at north, is a number"), e.getMessage());
    }
}
