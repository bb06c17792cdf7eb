// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Drivers that know no limits, and fall silent somewhere. A reader that is not released is stopped by the limit of the
 * test.
 */
@Tag("slow")
@Timeout(60)
class SilentDriverTest {

    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final String QUERY = "SELECT x FROM system_range(1, 3) AS r(x)";

    private final CountDownLatch released = new CountDownLatch(1);

    /** Loading the driver takes longer than an answer, and is no part of the wait. */
    @BeforeEach
    void load() {
        JdbcRowSource.of(new Driver("", "").database(), QUERY).forEachRow(row -> {});
    }

    /** Passes all calls on, but for one that waits until another one releases it. */
    private final class Driver {
        private final String silent;
        private final String releasing;
        private boolean reads;

        Driver(String silent, String releasing) {
            this.silent = silent;
            this.releasing = releasing;
        }

        private <T> T of(Class<T> type, T real) {
            return type.cast(Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                        String name = method.getName();
                        if (name.equals(releasing)) {
                            released.countDown();
                            return null;
                        }
                        if (name.endsWith("Timeout") || name.equals("abort") || name.equals("cancel")) {
                            throw new SQLFeatureNotSupportedException("not by this driver");
                        }
                        boolean waits = reads && silent.equals(type.getSimpleName() + "." + name);
                        if (waits && released.getCount() > 0) {
                            released.await();
                            throw new SQLException("interrupted");
                        }
                        return wrapped(invoke(() -> method.invoke(real, arguments)));
                    }));
        }

        private Object wrapped(Object result) {
            if (result instanceof PreparedStatement statement) {
                return of(PreparedStatement.class, statement);
            }
            return result instanceof ResultSet rows ? of(ResultSet.class, rows) : result;
        }

        private interface Call {
            Object of() throws ReflectiveOperationException;
        }

        private Object invoke(Call call) throws Throwable {
            try {
                return call.of();
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        private DataSource database() {
            return (DataSource) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {DataSource.class},
                    (self, method, arguments) ->
                            of(Connection.class, DriverManager.getConnection("jdbc:h2:mem:silent")));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PreparedStatement.execute, abort",
        "PreparedStatement.execute, cancel",
        "ResultSet.next, cancel",
        "ResultSet.getDouble, cancel",
        "ResultSet.close, cancel"
    })
    void readerOfASilentDatabase_isReleased_wherever_andTheAdviceNamesTheLimit(String silent, String releasing) {
        Driver driver = new Driver(silent, releasing);
        JdbcRowSource rows = JdbcRowSource.of(
                driver.database(), QUERY, MissingValues.REFUSE, Set.of(), Map.of(), SHORT, waited -> {});
        driver.reads = true;
        DataException failed = assertThrows(DataException.class, () -> rows.forEachRow(row -> {}));
        assertTrue(failed.isTemporary(), failed.getMessage());
        assertTrue(failed.getMessage().contains("did not answer within 2 s"), failed.getMessage());
        assertTrue(failed.getMessage().contains("longestWait"), failed.getMessage());
        assertEquals(0, released.getCount());
    }

    /** The reader of a driver that can neither abort nor cancel waits on beyond the longest wait, and so is it said. */
    @Test
    void watch_tellsThoseWhoWait_alsoWhenNothingReleasesTheReader() throws Exception {
        CompletableFuture<Duration> told = new CompletableFuture<>();
        Driver driver = new Driver("", "");
        try (Connection connection = driver.database().getConnection();
                DatabaseWait.Watch watch =
                        new DatabaseWait(SHORT, Duration.ofSeconds(3), told::complete).watch(connection)) {
            assertTrue(told.get().compareTo(Duration.ofSeconds(3)) >= 0);
            assertTrue(watch.cause(new SQLException("closed")).getMessage().contains("did not answer"));
        }
    }

    @Test
    void failuresThatPass_areTemporary_alsoWithoutAState() {
        for (SQLException passing : new SQLException[] {
            new SQLRecoverableException("IO Error: Connection reset"),
            new SQLTimeoutException("timeout"),
            new SQLTransactionRollbackException("deadlock", "40001"),
            new SQLException("could not obtain lock on row", "55P03"),
            new SQLException("lock timeout", "HYT00"),
            new SQLException("terminating connection", "57P01"),
            new SQLException("[SQLITE_BUSY] The database file is locked (database is locked)", null, 5),
            new SQLException("[SQLITE_LOCKED_SHAREDCACHE]  Contention with a different connection", null, 262),
        }) {
            assertTrue(QueryCells.failure("query", passing).isTemporary(), passing.toString());
        }
        for (SQLException wrong : new SQLException[] {
            new SQLException("no such table: visits", null, 1),
            new SQLException("syntax error", "42601"),
            new SQLException("the object is in use", "55006"),
            new SQLException("no such column: [SQLITE_BUSY]", null, 1),
        }) {
            assertEquals(false, QueryCells.failure("query", wrong).isTemporary(), wrong.toString());
        }
    }
}
