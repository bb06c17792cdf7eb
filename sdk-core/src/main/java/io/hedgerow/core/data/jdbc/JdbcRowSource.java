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
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a database query: one finite number per selected column, in the order of the query, named by the columns'
 * labels (aliases). Every defect ends the reading with one line that names query, row, column, value and what is
 * allowed.
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
    private final VariableSchema schema;

    private JdbcRowSource(
            DataSource database,
            String query,
            MissingValues missingValues,
            Set<String> keys,
            Map<String, VariableKind.Coding> texts,
            boolean any) {
        this.keys = Set.copyOf(keys);
        this.texts = Map.copyOf(texts);
        this.database = Objects.requireNonNull(database, "database");
        this.query = Objects.requireNonNull(query, "query");
        this.missingValues = Objects.requireNonNull(missingValues, "missingValues");
        this.schema = readSchema(any);
        this.omitted = new Omitted(description(), 0, 0, Map.of(), List.of());
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
        return new JdbcRowSource(database, query, missingValues, keys, texts, false);
    }

    /**
     * {@return the labels of a query's columns, in order, whatever they hold} Asks the database for no row.
     *
     * @param database where to get connections
     * @param query a SELECT without parameters
     * @throws DataException when the query is wrong
     */
    public static List<String> columns(DataSource database, String query) {
        return new JdbcRowSource(database, query, MissingValues.REFUSE, Set.of(), Map.of(), true).schema.names();
    }

    @Override
    public VariableSchema schema() {
        return schema;
    }

    /**
     * {@inheritDoc} Asks the database for names of tables, and for no row.
     *
     * @throws DataException when the database cannot be asked
     */
    @Override
    public Optional<RowSource.Origin> origin() {
        try (ReadOnlyConnection reading = ReadOnlyConnection.of(database.getConnection());
                PreparedStatement statement = prepare(reading)) {
            return Optional.of(QueryOrigin.of(reading, query, statement.getMetaData()));
        } catch (SQLException e) {
            throw failure("", e);
        }
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
        try (ReadOnlyConnection reading = ReadOnlyConnection.of(database.getConnection());
                PreparedStatement statement = prepare(reading);
                ResultSet result = run(statement)) {
            if (!QueryColumns.names(result.getMetaData()).equals(schema.names())) {
                throw new DataException(description() + ": must keep its columns between readings, has changed them");
            }
            deliver(result, consumer, rowNumber);
        } catch (SQLException e) {
            throw failure(rowNumber[0] == 0 ? "" : ", row " + rowNumber[0], e);
        }
    }

    private void deliver(ResultSet result, RowConsumer consumer, long[] rowNumber) throws SQLException {
        double[] row = new double[schema.size()];
        Map<String, Long> missing = new LinkedHashMap<>();
        long leftOut = 0;
        while (result.next()) {
            rowNumber[0]++;
            boolean complete = true;
            for (int c = 0; c < row.length; c++) {
                if (!readCell(result, c, rowNumber[0], row)) {
                    complete = false;
                    missing.merge(schema.names().get(c), 1L, Long::sum);
                }
            }
            if (complete) {
                consumer.accept(row);
            } else {
                leftOut++;
            }
        }
        omitted = new Omitted(description(), rowNumber[0], leftOut, missing, List.of());
    }

    /** False when the cell is missing and rows with missing cells are left out. */
    private boolean readCell(ResultSet result, int column, long rowNumber, double[] row) throws SQLException {
        double value;
        try {
            String name = schema.names().get(column);
            value = texts.containsKey(name)
                    ? readText(result, column, rowNumber, Objects.requireNonNull(texts.get(name)))
                    : keys.contains(name) ? readKey(result, column, rowNumber) : result.getDouble(column + 1);
        } catch (SQLException e) {
            if (missingValues == MissingValues.AS_NAN && isAboutTheValue(e)) {
                row[column] = Double.NaN;
                return true;
            }
            throw failure(place(rowNumber, column), e);
        } catch (RuntimeException e) {
            if (missingValues == MissingValues.AS_NAN) {
                row[column] = Double.NaN; // such as a time of day that the driver cannot make an object of
                return true;
            }
            throw e;
        }
        if (missingValues == MissingValues.AS_NAN) {
            row[column] = result.wasNull() || !Double.isFinite(value) ? Double.NaN : value;
            return true;
        }
        if (result.wasNull()) {
            if (missingValues == MissingValues.SKIP_ROW) {
                return false;
            }
            throw new DataException(description() + place(rowNumber, column)
                    + ": must be a number, was NULL (missing): complete the cell, exclude the record in the query,"
                    + " or read with MissingValues.SKIP_ROW");
        }
        if (!Double.isFinite(value)) {
            throw new DataException(
                    description() + place(rowNumber, column) + ": must be a finite number, was " + value);
        }
        row[column] = value;
        return true;
    }

    /** The number that the text of a cell stands for; NaN for one that stands for nothing. */
    private double readText(ResultSet result, int column, long rowNumber, VariableKind.Coding coding)
            throws SQLException {
        @Nullable Object cell = result.getObject(column + 1);
        if (cell == null) {
            return 0; // what getDouble gives for NULL
        }
        String text = CellText.of(cell, () -> result.getString(column + 1));
        double code = coding.code(text);
        if (Double.isNaN(code) && missingValues != MissingValues.AS_NAN) {
            throw new DataException(description() + place(rowNumber, column) + ": " + coding.complaint(text));
        }
        return code;
    }

    /** The number of a cell that names the row's user; NaN for one that is neither a number nor a name. */
    private double readKey(ResultSet result, int column, long rowNumber) throws SQLException {
        if (result.getObject(column + 1) instanceof Number number
                && Math.abs(number.doubleValue()) < KeyNames.LARGEST_NUMBER) {
            return number.doubleValue();
        }
        @Nullable String cell = result.getString(column + 1);
        if (cell == null) {
            return 0; // what getDouble gives for NULL
        }
        char[] text = cell.toCharArray();
        double key = keyNames.number(NumberToken.parse(text, 0, text.length), text, 0, text.length);
        if (Double.isNaN(key) && missingValues != MissingValues.AS_NAN) {
            throw new DataException(description() + place(rowNumber, column) + ": " + KeyNames.complaint(cell));
        }
        return key;
    }

    /** SQL state class 22, data exception: this cell is no double, and the next one can be read. */
    private static boolean isAboutTheValue(SQLException e) {
        @Nullable String state = e.getSQLState();
        return state != null && state.startsWith("22");
    }

    private String place(long rowNumber, int column) {
        return ", row " + rowNumber + ", column "
                + NumberToken.quote(schema.names().get(column));
    }

    /** With {@code any}, of columns of whatever type. */
    private VariableSchema readSchema(boolean any) {
        try (ReadOnlyConnection reading = ReadOnlyConnection.of(database.getConnection())) {
            ReadingQuery.complaint(query, reading.product()).ifPresent(complaint -> {
                throw new DataException(description() + ": must be one query that only reads, " + complaint);
            });
            try (PreparedStatement statement = prepare(reading)) {
                ResultSetMetaData columns = statement.getMetaData();
                return columns == null ? schemaByRunning(statement, any) : schemaOf(columns, any);
            }
        } catch (SQLException e) {
            throw failure("", e);
        }
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

    private PreparedStatement prepare(ReadOnlyConnection reading) throws SQLException {
        PreparedStatement statement =
                reading.connection().prepareStatement(query, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
        statement.setFetchSize(FETCH_SIZE);
        return statement;
    }

    private DataException failure(String place, SQLException e) {
        @Nullable String state = e.getSQLState();
        return new DataException(
                description() + place + ": must be a query that the database can run, failed with "
                        + NumberToken.oneLine(String.valueOf(e.getMessage()))
                        + (state == null ? "" : " (SQL state " + state + ")"),
                e);
    }

    @Override
    public String toString() {
        return "JdbcRowSource[" + description() + "]";
    }
}
