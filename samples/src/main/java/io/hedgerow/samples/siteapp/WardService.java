package io.hedgerow.samples.siteapp;

import io.hedgerow.core.data.JdbcRowSource;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.study.StudyPlan;
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
 * A service whose business is to record visits, and which takes part in studies beside that: on one thread of its own, without holding up
 * anybody who records. Thread-safe.
 */
public final class WardService implements AutoCloseable {

    private static final String COLUMNS = "age AS \"age\", dose AS \"dose\", pressure AS \"pressure\"";

    private final String name;
    private final DataSource database;
    private final ExecutorService background;

    /**
     * Opens the service's table, and makes it where it is missing.
     *
     * @param name of the ward
     * @param database its own
     * @throws SQLException when the database refuses
     */
    public WardService(String name, DataSource database) throws SQLException {
        this.name = name;
        this.database = database;
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS visits (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                            + " age DOUBLE PRECISION NOT NULL, dose DOUBLE PRECISION NOT NULL, pressure DOUBLE PRECISION NOT NULL)");
        }
        background = Executors.newSingleThreadExecutor(task -> new Thread(task, "ward-" + name + "-study"));
    }

    /**
     * Records a visit.
     *
     * @param age of the patient, years
     * @param dose given, mg
     * @param pressure measured, mmHg
     * @throws SQLException when the database refuses
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
     * @throws SQLException when the database refuses
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
     * Visits for a study.
     *
     * @param last number of the last visit that counts: a study that goes on after a restart must find the same records
     * @return closed rows
     */
    public RowSource visits(long last) {
        return JdbcRowSource.of(database, "SELECT " + COLUMNS + " FROM visits WHERE id <= " + last + " ORDER BY id");
    }

    /**
     * Takes part in a study, in the background.
     *
     * @param member this ward as a site
     * @param plan the study
     * @param signatures of its officers
     * @param last number of the last visit that counts
     * @param host of the coordinator
     * @param port of the coordinator
     * @param failures is told why a task was not answered
     * @return the consensus, when the study has ended
     */
    public Future<Parameters> takePart(
            StudyMember member,
            StudyPlan plan,
            DocumentSignatures signatures,
            long last,
            String host,
            int port,
            Consumer<RuntimeException> failures) {
        StudyMeans means = StudyMeans.insecurePlain(plan, new DatasetIdentity(name + "-visits"));
        return background.submit(() -> member.join(plan, signatures, means, visits(last), host, port, failures));
    }

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
