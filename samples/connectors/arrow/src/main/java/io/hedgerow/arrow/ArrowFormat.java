// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.arrow;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The file format of Apache Arrow files and streams, selected by file name: see {@link ArrowRows}. */
public final class ArrowFormat implements RowSource.FileFormat {

    /** For {@link java.util.ServiceLoader}. */
    public ArrowFormat() {}

    @Override
    public List<String> endings() {
        return List.of(".arrow", ".arrows", ".feather");
    }

    @Override
    public List<String> columns(Path file) {
        return ArrowRows.columns(file);
    }

    @Override
    public RowSource rows(Path file, List<String> columns, MissingValues missing) {
        return ArrowRows.of(file, columns, missing);
    }

    @Override
    public RowSource rows(
            Path file, List<String> columns, MissingValues missing, Map<String, VariableKind.Coding> texts) {
        return ArrowRows.of(file, columns, missing, texts);
    }
}
