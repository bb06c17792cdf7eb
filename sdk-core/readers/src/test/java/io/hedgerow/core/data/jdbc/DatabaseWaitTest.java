// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.network.FaultyNetwork;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** Every wait for a database has an end. A wait without one is stopped by the limit of the test. */
@Tag("slow")
@Timeout(120)
class DatabaseWaitTest {

    private static final Duration SHORT = Duration.ofSeconds(2);

    private static PostgresServer server;

    @BeforeAll
    static void start() throws IOException, SQLException {
        server = PostgresServer.start();
        try (Connection connection = server.administrator().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table visits as select n::float8 as age from generate_series(1, 30000) n");
        }
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private static JdbcRowSource source(DataSource database, String query) {
        return JdbcRowSource.of(database, query, MissingValues.REFUSE, Set.of(), Map.of(), SHORT, waited -> {});
    }

    /** Without limits of its own, as an application may have it. */
    private static DataSource at(int port) {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setServerNames(new String[] {"127.0.0.1"});
        database.setPortNumbers(new int[] {port});
        database.setDatabaseName("postgres");
        database.setUser("hedgerow");
        return database;
    }

    private static void requireAway(DataException failed, String why) {
        assertTrue(failed.isTemporary(), failed.getMessage());
        assertTrue(failed.getMessage().contains(why), failed.getMessage());
    }

    @Test
    void serverThatAcceptsAndNeverAnswers_endsTheLogin() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            DataException failed = assertThrows(
                    DataException.class, () -> source(at(silent.getLocalPort()), "SELECT age FROM visits"));
            requireAway(failed, "did not let this program in within 2 s");
        }
    }

    @Test
    void serverThatRefuses_isAway() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        requireAway(
                assertThrows(DataException.class, () -> source(at(free), "SELECT age FROM visits")),
                "cannot be reached now");
    }

    @Test
    void queryThatIsWrong_isNotAway() {
        DataException failed =
                assertThrows(DataException.class, () -> source(server.administrator(), "SELECT age FROM nothing"));
        assertFalse(failed.isTemporary(), failed.getMessage());
    }

    @Test
    void tableThatIsLocked_endsTheReading_andIsReadLater() throws SQLException {
        JdbcRowSource rows = source(server.administrator(), "SELECT age FROM visits");
        try (Connection holder = server.administrator().getConnection();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("lock table visits in access exclusive mode");
            assertTrue(assertThrows(DataException.class, () -> rows.forEachRow(row -> {}))
                    .isTemporary());
            holder.rollback();
        }
        long[] count = {0};
        rows.forEachRow(row -> count[0]++);
        assertEquals(30_000, count[0]);
    }

    @Test
    void queryThatSleeps_isEnded() {
        JdbcRowSource rows =
                source(server.administrator(), "SELECT age FROM visits, (SELECT pg_sleep(60)) AS waits LIMIT 5");
        assertTrue(assertThrows(DataException.class, () -> rows.forEachRow(row -> {}))
                .isTemporary());
    }

    /** The rest of the rows never comes: the driver has no limit for that unless it is told one. */
    @Test
    void networkThatFallsSilentInMidReading_endsTheReading() throws IOException {
        int port = Integer.parseInt(server.url().replaceAll(".*:(\\d+)/.*", "$1"));
        try (FaultyNetwork network = FaultyNetwork.to(port)) {
            JdbcRowSource rows = source(at(network.port()), "SELECT age FROM visits");
            long[] count = {0};
            DataException failed = assertThrows(
                    DataException.class,
                    () -> rows.forEachRow(row -> {
                        count[0]++;
                        network.stallDown(true);
                    }));
            requireAway(failed, "row " + count[0]);
            assertTrue(count[0] > 0 && count[0] < 30_000, "rows: " + count[0]);
            network.stallDown(false);
            network.cut();
            long[] again = {0};
            rows.forEachRow(row -> again[0]++);
            assertEquals(30_000, again[0]);
        }
    }

    @Test
    void watch_tellsThoseWhoWait() throws Exception {
        CompletableFuture<Duration> told = new CompletableFuture<>();
        DatabaseWait wait = new DatabaseWait(Duration.ofMinutes(2), Duration.ofSeconds(1), told::complete);
        try (Connection h2 = DriverManager.getConnection("jdbc:h2:mem:told");
                DatabaseWait.Watch watch = wait.watch(h2)) {
            assertTrue(told.get().compareTo(Duration.ofSeconds(1)) >= 0);
            watch.hasAnswer();
        }
        assertEquals(
                Duration.ofSeconds(10),
                new DatabaseWait(SHORT, told::complete).every(),
                "as often as row sources promise");
    }
}
