// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.RowSourceContract;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EnoughRowsTest {

    @Nested
    class WithPersons extends RowSourceContract {
        @Override
        protected RowSource source() {
            return new EnoughRows(withPersons(), 2);
        }

        @Override
        protected Optional<List<Integer>> persons() {
            return Optional.of(PERSONS);
        }

        @Test
        void reading_ofTooFewRows_isRefused() {
            RowSource three = new EnoughRows(withPersons(), 3);
            assertThrows(DataException.class, () -> three.forEachRow(row -> {}));
            assertThrows(DataException.class, () -> three.forEachPersonRow((person, row) -> {}));
        }
    }

    @Nested
    class WithoutPersons extends RowSourceContract {
        @Override
        protected RowSource source() {
            return new EnoughRows(withoutPersons(), 2);
        }

        @Override
        protected Optional<List<Integer>> persons() {
            return Optional.empty();
        }
    }
}
