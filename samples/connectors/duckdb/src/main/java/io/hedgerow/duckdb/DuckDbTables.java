// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.duckdb;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.data.jdbc.JdbcRowSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.duckdb.DuckDBDataSource;

/**
 * Lets SQL queries read Parquet, CSV and JSON-lines files as tables, by an embedded DuckDB.
 *
 * <p><b>It only reads, and only these files.</b> Each reading has a database of its own in memory, which is closed
 * afterwards. It may open the files of its tables and no others, writes none, spills nothing to the disk, connects to
 * nothing, and loads no extension; these settings are locked before the query is seen. Queries are held to what
 * {@link JdbcRowSource} allows: one statement that begins with SELECT, WITH, VALUES or TABLE.
 *
 * <p><b>Before a reservation</b> only names and types of columns are read: the descriptions inside of Parquet files,
 * and the first line of a CSV file. That is why columns of CSV and JSON are text here, however they look: types would
 * have to be guessed from rows, and one row could change the guess. Say their types in the query, {@code TRY_CAST(age
 * AS DOUBLE) AS age}, which gives NULL where a cell is no number. Then no cell, no line with too few or too many fields
 * and no line that is not JSON ends a reading or changes how many rows there are. What still does is a quote that is
 * not closed, which swallows the lines after it, an empty line, a CR inside a line, a text that is not UTF-8 and a line
 * of more than 2 MB. So tables of CSV and JSON are refused where there is a privacy budget: there a site reads Parquet,
 * or CSV by {@link CsvRowSource}, for which no line can do this. A query that calls {@code read_csv} or
 * {@code read_json} by itself guesses types from rows, and loses all of this.
 *
 * <p>DuckDB uses memory outside of the heap, at most {@link #withMemory as much as is said here}, by default 1 GiB; a
 * query that needs more fails. The driver brings a library of the machine's own code and unpacks it, about 70 MB, into
 * the directory of the property {@code java.io.tmpdir}, from which the machine must allow to run code.
 *
 * <p>Immutable and thread-safe. Not private: rows are read as they are.
 */
public final class DuckDbTables {

    private static final long MEBIBYTES = 1024;
    private static final long FEWEST_MEBIBYTES = 64;
    private static final int THREADS = 2;

    private final List<FileTable> tables;
    private final long mebibytes;
    private final int threads;

    private DuckDbTables(List<FileTable> tables, long mebibytes, int threads) {
        this.tables = List.copyOf(tables);
        this.mebibytes = mebibytes;
        this.threads = threads;
    }

    /**
     * No tables yet, 1 GiB of memory, 2 threads.
     *
     * @return to be given tables
     */
    public static DuckDbTables none() {
        return new DuckDbTables(List.of(), MEBIBYTES, THREADS);
    }

    /**
     * A table in Parquet, with the types that it was written with. Columns of several files belong together by their
     * names.
     *
     * @param table its name in queries: letters, digits and underscores
     * @param file one file, or a directory whose files that end in {@code .parquet} are the table's parts, as they are
     *     there now
     * @throws IllegalArgumentException when the name is none, or was given before
     * @throws DataException when there is no such file
     */
    public DuckDbTables withParquet(String table, Path file) {
        return with(FileTable.parquet(table, file));
    }

    /**
     * A table in CSV, separated by commas, plain or gzip, whose first line names its columns. All cells are text.
     *
     * @param table its name in queries: letters, digits and underscores
     * @param file the file
     * @throws IllegalArgumentException when the name is none, or was given before
     * @throws DataException when there is no such file, or its first line does not name columns
     */
    public DuckDbTables withCsv(String table, Path file) {
        return with(FileTable.csv(table, file));
    }

    /**
     * A table in lines of JSON, plain or gzip, each of them an object. All cells are text; what an object lacks is
     * NULL.
     *
     * @param table its name in queries: letters, digits and underscores
     * @param file the file
     * @param columns the objects' keys that queries may use; at least one
     * @throws IllegalArgumentException when the name is none, or was given before, or there are no columns
     * @throws DataException when there is no such file
     */
    public DuckDbTables withJsonLines(String table, Path file, String... columns) {
        return with(FileTable.jsonLines(table, file, List.of(columns)));
    }

    private DuckDbTables with(FileTable table) {
        if (tables.stream().anyMatch(other -> other.name().equalsIgnoreCase(table.name()))) {
            throw new IllegalArgumentException("table must have a name of its own, was " + table.name() + " again");
        }
        List<FileTable> more = new ArrayList<>(tables);
        more.add(table);
        return new DuckDbTables(more, mebibytes, threads);
    }

    /**
     * How much memory a reading may use.
     *
     * @param limit in mebibytes; at least 64
     */
    public DuckDbTables withMemory(long limit) {
        if (limit < FEWEST_MEBIBYTES) {
            throw new IllegalArgumentException(
                    "limit must be at least " + FEWEST_MEBIBYTES + " mebibytes, was " + limit);
        }
        return new DuckDbTables(tables, limit, threads);
    }

