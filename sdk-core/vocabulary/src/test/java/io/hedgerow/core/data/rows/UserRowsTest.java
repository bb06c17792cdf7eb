// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UserRowsTest {

    private static final InMemoryRows VISITS = InMemoryRows.of(
            VariableSchema.of("age", "patient", "dose"),
            new double[][] {{40, 7, 1}, {51, -0.0, 2}, {41, 7, 3}, {52, 0, 4}});

    @Test
    void of_leavesTheKeyOutOfSchemaAndRows() {
        UserRows rows = UserRows.of(VISITS, "patient");
        assertEquals(VariableSchema.of("age", "dose"), rows.schema());
        List<double[]> read = new ArrayList<>();
        rows.forEachRow(row -> read.add(row.clone()));
        assertArrayEquals(new double[] {40, 1}, read.get(0));
        assertArrayEquals(new double[] {52, 4}, read.get(3));
    }

    @Test
    void forEachUserRow_givesEqualKeysOneUser_alsoZeroAndMinusZero() {
        List<Long> users = users(UserRows.of(VISITS, "patient"));
        assertEquals(users.get(0), users.get(2));
        assertEquals(users.get(1), users.get(3));
        assertNotEquals(users.get(0), users.get(1));
    }

    /** Whatever the source does with missing cells, a row of nobody must not be somebody's. */
    @Test
    void rowWithoutANumberForItsUser_endsTheReading_orIsLeftOut() {
        RowSource visits = new RowSource() {
            @Override
            public VariableSchema schema() {
                return VISITS.schema();
            }

            @Override
            public String description() {
                return "visits";
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                VISITS.forEachRow(row -> {
                    consumer.accept(row);
                    for (double nobody : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 0.5, 0x1p54}) {
                        consumer.accept(new double[] {row[0], nobody, row[2]});
                    }
                });
            }
        };
        UserRows rows = UserRows.of(visits, "patient");
        DataException e = assertThrows(DataException.class, () -> rows.forEachRow(row -> {}));
        assertTrue(String.valueOf(e.getMessage()).contains("patient"), e.getMessage());
        UserRows somebody = rows.leavingOutRowsWithoutUser();
        assertEquals(users(UserRows.of(VISITS, "patient")), users(somebody));
        assertEquals(16, somebody.leftOut());
    }

    @Test
    void of_withoutSuchAColumn_namesTheColumns() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> UserRows.of(VISITS, "person"));
        assertTrue(e.getMessage().contains("[age, patient, dose], was person"), e.getMessage());
    }

    @Test
    void of_withoutVariables_isRefused() {
        InMemoryRows keys = InMemoryRows.of(VariableSchema.of("patient"), new double[][] {{1}});
        assertThrows(IllegalArgumentException.class, () -> UserRows.of(keys, "patient"));
    }

    private static List<Long> users(RowSource rows) {
        List<Long> users = new ArrayList<>();
        rows.forEachUserRow((user, row) -> users.add(user));
        return users;
    }
}
