// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.rows.InMemoryRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RescaledRowsTest {

    private static final VariableSchema SCHEMA = VariableSchema.of("a", "b");

    private static InMemoryRows rows(double[]... rows) {
        return InMemoryRows.of(SCHEMA, rows);
    }

    @Test
    void forEachRow_givesDifferencesInUnits() {
        RescaledRows rescaled = RescaledRows.of(
                rows(new double[] {12, -3}, new double[] {10, 5}), new double[] {10, 1}, new double[] {2, 4});
        List<double[]> read = new ArrayList<>();
        rescaled.forEachRow(row -> read.add(row.clone()));
        assertArrayEquals(new double[] {1, -1}, read.get(0));
        assertArrayEquals(new double[] {0, 1}, read.get(1));
        assertEquals(SCHEMA, rescaled.schema());
    }

    @Test
    void of_keepsNoReferenceToTheConstants() {
        double[] centre = {1, 1};
        RescaledRows rescaled = RescaledRows.of(rows(new double[] {2, 2}), centre, new double[] {1, 1});
        centre[0] = 100;
        rescaled.forEachRow(row -> assertEquals(1, row[0]));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void of_refusesAUnitThatIsNoUnit_andNamesTheVariable(double unit) {
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> RescaledRows.of(rows(new double[] {1, 2}), new double[2], new double[] {1, unit}));
        assertTrue(e.getMessage().contains("unit of b"), e.getMessage());
        assertTrue(e.getMessage().contains(String.valueOf(unit)), e.getMessage());
    }

    @Test
    void of_refusesConstantsOfAnotherLengthOrNotFinite() {
        assertThrows(
                IllegalArgumentException.class,
                () -> RescaledRows.of(rows(new double[] {1, 2}), new double[3], new double[] {1, 1}));
        assertThrows(
                IllegalArgumentException.class,
                () -> RescaledRows.of(rows(new double[] {1, 2}), new double[] {0, Double.NaN}, new double[] {1, 1}));
    }

    @Test
    void forEachRow_whenAValueOverflows_itIsNaN_andNothingFails() {
        RescaledRows rescaled = RescaledRows.of(rows(new double[] {1, 1e300}), new double[2], new double[] {1, 1e-100});
        rescaled.forEachRow(row -> assertArrayEquals(new double[] {1, Double.NaN}, row));
    }

    @Test
    void levels_haveNoUnit() {
        VariableSchema schema = VariableSchema.of("a", "sex").with(Map.of("sex", VariableKind.categorical("F", "M")));
        RescaledRows rescaled = RescaledRows.of(
                InMemoryRows.of(schema, new double[][] {{12, 1}}), new double[] {10, 5}, new double[] {2, 7});
        rescaled.forEachRow(row -> assertArrayEquals(new double[] {1, 1}, row));
        assertEquals(schema, rescaled.schema());
    }
}
