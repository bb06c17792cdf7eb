// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.jdbc.JdbcRowSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteDataSource;

/** What a query may do to an SQLite file: read. Its driver refuses to make an open connection read-only. */
class JdbcSqliteTest {

    @TempDir
    Path folder;

    private final SQLiteDataSource database = new SQLiteDataSource();

    @BeforeEach
    void fill() throws SQLException {
        database.setUrl("jdbc:sqlite:" + folder.resolve("visits.db"));
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table visits(id integer, age double)");
            statement.execute("insert into visits values (1, 20.5), (2, 30.5), (3, 40.5)");
        }
    }

    private long visits() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select count(*) from visits")) {
            assertTrue(result.next());
            return result.getLong(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM visits",
                "DELETE FROM visits RETURNING id, age",
                "SELECT id, age FROM visits; DELETE FROM visits",
                "WITH one AS (SELECT 1 AS id) DELETE FROM visits WHERE id IN (SELECT id FROM one)",
                "DROP TABLE visits",
                "REPLACE INTO visits VALUES (1, 2)",
                "PRAGMA writable_schema = 1",
                "VACUUM",
            })
    void query_thatWouldChangeTheDatabase_isRefusedAndChangesNothing(String query) throws SQLException {
        assertThrows(
                DataException.class, () -> JdbcRowSource.of(database, query).forEachRow(row -> {}));

        assertEquals(3, visits());
    }

    @Test
    void query_thatReads_isRead_alsoFromAFileThatIsOpenedForReadingOnly() throws SQLException {
        assertRead();
        database.setReadOnly(true);
        assertRead();
        assertEquals(3, visits());
    }

    private void assertRead() {
        double[] sum = {0};
        JdbcRowSource.of(database, "SELECT id, age FROM visits WHERE age > 0;").forEachRow(row -> sum[0] += row[1]);
        assertEquals(91.5, sum[0]);
    }
}
