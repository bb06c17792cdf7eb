// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.duckdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.text.PlatformLogs;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What DuckDB's driver writes to java.util.logging, and what refusals say while rows are read: no cell. */
class DuckDbLogsTest {

    private static final List<String> CELLS = List.of("813742.0625", "509362.1875", "Quillfeather");

    @TempDir
    Path folder;

    private final PlatformLogs logs = new PlatformLogs();

    @AfterEach
    void stop() {
        logs.close();
    }

    private DuckDbTables visits() {
        return DuckDbTables.none()
                .withParquet(
                        "visits",
                        DuckDbFixtures.write(
                                folder.resolve("visits.parquet"),
                                "SELECT 813742.0625::DOUBLE AS age, 'Quillfeather' AS note UNION ALL"
                                        + " SELECT 509362.1875, 'other'"));
    }

    private void requireNoCell(String more) {
        Logger.getLogger("org.duckdb.test").finest("a line of the test");
        assertTrue(logs.text().contains("a line of the test"), "lines are seen");
        for (String cell : CELLS) {
            assertFalse(logs.text().contains(cell), () -> cell + " in " + logs.text());
            assertFalse(more.contains(cell), () -> cell + " in " + more);
        }
    }

    @Test
    void rowsThatAreRead_areInNoLine() {
        DuckDbTables tables = visits();
        assertEquals(
                2, DuckDbFixtures.read(tables.rows("SELECT age FROM visits")).size());
        requireNoCell("");
    }

    /** DuckDB's own message quotes the text. */
    @Test
    void textThatIsNoNumber_isInNoLineAndNoRefusal() {
        DuckDbTables tables = visits();
        StringWriter said = new StringWriter();
        RuntimeException refused = assertThrows(
                RuntimeException.class,
                () -> DuckDbFixtures.read(tables.rows("SELECT age, CAST(note AS DOUBLE) AS note FROM visits")));
        refused.printStackTrace(new PrintWriter(said));
        requireNoCell(said.toString());
    }
}
