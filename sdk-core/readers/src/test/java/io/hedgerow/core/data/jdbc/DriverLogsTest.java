// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteDataSource;

/** What drivers of databases write to java.util.logging at its finest level while rows are read: no cell. */
@Tag("slow")
class DriverLogsTest {

    /** Cells that no log has by chance, as they are written and as PostgreSQL sends them. */
    private static final List<String> CELLS = List.of("81374.25", "-5093.625", "Quillfeather");

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

    private void readAll(DataSource database) throws Exception {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table visits(id int, age double precision, note varchar(40))");
            statement.execute("insert into visits values (1, 81374.25, 'Quillfeather'), (2, -5093.625, 'other')");
        }
        lines.clear();
        long[] rows = {0};
        JdbcRowSource.of(database, "select id, age from visits").forEachRow(row -> rows[0]++);
        assertEquals(2, rows[0]);
        try {
            JdbcRowSource.of(database, "select id, note from visits").forEachRow(row -> rows[0]++);
        } catch (RuntimeException e) {
            lines.add(String.valueOf(e)); // where a text is no number
        }
        for (String cell : CELLS) {
            assertTrue(lines.stream().noneMatch(line -> line.contains(cell)), () -> cell + " in " + lines);
        }
    }

    @Test
    void postgres_logsQueriesAndLengths_andNoCell() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            readAll(server.administrator());
            assertTrue(lines.stream().anyMatch(line -> line.contains("DataRow")), "it logs that rows came");
        }
    }

    @Test
    void h2_logsNoCell() throws Exception {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:driver-logs;DB_CLOSE_DELAY=-1");
        readAll(database);
    }

    @Test
    void sqlite_logsNoCell() throws Exception {
        SQLiteDataSource database = new SQLiteDataSource();
        database.setUrl("jdbc:sqlite:file:driver-logs?mode=memory&cache=shared");
        try (Connection open = database.getConnection()) {
            assertTrue(open.isValid(1), "the database lives as long as a connection to it");
            readAll(database);
        }
    }
}
