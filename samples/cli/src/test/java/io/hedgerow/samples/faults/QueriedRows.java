// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import io.hedgerow.core.data.jdbc.PostgresServer;
import io.hedgerow.core.network.FaultyNetwork;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.opentest4j.TestAbortedException;

/**
 * The rows of one site in a table of a PostgreSQL, behind a network of their own that is a little slow, so that a fault
 * can come in the middle of a reading. One server for all, which ends with this process. One thread uses it.
 */
final class QueriedRows implements AutoCloseable {

    private static final AtomicInteger TABLES = new AtomicInteger();

    /** Rounds have a minute; a silent database is to be noticed sooner. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(4);

    private static final long USUAL_PAUSE = 4_000_000;
    private static final long LONG_PAUSE = 200_000_000;
    private static final int NOWHERE = 0;

    private final String table = "measured_" + TABLES.incrementAndGet();
    private final FaultyNetwork network = FaultyNetwork.to(Server.port());
    private final int rows;

    private QueriedRows(int rows) throws IOException {
        this.rows = rows;
        network.delayEachRead(USUAL_PAUSE);
    }

    /** Started when it is first used. */
    private static final class Server {
        private static final PostgresServer ONE = start();

        private static PostgresServer start() {
            try {
                PostgresServer server = PostgresServer.start();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    try {
                        server.close();
                    } catch (IOException e) {
                        // what is left is a directory of temporary files
                    }
                }));
                return server;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        static int port() {
            return Integer.parseInt(ONE.url().replaceAll(".*:(\\d+)/.*", "$1"));
        }
    }

    /** Whether a server can be started here. */
    static boolean isPossible() {
        try {
            return Server.port() > 0;
        } catch (TestAbortedException | ExceptionInInitializerError | NoClassDefFoundError e) {
            return false;
        }
    }

    /** Moves the rows of a file to a table, and describes the query beside it. */
    static QueriedRows of(Path csv, Path query) throws IOException {
        List<String> lines = Files.readAllLines(csv);
        QueriedRows moved = new QueriedRows(lines.size() - 1);
        moved.load(lines);
        Path driver;
        try {
            driver = Path.of(Class.forName("org.postgresql.Driver")
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException | ClassNotFoundException e) {
            throw new IOException(e);
        }
        Files.writeString(
                query,
                "query:\n  url: \"jdbc:postgresql://127.0.0.1:" + moved.network.port() + "/postgres\"\n  drivers: [\""
                        + driver + "\"]\n  user: hedgerow\n  longestWait: " + LONGEST_WAIT.toSeconds()
                        + "s\n  sql: >-\n    SELECT " + lines.get(0) + " FROM " + moved.table + " ORDER BY place\n");
        Files.delete(csv);
        return moved;
    }

    private void load(List<String> lines) throws IOException {
        String[] names = lines.get(0).split(",", -1);
        String whole = table + "_whole";
        try (Connection connection = Server.ONE.administrator().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table " + whole + " (place int, " + String.join(" float8, ", names) + " float8)");
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(
                    "insert into " + whole + " values (?" + ",?".repeat(names.length) + ")")) {
                for (int k = 1; k < lines.size(); k++) {
                    insert.setInt(1, k);
                    String[] cells = lines.get(k).split(",", -1);
                    for (int c = 0; c < cells.length; c++) {
                        insert.setDouble(c + 2, Double.parseDouble(cells[c]));
                    }
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            statement.execute("create table " + table + " as select * from " + whole);
            connection.commit();
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    long carried() {
        return network.carried();
    }

    /** Lets a fault be there. */
    void suffer(FaultKind fault) throws IOException {
        switch (fault) {
            case SOURCE_REFUSES -> {
                network.leadTo(NOWHERE);
                network.cut();
            }
            case SOURCE_SILENT -> {
                network.halfOpen(true);
                network.stallDown(true);
            }
            case SOURCE_SLOW -> network.delayEachRead(LONG_PAUSE);
            case SOURCE_WRONG_ROWS -> execute("delete from " + table + " where place > " + rows / 2);
            default -> throw new IllegalArgumentException("a fault of a source, was " + fault);
        }
    }

    /** Mends it. */
    void mend(FaultKind fault) throws IOException {
        switch (fault) {
            case SOURCE_REFUSES -> network.leadTo(Server.port());
            case SOURCE_SILENT -> {
                network.halfOpen(false);
                network.stallDown(false);
                network.cut();
            }
            case SOURCE_SLOW -> network.delayEachRead(USUAL_PAUSE);
            case SOURCE_WRONG_ROWS ->
                execute("insert into " + table + " select * from " + table + "_whole where place > " + rows / 2
                        + " and place not in (select place from " + table + ")");
            default -> throw new IllegalArgumentException("a fault of a source, was " + fault);
        }
    }

    private void execute(String sql) throws IOException {
        try (Connection connection = Server.ONE.administrator().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        network.close();
        execute("drop table if exists " + table + ", " + table + "_whole");
    }
}
