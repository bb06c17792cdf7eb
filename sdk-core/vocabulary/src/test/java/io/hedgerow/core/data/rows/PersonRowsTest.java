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

class PersonRowsTest {

    private static final InMemoryRows VISITS = InMemoryRows.of(
            VariableSchema.of("age", "patient", "dose"),
            new double[][] {{40, 7, 1}, {51, -0.0, 2}, {41, 7, 3}, {52, 0, 4}});

    @Test
    void of_leavesTheKeyOutOfSchemaAndRows() {
        PersonRows rows = PersonRows.of(VISITS, "patient");
        assertEquals(VariableSchema.of("age", "dose"), rows.schema());
        List<double[]> read = new ArrayList<>();
        rows.forEachRow(row -> read.add(row.clone()));
        assertArrayEquals(new double[] {40, 1}, read.get(0));
        assertArrayEquals(new double[] {52, 4}, read.get(3));
    }

    @Test
    void forEachPersonRow_givesEqualKeysOnePerson_alsoZeroAndMinusZero() {
        List<Long> persons = persons(PersonRows.of(VISITS, "patient"));
        assertEquals(persons.get(0), persons.get(2));
        assertEquals(persons.get(1), persons.get(3));
        assertNotEquals(persons.get(0), persons.get(1));
    }

    /** Whatever the source does with missing cells, a row of nobody must not be somebody's. */
    @Test
    void rowWithoutANumberForItsPerson_endsTheReading_orIsLeftOut() {
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
        PersonRows rows = PersonRows.of(visits, "patient");
        DataException e = assertThrows(DataException.class, () -> rows.forEachRow(row -> {}));
        assertTrue(String.valueOf(e.getMessage()).contains("patient"), e.getMessage());
        PersonRows somebody = rows.leavingOutRowsOfNobody();
        assertEquals(persons(PersonRows.of(VISITS, "patient")), persons(somebody));
        assertEquals(16, somebody.leftOut());
    }

    @Test
    void of_withoutSuchAColumn_namesTheColumns() {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> PersonRows.of(VISITS, "person"));
        assertTrue(e.getMessage().contains("[age, patient, dose], was person"), e.getMessage());
    }

    @Test
    void of_withoutVariables_isRefused() {
        InMemoryRows keys = InMemoryRows.of(VariableSchema.of("patient"), new double[][] {{1}});
        assertThrows(IllegalArgumentException.class, () -> PersonRows.of(keys, "patient"));
    }

    private static List<Long> persons(RowSource rows) {
        List<Long> persons = new ArrayList<>();
        rows.forEachPersonRow((person, row) -> persons.add(person));
        return persons;
    }
}
