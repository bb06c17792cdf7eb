// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.duckdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What DuckDB's driver writes to java.util.logging, and what refusals say while rows are read: no cell. */
class DuckDbLogsTest {

    private static final List<String> CELLS = List.of("813742.0625", "509362.1875", "Quillfeather");

    @TempDir
    Path folder;

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Logger root = LogManager.getLogManager().getLogger("");
    private final Level before = root.getLevel();
    private final Handler handler = new Handler() {
        private final SimpleFormatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord record) {
            lines.add(record.getLoggerName() + " " + formatter.formatMessage(record) + " " + record.getThrown());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        handler.setLevel(Level.ALL);
        root.addHandler(handler);
        root.setLevel(Level.ALL);
    }

    @AfterEach
    void stop() {
        root.removeHandler(handler);
        root.setLevel(before);
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
        assertTrue(lines.stream().anyMatch(line -> line.contains("a line of the test")), "lines are seen");
        for (String cell : CELLS) {
            assertTrue(lines.stream().noneMatch(line -> line.contains(cell)), () -> cell + " in " + lines);
            assertTrue(!more.contains(cell), () -> cell + " in " + more);
        }
    }

    @Test
    void rowsThatAreRead_areInNoLine() {
        DuckDbTables tables = visits();
        lines.clear();
        assertEquals(
                2, DuckDbFixtures.read(tables.rows("SELECT age FROM visits")).size());
        requireNoCell("");
    }

    /** DuckDB's own message quotes the text. */
    @Test
    void textThatIsNoNumber_isInNoLineAndNoRefusal() {
        DuckDbTables tables = visits();
        lines.clear();
        StringWriter said = new StringWriter();
        RuntimeException refused = assertThrows(
                RuntimeException.class,
                () -> DuckDbFixtures.read(tables.rows("SELECT age, CAST(note AS DOUBLE) AS note FROM visits")));
        refused.printStackTrace(new PrintWriter(said));
        requireNoCell(said.toString());
    }
}
