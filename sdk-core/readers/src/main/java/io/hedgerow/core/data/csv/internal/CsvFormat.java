// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv.internal;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvOptions.CellFormat;
import io.hedgerow.core.data.csv.CsvRowSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * CSV with a header and a detected separator as a {@link RowSource.FileFormat}, for modules that read files of any
 * kind.
 */
public final class CsvFormat implements RowSource.FileFormat {

    /** For {@link java.util.ServiceLoader}. */
    public CsvFormat() {}

    @Override
    public List<String> endings() {
        return List.of();
    }

    @Override
    public List<String> columns(Path file) {
        return CsvRowSource.of(file, CsvOptions.defaults()).schema().names();
    }

    @Override
    public RowSource rows(Path file, List<String> columns, MissingValues missing) {
        return rows(file, columns, missing, Map.of());
    }

    @Override
    public RowSource rows(
            Path file, List<String> columns, MissingValues missing, Map<String, VariableKind.Coding> texts) {
        return rows(file, columns, missing, texts, Set.of());
    }

    @Override
    public RowSource rows(
            Path file,
            List<String> columns,
            MissingValues missing,
            Map<String, VariableKind.Coding> texts,
            Set<String> keys) {
        return CsvRowSource.of(
                file,
                CsvOptions.defaults()
                        .withColumns(columns.toArray(new String[0]))
                        .withCells(CellFormat.PLAIN.withTexts(texts))
                        .withKeys(keys.toArray(new String[0]))
                        .withMissingValues(missing));
    }
}
