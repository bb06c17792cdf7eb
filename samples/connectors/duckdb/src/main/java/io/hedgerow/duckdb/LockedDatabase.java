// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.duckdb;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBDataSource;

/**
 * A new database in memory for every connection, with the tables of files, which can open these files and nothing else.
 */
final class LockedDatabase extends DuckDBDataSource {

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