    /**
     * How many threads a reading may use.
     *
     * @param count at least 1
     */
    public DuckDbTables withThreads(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1, was " + count);
        }
        return new DuckDbTables(tables, mebibytes, count);
    }

    /**
     * Rows of a query without NULLs.
     *
     * @param query over these tables; say ORDER BY where the order of rows matters
     * @throws DataException when the query does more than read, reads other files, is wrong or has a column that is not
     *     numeric
     */
    public RowSource rows(String query) {
        return rows(query, MissingValues.REFUSE);
    }

    /**
     * Rows of a query.
     *
     * @param query over these tables; say ORDER BY where the order of rows matters
     * @param missingValues what to do with NULL
     * @throws DataException when the query does more than read, reads other files, is wrong or has a column that is not
     *     numeric
     */
    public RowSource rows(String query, MissingValues missingValues) {
        return FileRows.of(() -> JdbcRowSource.of(database(), query, missingValues), this, false, false);
    }

    /**
     * Rows of a query with columns of texts, such as categories; truth values are {@code true} and {@code false}.
     *
     * @param query over these tables; say ORDER BY where the order of rows matters
     * @param missingValues what to do with NULL
     * @param texts what the texts of a column stand for, by its label
     * @throws DataException when the query does more than read, reads other files, is wrong or has another column that
     *     is not numeric
     */
    public RowSource rows(String query, MissingValues missingValues, Map<String, VariableKind.Coding> texts) {
        return FileRows.of(
                () -> JdbcRowSource.of(database(), query, missingValues, Set.of(), texts),
                this,
                false,
                !texts.isEmpty());
    }

    /** Some columns of one table, in the order of its files: DuckDB keeps it for a query of one table that selects. */
    RowSource inOrder(
            String table, List<String> columns, MissingValues missingValues, Map<String, VariableKind.Coding> texts) {
        String chosen = columns.stream().map(FileTable::identifier).collect(Collectors.joining(", "));
        String query = "SELECT " + chosen + " FROM " + FileTable.identifier(table);
        return FileRows.of(
                () -> JdbcRowSource.of(database(), query, missingValues, Set.of(), texts),
                this,
                true,
                !texts.isEmpty());
    }

    /** Where readings get connections. */
    LockedDatabase database() {
        return new LockedDatabase(tables, mebibytes, threads);
    }

    /** The reason why no budget bounds the effect of these tables' rows, if there is one. */
    Optional<String> reasonUnsafeForPrivacy() {
        return tables.stream()
                .filter(FileTable::text)
                .findFirst()
                .map(table -> "one line of table " + table.name() + " can end the reading, swallow others with a quote"
                        + " or become two, for it is CSV or JSON: write the table as Parquet, or read one file of CSV"
                        + " with CsvRowSource");
    }

    /** Whether a table has a column of texts, at which a query may look. Reads no row. */
    boolean hasTexts() {
        try (Connection connection = database().getConnection();
                Statement statement = connection.createStatement()) {
            for (FileTable table : tables) {
                String columns = "SELECT * FROM " + FileTable.identifier(table.name()) + " LIMIT 0";
                try (ResultSet none = statement.executeQuery(columns)) {
                    ResultSetMetaData types = none.getMetaData();
                    for (int k = 1; k <= types.getColumnCount(); k++) {
                        if (types.getColumnType(k) == Types.VARCHAR) {
                            return true;
                        }
                    }
                }
            }
            return false;
        } catch (SQLException e) {
            throw new DataException("tables " + names() + ": their columns cannot be read: " + Reason.of(e), e);
        }
    }

    List<String> names() {
        return tables.stream().map(FileTable::name).toList();
    }

    /** The memory that a reading may use. */
    long mebibytes() {
        return mebibytes;
    }

    @Override
    public String toString() {
        return "DuckDbTables" + names();
    }

    /** A new database in memory for every connection, which can open the tables' files and nothing else. */
    static final class LockedDatabase extends DuckDBDataSource {

        private final List<String> preparation;

        LockedDatabase(List<FileTable> tables, long mebibytes, int threads) {
            super("jdbc:duckdb:", streaming());
            List<Path> files =
                    tables.stream().flatMap(table -> table.files().stream()).toList();
            List<String> statements = new ArrayList<>(List.of(
                    "SET memory_limit = '" + mebibytes + "MiB'",
                    "SET threads = " + threads,
                    // A query that only selects columns of a table then has the order of its files: it is the default.
                    "SET preserve_insertion_order = true",
                    // Rows stay in memory: what does not fit is not put into a file.
                    "SET temp_directory = ''",
                    "SET autoinstall_known_extensions = false",
                    "SET autoload_known_extensions = false",
                    "SET allowed_paths = " + FileTable.list(files),
                    // Other files, other databases, extensions and the network; it cannot be turned on again.
                    "SET enable_external_access = false"));
            tables.forEach(table -> statements.add(table.definition()));
            statements.add("SET lock_configuration = true");
            preparation = List.copyOf(statements);
        }

        /** Otherwise the driver keeps the whole result, outside of the limit of memory. */
        private static Properties streaming() {
            Properties properties = new Properties();
            properties.setProperty("jdbc_stream_results", "true");
            return properties;
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            try (Statement statement = connection.createStatement()) {
                for (String one : preparation) {
                    statement.execute(one);
                }
                return connection;
            } catch (SQLException | RuntimeException e) {
                try (connection) {
                    throw e;
                }
            }
        }
    }
}
