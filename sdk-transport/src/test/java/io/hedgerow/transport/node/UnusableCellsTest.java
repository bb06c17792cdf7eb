package io.hedgerow.transport.node;

import io.hedgerow.core.data.WatchedRows;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.InMemoryRows;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnusableCellsTest {

    @Test
    void peopleOfTheSite_areTold_byColumn() {
        VariableSchema schema = new VariableSchema(List.of("age", "dose"));
        RowSource source = InMemoryRows.of(schema, new double[][] {{Double.NaN, 2}, {1, 2}});
        UnusableCells cells = new UnusableCells(source);
        assertEquals(Optional.empty(), cells.note());
        for (int reading = 0; reading < 2; reading++) {
            new WatchedRows(source, cells).forEachRow(row -> {});
            String note = cells.note().orElseThrow();
            assertTrue(note.startsWith("cells that held no number and counted as 0: age 1. "), note);
        }
        RowSource sound = InMemoryRows.of(schema, new double[][] {{1, 2}});
        UnusableCells whole = new UnusableCells(sound);
        new WatchedRows(sound, whole).forEachRow(row -> {});
        assertEquals(Optional.empty(), whole.note());
    }
}
