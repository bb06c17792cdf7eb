// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a query may do to a PostgreSQL database, asked by an account that may do anything: read. */
@Tag("slow")
class JdbcPostgresTest {

    private static final int VISITS = 4000;

    private static PostgresServer server;
    private DataSource database;

    @BeforeAll
    static void start() throws IOException {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void fill() throws SQLException {
        database = server.administrator();
        execute("drop table if exists visits, copied");
        execute("drop sequence if exists numbers");
        execute("create table visits(id int, age double precision, note text)");
        execute("insert into visits select n, 20 + n % 70, 'a; b' from generate_series(1, " + VISITS + ") n");
        execute("create sequence numbers");
        execute("create or replace function wipe() returns int language plpgsql volatile as"
                + " $$ begin delete from visits; return 1; end $$");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            assertTrue(result.next());
            return result.getLong(1);
        }
    }

    private void assertNothingWasDone() throws SQLException {
        assertEquals(VISITS, number("select count(*) from visits"));
        assertEquals(0, number("select count(*) from pg_tables where tablename = 'copied'"));
        assertEquals(0, number("select count(*) from pg_stat_activity where state like 'idle in%'"));
        assertEquals(1, number("select last_value from numbers"));
        assertEquals(0, number("select is_called::int from numbers"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM visits",
                "DELETE FROM visits RETURNING id",
                "WITH gone AS (DELETE FROM visits RETURNING *) SELECT id FROM gone",
                "SELECT id, age INTO copied FROM visits",
                "SELECT id FROM visits; DELETE FROM visits",
                "SELECT id FROM visits; COMMIT; DELETE FROM visits; COMMIT",
                "SELECT wipe() AS x",
                "SELECT wipe() AS x; COMMIT",
                "SELECT nextval('numbers') AS x",
                "SELECT id FROM visits WHERE wipe() = 1",
                "SELECT id FROM visits FOR UPDATE",
                "DROP TABLE visits",
                "TRUNCATE visits",
                "CREATE TABLE copied AS SELECT id FROM visits",
                "EXPLAIN ANALYZE DELETE FROM visits",
                "COPY visits TO STDOUT",
                "DO $$ begin delete from visits; end $$",
            })
    void query_thatWouldChangeTheDatabase_isRefusedAndChangesNothing(String query) throws SQLException {
        assertThrows(
                DataException.class, () -> JdbcRowSource.of(database, query).forEachRow(row -> {}));

        assertNothingWasDone();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id, age FROM visits;",
                "SELECT id, age FROM visits WHERE note = 'a; b' -- no; statement\n",
                "SELECT id, age AS \"a; delete\" FROM visits /* first; /* second; */ */ ;  ",
                "SELECT id, age FROM visits WHERE note = $it$a; b$it$",
                "SELECT id, age FROM visits WHERE note = E'a; b'",
                "(SELECT id, age FROM visits WHERE id < 2001) UNION ALL (SELECT id, age FROM visits WHERE id > 2000)",
                "WITH all_of AS (SELECT * FROM visits) SELECT id, age FROM all_of",
            })
    void query_thatReads_isRead(String query) throws SQLException {
        long[] rows = {0};

        JdbcRowSource.of(database, query).forEachRow(row -> rows[0]++);

        assertEquals(VISITS, rows[0]);
        assertNothingWasDone();
    }

    @Test
    void values_areRowsAsWell() {
        assertEquals(
                2, JdbcRowSource.of(database, "VALUES (1, 2), (3, 4)").schema().size());
    }

    @Test
    void connection_comesBackAsItWas_alsoAfterAFailure() throws SQLException {
        try (Connection connection = database.getConnection()) {
            LentConnection lent = new LentConnection(connection);
            JdbcRowSource source = JdbcRowSource.of(lent, "SELECT id, age FROM visits");
            assertAsBefore(connection);

            source.forEachRow(row -> assertReadOnly(connection));
            assertAsBefore(connection);

            assertThrows(
                    IllegalStateException.class,
                    () -> source.forEachRow(row -> {
                        throw new IllegalStateException("enough");
                    }));
            assertAsBefore(connection);
            assertThrows(DataException.class, () -> JdbcRowSource.of(lent, "SELECT id, note FROM visits"));
            assertAsBefore(connection);
        }
    }

    private static void assertReadOnly(Connection connection) {
        try {
            assertTrue(connection.isReadOnly());
            assertFalse(connection.getAutoCommit());
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertAsBefore(Connection connection) throws SQLException {
        assertFalse(connection.isReadOnly());
        assertTrue(connection.getAutoCommit());
        try (Statement statement = connection.createStatement()) {
            statement.execute("update visits set age = age where id = 1");
        }
    }
}
