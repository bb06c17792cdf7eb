// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.csv.CsvOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With a connector: tried beside each connector. */
class SourceFileTest {

    @ParameterizedTest
    @CsvSource({
        "a.arrow, .arrow, hedgerow-arrow",
        "a.Feather, .feather, hedgerow-arrow",
        "a.parquet, .parquet, hedgerow-duckdb"
    })
    void withoutItsConnector_aFileIsRefused_andTheConnectorNamed(String file, String ending, String connector) {
        String expected = file + ": files that end in " + ending + " are read by " + connector + ", which is not here:"
                + " put its jars into a directory and name that in the variable HEDGEROW_CONNECTORS, or write the rows"
                + " as CSV";
        CsvOptions usual = CsvOptions.defaults();
        Path path = Path.of(file);
        assertEquals(
                expected,
                assertThrows(DataException.class, () -> SourceFile.open(path, usual))
                        .getMessage());
        assertEquals(
                expected,
                assertThrows(DataException.class, () -> SourceFile.columns(path, usual))
                        .getMessage());
    }

    @Test
    void json_isRefused_withWhatToDo() {
        assertEquals(
                "rows.jsonl: a file of JSON does not say its columns before its rows: write the rows as CSV or Parquet,"
                        + " or read them in a program with hedgerow-duckdb",
                assertThrows(DataException.class, () -> SourceFile.open(Path.of("rows.jsonl"), CsvOptions.defaults()))
                        .getMessage());
    }
}
