// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.duckdb;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The file format of Parquet files, selected by file name: see {@link DuckDbTables#withParquet}. */
public final class ParquetFormat implements RowSource.FileFormat {

    private static final String TABLE = "rows_of_file";

    /** For {@link java.util.ServiceLoader}. */
    public ParquetFormat() {}

    @Override
    public List<String> endings() {
        return List.of(".parquet");
    }

    @Override
    public List<String> columns(Path file) {
        DuckDbTables tables = DuckDbTables.none().withParquet(TABLE, file);
        try (Connection connection = tables.database().getConnection();
                Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM " + TABLE + " LIMIT 0")) {
            ResultSetMetaData columns = none.getMetaData();
            List<String> names = new ArrayList<>();
            for (int k = 1; k <= columns.getColumnCount(); k++) {
                names.add(columns.getColumnName(k));
            }
            return names;
        } catch (SQLException e) {
            throw new DataException(file + ": must be a Parquet file, cannot be read: " + Reason.of(e), e);
        }
    }

    /** {@inheritDoc} In the order of the file. */
    @Override
    public RowSource rows(Path file, List<String> columns, MissingValues missing) {
        return rows(file, columns, missing, Map.of());
    }

    /** {@inheritDoc} In the order of the file. */
    @Override
    public RowSource rows(
            Path file, List<String> columns, MissingValues missing, Map<String, VariableKind.Coding> texts) {
        return DuckDbTables.none().withParquet(TABLE, file).inOrder(TABLE, columns, missing, texts);
    }
}
