// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import io.hedgerow.core.internal.text.Words;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Limits every wait for a database: for a connection, and for each answer. Drivers have limits of their own, which are
 * set where they take them, and some wait without any, such as for a server that accepts and never answers: so a
 * connection is made in a thread of its own, and one that is silent for too long is aborted and its statement
 * cancelled. A driver that can do neither, and takes no limit, keeps its reader; who waits is told so. Immutable.
 *
 * @param longest the longest silence; a login may take at most 30 s of it
 * @param every the time between two notes of a wait
 * @param waiting is told for how long an answer was waited for, in a thread of its own
 */
record DatabaseWait(Duration longest, Duration every, Consumer<Duration> waiting) {

    /** Where nothing says how long: a query may sort many rows before it gives the first. */
    static final Duration USUAL = Duration.ofMinutes(10);

    private static final Duration LOGIN = Duration.ofSeconds(30);
    private static final Duration SAID_EVERY = Duration.ofSeconds(10);
    private static final Executor AT_ONCE = Runnable::run;

    DatabaseWait {
        if (longest.isZero() || longest.isNegative()) {
            throw new IllegalArgumentException("the longest wait for a database must be > 0, was " + longest);
        }
    }

    /** Tells of a wait every ten seconds. */
    DatabaseWait(Duration longest, Consumer<Duration> waiting) {
        this(longest, SAID_EVERY, waiting);
    }

    static DatabaseWait usual() {
        return new DatabaseWait(USUAL, waited -> {});
    }

    private static SQLTimeoutException silent(String what, Duration longest, String advice) {
        return new SQLTimeoutException("the database " + what + " within " + Words.time(longest) + advice, "08001");
    }

    private SQLTimeoutException unanswered() {
        return silent(
                "did not answer",
                longest,
                "; if the query needs longer, give it longer: longestWait in the file of the query, or longest in a"
                        + " program, was " + Words.time(longest));
    }

    /** A connection that comes too late is closed when it comes. */
    Connection connect(DataSource database) throws SQLException {
        CompletableFuture<Connection> made = new CompletableFuture<>();
        Thread thread = new Thread(() -> complete(made, database), "hedgerow-database-login");
        thread.setDaemon(true);
        thread.start();
        Duration most = longest.compareTo(LOGIN) < 0 ? longest : LOGIN;
        long began = System.nanoTime();
        while (true) {
            long left = most.toNanos() - (System.nanoTime() - began);
            try {
                return made.get(Math.min(left, every.toNanos()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                if (left <= every.toNanos() && made.cancel(false)) {
                    throw silent("did not let this program in", most, "");
                }
                waiting.accept(Duration.ofNanos(System.nanoTime() - began));
            } catch (InterruptedException e) {
                made.cancel(false);
                Thread.currentThread().interrupt();
                throw new SQLException("interrupted while the database was waited for", e);
            } catch (CancellationException e) {
                throw silent("did not let this program in", most, "");
            } catch (ExecutionException e) {
                if (e.getCause() instanceof SQLException known) {
                    throw known;
                }
                if (e.getCause() instanceof RuntimeException known) {
                    throw known;
                }
                throw new SQLException("the driver failed: " + e.getCause(), e.getCause());
            }
        }
    }

    private static void complete(CompletableFuture<Connection> made, DataSource database) {
        try {
            Connection connection = database.getConnection();
            if (!made.complete(connection)) {
                connection.close();
            }
        } catch (SQLException | RuntimeException | LinkageError e) {
            made.completeExceptionally(e);
        }
    }

    /** Asks the driver to limit a query; where it cannot, the watch does. */
    void limit(Statement statement) {
        try {
            statement.setQueryTimeout((int) Math.max(1, Math.min(Integer.MAX_VALUE, longest.toSeconds())));
        } catch (SQLException | RuntimeException e) {
            // the watch ends the wait
        }
    }

    /** Begins to watch a connection; from now on its answers are waited for. */
    Watch watch(Connection connection) {
        return new Watch(connection);
    }

    private interface Attempt {
        void run() throws SQLException;
    }

    /** Monitors one connection until it is closed. */
    final class Watch implements AutoCloseable {

        private static final long NOT_WAITING = 0;

        private final Connection connection;
        private final CountDownLatch closed = new CountDownLatch(1);
        private final int before;
        private volatile long asked;
        private volatile boolean silent;
        /** The statement that the connection runs; null before the first. */
        private volatile @Nullable Statement running;

        private Watch(Connection connection) {
            this.connection = connection;
            this.before = limitNetwork();
            asks();
            Thread thread = new Thread(this::look, "hedgerow-database-watch");
            thread.setDaemon(true);
            thread.start();
        }

        /** Returns what was set before; −1 where the driver has no such limit. */
        private int limitNetwork() {
            try {
                int known = connection.getNetworkTimeout();
                connection.setNetworkTimeout(AT_ONCE, (int) Math.min(Integer.MAX_VALUE, longest.toMillis()));
                return known;
            } catch (SQLException | RuntimeException | AbstractMethodError e) {
                return -1; // the watch ends the wait
            }
        }

        void runs(Statement statement) {
            running = statement;
        }

        void asks() {
            long now = System.nanoTime();
            asked = now == NOT_WAITING ? 1 : now;
        }

        void hasAnswer() {
            asked = NOT_WAITING;
        }

        /** Replaces whatever a driver says of a connection that was aborted. */
        SQLException cause(SQLException failed) {
            return silent ? unanswered() : failed;
        }

        private void look() {
            long said = NOT_WAITING;
            long next = every.toNanos();
            try {
                while (!closed.await(Math.min(longest.toMillis(), 1000), TimeUnit.MILLISECONDS)) {
                    long since = asked;
                    long waited = since == NOT_WAITING ? 0 : System.nanoTime() - since;
                    if (since != said) {
                        said = since;
                        next = every.toNanos();
                    }
                    if (waited >= longest.toNanos() && !silent) {
                        silent = true;
                        abort();
                    }
                    if (waited >= next) {
                        next += every.toNanos();
                        waiting.accept(Duration.ofNanos(waited));
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** In threads that can be left behind: some drivers wait here for what the reader holds, or for the server. */
        private void abort() {
            leave("hedgerow-database-abort", () -> connection.abort(AT_ONCE));
            Statement statement = running;
            if (statement != null) {
                leave("hedgerow-database-cancel", statement::cancel);
            }
        }

        private void leave(String name, Attempt attempt) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            attempt.run();
                        } catch (SQLException | RuntimeException | AbstractMethodError e) {
                            // the driver's own limits are left, and the notes that the database is waited for
                        }
                    },
                    name);
            thread.setDaemon(true);
            thread.start();
        }

        /** Gives the connection the driver's limit back that it had; what follows is watched on. */
        void returns() {
            asks();
            if (before >= 0 && !silent) {
                try {
                    connection.setNetworkTimeout(AT_ONCE, before);
                } catch (SQLException | RuntimeException e) {
                    // the connection is closed next
                }
            }
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }
}
