// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.contract.RowSourceContract;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EnoughRowsTest {

    @Nested
    class WithUsers extends RowSourceContract {
        @Override
        protected RowSource source() {
            return new EnoughRows(withUsers(), 2);
        }

        @Override
        protected Optional<List<Integer>> users() {
            return Optional.of(PERSONS);
        }

        @Test
        void reading_ofTooFewRows_isRefused() {
            RowSource three = new EnoughRows(withUsers(), 3);
            assertThrows(DataException.class, () -> three.forEachRow(row -> {}));
            assertThrows(DataException.class, () -> three.forEachUserRow((user, row) -> {}));
        }
    }

    @Nested
    class WithoutUsers extends RowSourceContract {
        @Override
        protected RowSource source() {
            return new EnoughRows(withoutUsers(), 2);
        }

        @Override
        protected Optional<List<Integer>> users() {
            return Optional.empty();
        }
    }

    /** A query promises no order, and rows of it neither. */
    @Test
    void order_isKept_whereTheRowsKeepIt() {
        RowSource file = InMemoryRows.of(VariableSchema.of("site", "a"), new double[][] {{1, 2}, {2, 3}});
        RowSource query = new RowSource() {
            @Override
            public VariableSchema schema() {
                return file.schema();
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                file.forEachRow(consumer);
            }
        };
        for (RowSource rows : List.of(file, query)) {
            assertEquals(rows == file, new EnoughRows(rows, 1).keepsOrder());
            assertEquals(rows == file, RowsOfSite.of(rows, "site", 2).get(0).keepsOrder());
        }
    }
}
