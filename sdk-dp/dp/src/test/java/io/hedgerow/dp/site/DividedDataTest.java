// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DividedDataTest {

    private static final BudgetRequest BY_ROW = BudgetRequest.epsilon(1);
    private static final BudgetRequest BY_USER = BY_ROW.protectingUsers("who");

    private int readings;

    /** Rows of a value and a user, who is NaN where no one is named. */
    private RowSource rows(double... users) {
        double[][] cells =
                Arrays.stream(users).mapToObj(user -> new double[] {1, user}).toArray(double[][]::new);
        return new WrappedRows(InMemoryRows.of(VariableSchema.of("x", "who"), cells)) {
            @Override
            public void forEachRow(RowConsumer consumer) {
                readings++;
                source.forEachRow(consumer);
            }
        };
    }

    private static DividedData divided(RowSource rows, int parts, BudgetRequest request, OptionalLong stated) {
        return DividedData.of(new Ledgers.Source("wards", rows), new DatasetIdentity("wards"), parts, request, stated);
    }

    @Test
    void countedRows_areDivided_soThatTheFirstPartsHaveOneMore() {
        DividedData data = divided(rows(1, 1, 1, 1, 1, 1, 1, 1), 3, BY_ROW, OptionalLong.empty());
        assertEquals(List.of(3L, 3L, 2L), data.units());
        assertEquals(8, data.allUnits());
        assertEquals(3, data.rows().size());
    }

    @Test
    void users_areCountedOnce_andTheirColumnIsNoVariable() {
        DividedData data = divided(rows(4, 4, 5, 6, 6, 6, 7), 2, BY_USER, OptionalLong.empty());
        assertEquals(List.of(2L, 2L), data.units());
        assertEquals(List.of("x"), data.rows().get(0).schema().names());
    }

    @Test
    void tooFewUnitsForTheParts_areRefused() {
        String message = assertThrows(
                        DataException.class, () -> divided(rows(1, 2, 3), 2, BY_ROW, OptionalLong.empty()))
                .getMessage();
        assertTrue(message.contains("must leave each site at least 2 rows (--sites), is 2 for 3"), message);
        assertThrows(DataException.class, () -> divided(rows(4, 4, 4, 5), 2, BY_USER, OptionalLong.empty()));
    }

    /** Where the number of units is no public fact, it is stated, for each site, and nothing is read. */
    @Test
    void withZeroOut_everySiteHasTheStatedNumber_andNoRowIsRead() {
        DividedData data = divided(rows(1, 2, 3), 1, BY_ROW.zeroingOut(1000), OptionalLong.of(1000));
        assertEquals(List.of(1000L), data.units());
        assertEquals(1000, data.allUnits());
        assertEquals(0, readings);
    }

    @Test
    void statedNumber_isComparedWithTheRows() {
        DividedData data = divided(rows(1, 2, 3, 4), 2, BY_ROW, OptionalLong.of(4));
        assertEquals(List.of(2L, 2L), data.units());
        assertEquals(1, readings);
        String message = assertThrows(
                        DataException.class, () -> divided(rows(1, 2, 3, 4), 2, BY_ROW, OptionalLong.of(5)))
                .getMessage();
        assertTrue(message.contains("nothing was charged"), message);
    }
}
