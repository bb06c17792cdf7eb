// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.jdbc.JdbcRowSource;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.SiteEvent;
import io.hedgerow.transport.node.StudyEnd;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * An example service that records visits and takes part in studies on a separate thread. {@link #takePart} is all that
 * makes it a site. Thread-safe.
 *
 * <p>Privacy: that of {@link Site}. Rules, policy, ledger and logs are the site's, and nothing here goes around them.
 */
public final class WardService implements AutoCloseable {

    private static final String VISITS =
            "SELECT age AS \"age\", dose AS \"dose\", pressure AS \"pressure\" FROM visits WHERE id <= ";

    private final String name;
    private final DataSource database;
    private final ExecutorService background;

    /** Opens the service's table, and makes it where it is missing. */
    public WardService(String name, DataSource database) throws SQLException {
        this.name = name;
        this.database = database;
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS visits (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                    + " age DOUBLE PRECISION NOT NULL, dose DOUBLE PRECISION NOT NULL,"
                    + " pressure DOUBLE PRECISION NOT NULL)");
        }
        background = Executors.newSingleThreadExecutor(task -> new Thread(task, "ward-" + name + "-study"));
    }

    /**
     * Records a visit.
     *
     * @param age of the patient, years
     * @param dose given, mg
     * @param pressure measured, mmHg
     */
    public void record(double age, double dose, double pressure) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO visits (age, dose, pressure) VALUES (?, ?, ?)")) {
            insert.setDouble(1, age);
            insert.setDouble(2, dose);
            insert.setDouble(3, pressure);
            insert.executeUpdate();
        }
    }

    /**
     * The last visit. What was recorded up to it does not change.
     *
     * @return its number, or 0
     */
    public long lastVisit() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT COALESCE(MAX(id), 0) FROM visits")) {
            result.next();
            return result.getLong(1);
        }
    }

    /**
     * Takes part in a study, in the background.
     *
     * @param site this ward as a site: who it is, its rules, its policy, what it must not forget
     * @param last number of the last visit that counts: a study that goes on after a restart must find the same records
     * @param coordinator {@code HOST:PORT}
     * @param events is told of tasks and notes, in the background
     * @return how the study ended; fails when the site's rules or its policy refuse the plan
     */
    // region:join
    public Future<StudyEnd> takePart(
            Site site, SignedPlan plan, long last, String coordinator, Consumer<SiteEvent> events) {
        return background.submit(() -> {
            RowSource rows = JdbcRowSource.of(database, VISITS + last + " ORDER BY id", plan.missingValues());
            try (Membership study = site.join(plan, rows, coordinator)) { // every rule, before anything is charged
                return study.run(events);
            }
        });
    }
    // endregion

    /** Ends what runs in the background; a study goes on when the service takes part again. */
    @Override
    public void close() {
        background.shutdownNow();
        try {
            if (!background.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the study of ward " + name + " must end within a minute, has not");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
