// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.duckdb;

import io.hedgerow.core.data.RowSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Files that DuckDB itself wrote, and what sources deliver. */
final class DuckDbFixtures {

    private DuckDbFixtures() {}

    /** Writes what a query gives; how is told by the ending of the file's name. */
    static Path write(Path file, String query) {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (" + query + ") TO '" + file.toString().replace("'", "''") + "'");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return file;
    }

    static List<double[]> read(RowSource rows) {
        List<double[]> all = new ArrayList<>();
        rows.forEachRow(row -> all.add(row.clone()));
        return all;
    }
}
