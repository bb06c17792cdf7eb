// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.samples.source.SourceFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Opens files of rows whose cells are numbers, or levels as texts. */
final class LevelRows {

    private LevelRows() {}

    /**
     * The rows of some columns; NaN where a cell is missing. Levels are those of the network, unless options say more.
     */
    static RowSource open(Path file, CsvOptions options, VariableSchema schema, List<String> columns) {
        Map<String, VariableKind.Coding> texts = new TreeMap<>();
        for (String name : columns) {
            if (schema.kind(schema.indexOf(name)) instanceof VariableKind.Categorical category) {
                texts.put(name, category);
            }
        }
        texts.putAll(options.cells().texts());
        return SourceFile.open(
                file,
                options.withColumns(columns.toArray(String[]::new))
                        .withCells(options.cells().withTexts(texts))
                        .withMissingValues(MissingValues.USE));
    }
}
