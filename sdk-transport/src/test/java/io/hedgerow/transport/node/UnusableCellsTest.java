package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.InMemoryRows;
import io.hedgerow.core.data.VariableSchema;
import org.junit.jupiter.api.Test;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.RowSourceContract;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;

class UnusableCellsTest {

    @Nested
    class WithPersons extends RowSourceContract {
        @Override
        protected RowSource source() {
            return new UnusableCells(withPersons());
        }

        @Override
        protected Optional<List<Integer>> persons() {
            return Optional.of(PERSONS);
        }
    }

    @Nested
    class WithoutPersons extends RowSourceContract {
        @Override
        protected RowSource source() {
            return new UnusableCells(withoutPersons());
        }

        @Override
        protected Optional<List<Integer>> persons() {
            return Optional.empty();
        }
    }

    @Test
    void peopleOfTheSite_areTold_byColumn() {
        VariableSchema schema = new VariableSchema(List.of("age", "dose"));
        UnusableCells cells = new UnusableCells(InMemoryRows.of(schema, new double[][] {{Double.NaN, 2}, {1, 2}}));
        assertEquals(Optional.empty(), cells.note());
        for (int reading = 0; reading < 2; reading++) {
            cells.forEachRow(row -> {});
            String note = cells.note().orElseThrow();
            assertTrue(note.startsWith("cells that held no number and counted as 0: age 1. "), note);
        }
        UnusableCells whole = new UnusableCells(InMemoryRows.of(schema, new double[][] {{1, 2}}));
        whole.forEachRow(row -> {});
        assertEquals(Optional.empty(), whole.note());
    }
}
