// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.text.PlatformLogs;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteDataSource;

/** What drivers of databases write to java.util.logging at its finest level while rows are read: no cell. */
@Tag("slow")
class DriverLogsTest {

    /** Cells that no log has by chance, as they are written and as PostgreSQL sends them. */
    private static final List<String> CELLS = List.of("81374.25", "-5093.625", "Quillfeather");

    /** Reads rows, and a text that is no number; gives what was logged meanwhile. */
    private static String readAll(DataSource database) throws Exception {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table visits(id int, age double precision, note varchar(40))");
            statement.execute("insert into visits values (1, 81374.25, 'Quillfeather'), (2, -5093.625, 'other')");
        }
        String said = "";
        try (PlatformLogs logs = new PlatformLogs()) {
            long[] rows = {0};
            JdbcRowSource.of(database, "select id, age from visits").forEachRow(row -> rows[0]++);
            assertEquals(2, rows[0]);
            try {
                JdbcRowSource.of(database, "select id, note from visits").forEachRow(row -> rows[0]++);
            } catch (RuntimeException e) {
                said = String.valueOf(e); // where a text is no number
            }
            said += logs.text();
        }
        for (String cell : CELLS) {
            assertFalse(said.contains(cell), cell + " in " + said);
        }
        return said;
    }

    @Test
    void postgres_logsQueriesAndLengths_andNoCell() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            assertTrue(readAll(server.administrator()).contains("DataRow"), "it logs that rows came");
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
