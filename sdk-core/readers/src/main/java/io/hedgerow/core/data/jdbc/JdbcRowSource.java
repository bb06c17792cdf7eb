// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.internal.text.KeyNames;
import io.hedgerow.core.internal.text.NumberToken;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Reads the rows of a database query: one finite number per selected column, in the order of the query, named by the
 * columns' labels (aliases). Every defect ends the reading with one line that names query, row, column, value and what
 * is allowed.
 *
 * <p><b>It only reads.</b> The query must be one statement that begins with SELECT, WITH, VALUES or TABLE; a semicolon
 * may end it. A second statement, or a word that changes records ({@code WITH … AS (DELETE …)}, {@code SELECT … INTO},
 * {@code FOR UPDATE}), is refused before the database sees it; so are words such as {@code update} as names of columns,
 * unless they are quoted. Every connection is asked to be read-only and not to commit before anything is prepared, and
 * is rolled back at the end, in whatever way it ends. What this cannot prevent is a function that works outside of the
 * transaction, such as one that writes files or counts a sequence up in a database that takes no notice of read-only
 * connections: let the data source use an account that may read and nothing else.
 *
 * <p>The query runs once per reading, on a connection of its own that is closed afterwards, and rows are streamed:
 * fetch size 1000, forward only, without automatic commit (PostgreSQL needs that to stream). Memory does not grow with
 * the result, as far as the driver allows. Say {@code ORDER BY} where the order of rows matters: databases promise none
 * otherwise, and none of rows that it leaves as equals. So {@link #keepsOrder} is false. NULL is a missing cell, see
 * {@link MissingValues}. Text and truth values are numbers only where it was said what they stand for; other columns of
 * these types, and dates, are refused: cast them in the query.
 *
 * <p>Every wait has an end: a database that does not let this program in for 30 s, or is silent for ten minutes or as
 * long as was said, ends the reading with a {@linkplain DataException#isTemporary temporary} failure. A connection is
 * made in a thread of its own.
 *
 * <p>Messages quote cells and the query. They are for the site's own people and must not be sent anywhere. Thread-safe
 * when the data source is. Not private.
 */
public final class JdbcRowSource implements RowSource {

    private static final int FETCH_SIZE = 1000;
    private static final int LONGEST_QUERY = 60;
    private final DataSource database;
    private final String query;
    private final MissingValues missingValues;
    private final Set<String> keys;
    private final Map<String, VariableKind.Coding> texts;
    private final KeyNames keyNames = new KeyNames();
    private volatile Omitted omitted;
    private final DatabaseWait wait;
    private final VariableSchema schema;

    private JdbcRowSource(
            DatabaseWait wait,
            DataSource database,
            String query,
            MissingValues missingValues,
            Set<String> keys,
            Map<String, VariableKind.Coding> texts,
            boolean any) {
        this.wait = wait;
        this.keys = Set.copyOf(keys);
        this.texts = Map.copyOf(texts);
        this.database = Objects.requireNonNull(database, "database");
        this.query = Objects.requireNonNull(query, "query");
        this.missingValues = Objects.requireNonNull(missingValues, "missingValues");
        this.schema = readSchema(any);
        this.omitted = new Omitted(description(), 0, 0, 0, Map.of(), List.of(), List.of());
    }

    /**
     * A query without NULLs.
     *
     * @param database where to get connections
     * @param query one query that reads, without parameters
     * @throws DataException when the query does more than read, is wrong or has a column that is not numeric
     */
    public static JdbcRowSource of(DataSource database, String query) {
        return of(database, query, MissingValues.REFUSE);
    }

    /**
     * A query. Asks the database for the names and types of its columns, and for no row.
     *
     * @param database where to get connections
     * @param query a SELECT without parameters
     * @param missingValues what to do with NULL
     * @throws DataException when the query is wrong or has a column that is not numeric
     */
    public static JdbcRowSource of(DataSource database, String query, MissingValues missingValues) {
        return of(database, query, missingValues, Set.of());
    }

    /**
     * {@return a query with columns that are no measurements but say whose a row is, such as the realisation of a time
     * series} Where these are text, whole numbers by their digits alone are those, and every other text is a number of
     * its own below −2⁵³; {@link #keyText} has the names, as for files ({@link CsvOptions#withKeys}).
     *
     * @param database where to get connections
     * @param query a SELECT without parameters
     * @param missingValues what to do with NULL
     * @param keys labels of such columns; the query may lack them
     * @throws DataException when the query is wrong or has another column that is not numeric
     */
    public static JdbcRowSource of(DataSource database, String query, MissingValues missingValues, Set<String> keys) {
        return of(database, query, missingValues, keys, Map.of());
    }

    /**
     * {@return the rows of a query with columns of texts, such as categories} Truth values are {@code true} and
     * {@code false}; of numbers that are whole the digits count.
     *
     * @param database where to get connections
     * @param query a SELECT without parameters
     * @param missingValues what to do with NULL; a text that stands for nothing is refused unless it is
     *     {@link MissingValues#AS_NAN}
     * @param keys labels of columns that say whose a row is; the query may lack them
     * @param texts what the texts of a column stand for, by its label; the query may lack them
     * @throws DataException when the query is wrong or has another column that is not numeric
     */
    public static JdbcRowSource of(
            DataSource database,
            String query,
            MissingValues missingValues,
            Set<String> keys,
            Map<String, VariableKind.Coding> texts) {
        return new JdbcRowSource(DatabaseWait.usual(), database, query, missingValues, keys, texts, false);
    }

    /**
     * {@return the same, with another limit for waits than ten minutes}
     *
     * @param database where to get connections
     * @param query a SELECT without parameters
     * @param missingValues what to do with NULL; a text that stands for nothing is refused unless it is
     *     {@link MissingValues#AS_NAN}
     * @param keys labels of columns that say whose a row is; the query may lack them
     * @param texts what the texts of a column stand for, by its label; the query may lack them
     * @param longest the longest silence of the database; &gt; 0
     * @param waiting is told every ten seconds for how long the database was silent, in another thread
     * @throws DataException when the query is wrong or has another column that is not numeric
     */
    public static JdbcRowSource of(
            DataSource database,
            String query,
            MissingValues missingValues,
            Set<String> keys,
            Map<String, VariableKind.Coding> texts,
            Duration longest,
            Consumer<Duration> waiting) {
        return new JdbcRowSource(
                new DatabaseWait(longest, waiting), database, query, missingValues, keys, texts, false);
    }

    /**
     * {@return the labels of a query's columns, in order, whatever they hold} Asks the database for no row.
     *
     * @param database where to get connections
     * @param query a SELECT without parameters
     * @throws DataException when the query is wrong
     */
    public static List<String> columns(DataSource database, String query) {
        return columns(database, query, DatabaseWait.USUAL, waited -> {});
    }

    /**
     * {@return the same, with another limit for waits}
     *
     * @param database where to get connections
     * @param query a SELECT without parameters
     * @param longest the longest silence of the database; &gt; 0
     * @param waiting is told every ten seconds for how long the database was silent, in another thread
     * @throws DataException when the query is wrong
     */
    public static List<String> columns(
            DataSource database, String query, Duration longest, Consumer<Duration> waiting) {
        DatabaseWait wait = new DatabaseWait(longest, waiting);
        return new JdbcRowSource(wait, database, query, MissingValues.REFUSE, Set.of(), Map.of(), true).schema.names();
    }

    @Override
    public VariableSchema schema() {
        return schema;
    }

    /**
     * {@inheritDoc} Asks the database for names of tables and for definitions of views, and for no row.
     *
     * @throws DataException when the database cannot be asked
     */
    @Override
    public Optional<RowSource.Origin> origin() {
        return asking(reading -> Optional.of(QueryOrigin.of(reading, query)));
    }

    @Override
    public String description() {
        String line = NumberToken.oneLine(query.strip().replaceAll("\\s", " "));
        return "query \"" + (line.length() <= LONGEST_QUERY ? line : line.substring(0, LONGEST_QUERY) + "…") + "\"";
    }

    @Override
    public String keyText(double key) {
        return keyNames.name(key).orElseGet(() -> RowSource.super.keyText(key));
    }

    /** {@inheritDoc} Of a query over files also when DuckDB can end the reading at a line or a text of them. */
    @Override
    public Optional<String> reasonUnsafeForPrivacy() {
        Optional<String> ofCells = missingValues.reasonUnsafeForPrivacy();
        if (ofCells.isPresent()) {
            return ofCells;
        }
        Set<Path> files = origin().map(RowSource.Origin::read).orElse(Set.of());
        boolean lines = files.stream().anyMatch(file -> !file.toString().endsWith(".parquet"));
        boolean words = schema.names().stream().anyMatch(name -> texts.containsKey(name) || keys.contains(name));
        return lines || (words && !files.isEmpty())
                ? Optional.of("one line that is not well formed, or one text that is not UTF-8, ends the reading of a"
                        + " file by a query: write the rows as one file of CSV with a header, or load them"
                        + " into a table")
                : Optional.empty();
    }

    @Override
    public Omitted omitted() {
        return omitted;
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        // Where reading is, for the message of whatever fails.
        long[] rowNumber = {0};
        reading(rowNumber, (reading, watch) -> {
            try (PreparedStatement statement = prepare(reading, watch);
                    ResultSet result = run(statement)) {
                if (!QueryColumns.names(result.getMetaData()).equals(schema.names())) {
                    throw new DataException(
                            description() + ": must keep its columns between readings, has changed them");
                }
                omitted = new QueryCells(description(), schema, missingValues, keys, texts, keyNames)
                        .deliver(result, consumer, rowNumber, watch);
            }
            return rowNumber;
        });
    }

    /** A use of a connection that waits for its answers. */
    private interface Asking<T> {
        T of(ReadOnlyConnection reading) throws SQLException;
    }

    private interface Reading<T> {
        T of(ReadOnlyConnection reading, DatabaseWait.Watch watch) throws SQLException;
    }

    private <T> T asking(Asking<T> asking) {
        return reading(new long[1], (reading, watch) -> asking.of(reading));
    }

    private <T> T reading(long[] rowNumber, Reading<T> all) {
        try {
            Connection connection = wait.connect(database);
            DatabaseWait.Watch watch = wait.watch(connection);
            try (ReadOnlyConnection reading = ReadOnlyConnection.of(connection)) {
                try {
                    return all.of(reading, watch);
                } finally {
                    watch.returns(); // the rollback is an answer as well
                }
            } catch (SQLException e) {
                throw watch.cause(e);
            } finally {
                watch.close();
            }
        } catch (SQLException e) {
            throw failure(rowNumber[0] == 0 ? "" : ", row " + rowNumber[0], e);
        }
    }

    /** With {@code any}, of columns of whatever type. */
    private VariableSchema readSchema(boolean any) {
        return reading(new long[1], (reading, watch) -> {
            ReadingQuery.complaint(query, reading.product()).ifPresent(complaint -> {
                throw new DataException(description() + ": must be one query that only reads, " + complaint);
            });
            try (PreparedStatement statement = prepare(reading, watch)) {
                ResultSetMetaData columns = statement.getMetaData();
                return columns == null ? schemaByRunning(statement, any) : schemaOf(columns, any);
            }
        });
    }

    /** For drivers that know the columns only once the query runs. */
    private VariableSchema schemaByRunning(PreparedStatement statement, boolean any) throws SQLException {
        statement.setMaxRows(1);
        try (ResultSet result = run(statement)) {
            return schemaOf(result.getMetaData(), any);
        }
    }

    /** Refuses a statement without rows; the connection is rolled back then as always. */
    private ResultSet run(PreparedStatement statement) throws SQLException {
        if (!statement.execute()) {
            throw new DataException(description() + ": must be a query that gives rows, gave "
                    + statement.getUpdateCount() + " changed ones: nothing was committed");
        }
        return Objects.requireNonNull(statement.getResultSet());
    }

    private VariableSchema schemaOf(ResultSetMetaData columns, boolean any) throws SQLException {
        return new QueryColumns(description(), keys, texts, any).schema(columns);
    }

    private PreparedStatement prepare(ReadOnlyConnection reading, DatabaseWait.Watch watch) throws SQLException {
        PreparedStatement statement =
                reading.connection().prepareStatement(query, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
        statement.setFetchSize(FETCH_SIZE);
        wait.limit(statement);
        watch.runs(statement);
        return statement;
    }

    private DataException failure(String place, SQLException e) {
        return QueryCells.failure(description() + place, e);
    }

    @Override
    public String toString() {
        return "JdbcRowSource[" + description() + "]";
    }
}
