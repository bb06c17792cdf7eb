// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a query may do to an H2 database: read. H2 takes no notice of read-only connections and commits before DDL.
 * Public, because the database calls a function of this class.
 */
public class JdbcReadsOnlyTest {

    private final JdbcDataSource database = new JdbcDataSource();
    private Connection keeper;

    @BeforeEach
    void fill() throws SQLException {
        database.setURL("jdbc:h2:mem:reads");
        keeper = database.getConnection();
        execute("create table visits(id int, age double precision)");
        execute("insert into visits values (1, 20), (2, 30), (3, 40)");
        execute("create sequence numbers");
        execute("create alias wipe for '" + JdbcReadsOnlyTest.class.getName() + ".wipe'");
    }

    @AfterEach
    void drop() throws SQLException {
        execute("drop all objects");
        keeper.close();
    }

    /** A function of the database that writes. */
    public static int wipe(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate("delete from visits");
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = keeper.createStatement()) {
            statement.execute(sql);
        }
    }

    private long visits() throws SQLException {
        try (Statement statement = keeper.createStatement();
                ResultSet result = statement.executeQuery("select count(*) from visits")) {
            assertTrue(result.next());
            return result.getLong(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM visits",
                "SELECT age FROM visits; DROP TABLE visits",
                "SELECT age FROM visits;; DROP TABLE visits;",
                "SELECT age FROM visits // '\n; DROP TABLE visits -- '",
                "SELECT id FROM OLD TABLE (DELETE FROM visits)",
                "SELECT id FROM FINAL TABLE (UPDATE visits SET age = 0)",
                "DROP TABLE visits",
                "TRUNCATE TABLE visits",
                "CALL wipe()",
                "EXPLAIN ANALYZE DELETE FROM visits",
                "SCRIPT DROP TO 'visits.sql'",
                "",
                " -- nothing; at all",
            })
    void query_thatWouldChangeTheDatabase_isRefusedBeforeItRuns(String query) throws SQLException {
        LentConnection lent = new LentConnection(keeper);

        DataException e = assertThrows(DataException.class, () -> JdbcRowSource.of(lent, query));

        assertTrue(e.getMessage().contains(": must be one query that only reads"), e.getMessage());
        assertFalse(lent.calls.contains("prepareStatement"), lent.calls::toString);
        assertEquals(3, visits());
    }

    @Test
    void function_thatWrites_isRolledBack() throws SQLException {
        JdbcRowSource.of(database, "SELECT wipe() AS n").forEachRow(row -> assertEquals(3, row[0]));

        assertEquals(3, visits());
    }

    @Test
    void function_thatWrites_isRolledBack_alsoWhenTheReaderFails() throws SQLException {
        JdbcRowSource source = JdbcRowSource.of(database, "SELECT wipe() AS n");

        assertThrows(
                IllegalStateException.class,
                () -> source.forEachRow(row -> {
                    throw new IllegalStateException("enough");
                }));

        assertEquals(3, visits());
    }

    @Test
    void connection_thatCannotRollBack_isAborted_becauseToCommitByItselfAgainWouldCommit() throws SQLException {
        try (Connection connection = database.getConnection()) {
            LentConnection lent = new LentConnection(connection);
            JdbcRowSource source = JdbcRowSource.of(lent, "SELECT wipe() AS n");
            lent.failing = "rollback";
            lent.calls.clear();

            assertThrows(DataException.class, () -> source.forEachRow(row -> {}));

            assertEquals(1, lent.calls.stream().filter("setAutoCommit"::equals).count());
            assertTrue(lent.calls.indexOf("abort") > lent.calls.indexOf("rollback"), lent.calls::toString);
        }
        assertEquals(3, visits());
    }

    @Test
    void connection_isReadOnlyAndUncommitting_beforeAnythingIsPrepared_andRolledBackAfterwards() throws SQLException {
        LentConnection lent = new LentConnection(keeper);

        JdbcRowSource source = JdbcRowSource.of(lent, "SELECT age FROM visits");
        assertOrder(lent);
        lent.calls.clear();
        source.forEachRow(row -> {});
        assertOrder(lent);
    }

    private static void assertOrder(LentConnection lent) {
        assertEquals(
                "setNetworkTimeout setReadOnly setAutoCommit prepareStatement setNetworkTimeout rollback setAutoCommit"
                        + " setReadOnly close",
                String.join(
                        " ",
                        lent.calls.stream()
                                .filter(call -> !call.startsWith("is") && !call.startsWith("get"))
                                .toList()));
    }

    @Test
    void connection_thatNeverCommitsByItself_staysSo() throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            JdbcRowSource.of(new LentConnection(connection), "SELECT age FROM visits")
                    .forEachRow(row -> {});
            assertFalse(connection.getAutoCommit());
        }
    }
}
