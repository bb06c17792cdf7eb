// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.samples.source.SourceFile;
import java.nio.file.Path;
import java.util.List;

/** Opens files of rows whose cells are numbers, or levels as texts. */
final class LevelRows {

    private LevelRows() {}

    /** The rows of some columns; NaN where a cell is missing. */
    static RowSource open(Path file, CsvOptions options, VariableSchema schema, List<String> columns) {
        String[] keys = columns.stream()
                .filter(name -> !schema.levels(schema.indexOf(name)).isEmpty())
                .filter(name -> !options.cells().texts().containsKey(name))
                .toArray(String[]::new);
        return SourceFile.open(
                file,
                options.withColumns(columns.toArray(String[]::new))
                        .withKeys(keys)
                        .withMissingValues(MissingValues.AS_NAN));
    }
}
