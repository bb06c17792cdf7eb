// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InMemoryRowsTest {

    private static final VariableSchema SCHEMA = VariableSchema.of("a", "b");

    @Test
    void of_copiesTheRows() {
        double[][] rows = {{1, 2}, {3, 4}};
        InMemoryRows source = InMemoryRows.of(SCHEMA, rows);
        rows[1][1] = 9;
        double[] sum = {0};

        source.forEachRow(row -> sum[0] += row[1]);

        assertEquals(6, sum[0]);
    }

    @Test
    void of_whenCellIsNotFinite_namesRowAndColumn() {
        DataException e = assertThrows(
                DataException.class, () -> InMemoryRows.of(SCHEMA, new double[][] {{1, 2}, {3, Double.NaN}}));

        assertEquals("row 2, column b: must be a finite number, was NaN", e.getMessage());
    }

    @Test
    void of_whenRowIsShort_namesIt() {
        DataException e =
                assertThrows(DataException.class, () -> InMemoryRows.of(SCHEMA, new double[][] {{1, 2}, {3}}));

        assertEquals("row 2 must have 2 cells, one per variable, has 1", e.getMessage());
    }

    @Test
    void schema_whenNamesAreWrong_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> VariableSchema.of());
        assertThrows(IllegalArgumentException.class, () -> VariableSchema.of("a", " "));
        assertThrows(IllegalArgumentException.class, () -> VariableSchema.of("a", "a"));
        assertEquals(1, SCHEMA.indexOf("b"));
        assertEquals(-1, SCHEMA.indexOf("c"));
    }

    @Test
    void aPlaceWithoutALevel_isRefused() {
        VariableSchema schema = VariableSchema.of("sex").with(Map.of("sex", VariableKind.categorical("F", "M")));
        for (double place : new double[] {-1, 0.5, 2}) {
            DataException refused =
                    assertThrows(DataException.class, () -> InMemoryRows.of(schema, new double[][] {{place}}));
            assertEquals(
                    "row 1, column sex: must be the place of one of 2 levels, from 0, was " + place,
                    refused.getMessage());
        }
    }
}
