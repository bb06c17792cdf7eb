// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.duckdb;

import io.hedgerow.contract.RowSourceContract;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.rows.UserRows;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

/** Rows of persons in a Parquet file, as every other source delivers them. */
class ParquetRowsTest extends RowSourceContract {

    @TempDir
    Path folder;

    private RowSource rows(String cell) {
        Path file = DuckDbFixtures.write(
                folder.resolve("visits.parquet"),
                "SELECT * FROM (VALUES (1, 7, 40, 1), (2, -3, " + cell
                        + ", 2), (3, 7, 41, 3), (4, -3, 52, 4), (5, -3, 53, 5)) AS v(id, patient, age, dose)");
        return UserRows.of(
                DuckDbTables.none()
                        .withParquet("visits", file)
                        .rows("SELECT patient, age, dose FROM visits ORDER BY id", MissingValues.AS_NAN),
                "patient");
    }

    @Override
    protected RowSource source() {
        return rows("51");
    }

    /** A query: whether its order leaves two rows as equals cannot be seen. */
    @Override
    protected boolean keepsOrder() {
        return false;
    }

    @Override
    protected Optional<RowSource> withACellThatHoldsNoNumber() {
        return Optional.of(rows("NULL"));
    }

    @Override
    protected Optional<List<Integer>> users() {
        return Optional.of(PERSONS);
    }
}
