// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.duckdb;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The rows of a DuckDB query over files, with clearer error messages.
 *
 * @param rows of the query
 * @param tables that it may read
 * @param keepsOrder whether rows come in the order of a file, see {@link RowSource#keepsOrder}
 * @param texts whether texts of cells are read
 */
record FileRows(RowSource rows, DuckDbTables tables, boolean keepsOrder, boolean texts) implements RowSource {

    private static final String UNREADABLE =
            "one text that is not UTF-8 ends a reading by DuckDB that looks at it: read numbers of a file without a"
                    + " query, or write the rows as one file of CSV with a header";

    static FileRows of(Supplier<RowSource> rows, DuckDbTables tables, boolean keepsOrder, boolean texts) {
        try {
            return new FileRows(rows.get(), tables, keepsOrder, texts);
        } catch (DataException e) {
            String message = Reason.of(e);
            if (keepsOrder && message.contains("must be numeric, has type VARCHAR")) {
                throw new DataException(
                        message + ". Where it says whose a row is, write a whole number for each user,"
                                + " or write the rows as CSV: a text of a Parquet file that is not UTF-8 would end"
                                + " the reading",
                        e);
            }
            throw explained(e, tables);
        }
    }

    private static DataException explained(DataException e, DuckDbTables tables) {
        String message = Reason.of(e);
        if (message.contains("Cannot access")) {
            return new DataException(message + ": name the file as one of the tables, which are " + tables.names(), e);
        }
        if (message.contains("Invalid result set")) {
            return new DataException(
                    message + ": DuckDB gives no reason for what fails before the first rows. Often a cast meets a cell"
                            + " that is no number: write TRY_CAST. Or the query needs more than "
                            + tables.mebibytes() + " mebibytes: use withMemory, or sort and join less",
                    e);
        }
        return e;
    }

    @Override
    public VariableSchema schema() {
        return rows.schema();
    }

    @Override
    public String description() {
        return rows.description();
    }

    @Override
    public Optional<RowSource.Origin> origin() {
        return rows.origin();
    }

    @Override
    public Optional<String> reasonUnsafeForPrivacy() {
        return tables.reasonUnsafeForPrivacy()
                .or(rows::reasonUnsafeForPrivacy)
                .or(() -> texts || (!keepsOrder && tables.hasTexts()) ? Optional.of(UNREADABLE) : Optional.empty());
    }

    @Override
    public Omitted omitted() {
        return rows.omitted();
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        try {
            rows.forEachRow(consumer);
        } catch (DataException e) {
            throw explained(e, tables);
        }
    }
}
