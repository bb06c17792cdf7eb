// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is read-only and does not commit until it is closed. Closing rolls back every change, gives the
 * connection its settings back, and closes it. One that cannot be rolled back is aborted: to let it commit by itself
 * again would commit the changes. Read-only is asked first; a driver that refuses (SQLite's does so after opening) or
 * takes no notice (H2) leaves the rollback. For one thread.
 */
final class ReadOnlyConnection implements AutoCloseable {

    private static final Executor AT_ONCE = Runnable::run;

    private final Connection connection;
    private final boolean wasReadOnly;
    private final boolean wasCommitting;

    private ReadOnlyConnection(Connection connection, boolean wasReadOnly, boolean wasCommitting) {
        this.connection = connection;
        this.wasReadOnly = wasReadOnly;
        this.wasCommitting = wasCommitting;
    }

    /** Takes a connection over; closes it when it cannot be kept from committing. */
    static ReadOnlyConnection of(Connection connection) throws SQLException {
        try {
            boolean readOnly = connection.isReadOnly();
            setReadOnly(connection, true);
            boolean committing = connection.getAutoCommit();
            connection.setAutoCommit(false);
            return new ReadOnlyConnection(connection, readOnly, committing);
        } catch (SQLException | RuntimeException e) {
            try {
                connection.close();
            } catch (SQLException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    private static void setReadOnly(Connection connection, boolean readOnly) {
        try {
            connection.setReadOnly(readOnly);
        } catch (SQLException e) {
            // By its specification a hint; what holds without it is the text of the query and the rollback.
        }
    }

    Connection connection() {
        return connection;
    }

    String product() throws SQLException {
        @Nullable String name = connection.getMetaData().getDatabaseProductName();
        return name == null ? "" : name;
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            rollBack();
            connection.setAutoCommit(wasCommitting);
            setReadOnly(connection, wasReadOnly);
        }
    }

    private void rollBack() throws SQLException {
        try {
            connection.rollback();
        } catch (SQLException | RuntimeException e) {
            connection.abort(AT_ONCE);
            throw e;
        }
    }
}
