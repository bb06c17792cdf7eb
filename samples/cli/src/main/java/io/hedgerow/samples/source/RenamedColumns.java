// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.source;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.data.csv.CsvOptions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Columns of a source under other names. */
final class RenamedColumns extends WrappedRows {

    private final VariableSchema schema;

    private RenamedColumns(RowSource source, VariableSchema schema) {
        super(source);
        this.schema = schema;
    }

    /**
     * Opens a source by its own names.
     *
     * @param renamed the new name by that of the source
     * @param options in new names
     * @param open takes options in the source's names
     */
    static RowSource of(Map<String, String> renamed, CsvOptions options, Function<CsvOptions, RowSource> open) {
        Map<String, String> own = new TreeMap<>();
        renamed.forEach((old, name) -> own.put(name, old));
        CsvOptions.CellFormat cells = options.cells();
        Map<String, VariableKind.Coding> texts = new TreeMap<>();
        cells.texts().forEach((name, coding) -> texts.put(own.getOrDefault(name, name), coding));
        RowSource source = open.apply(options.withColumns(names(options.columns(), own))
                .withKeys(names(List.copyOf(options.keys()), own))
                .withCells(cells.withRenamed(Map.of())
                        .withTexts(texts)
                        .withDropped(Set.of(names(List.copyOf(cells.dropped()), own)))));
        VariableSchema schema = source.schema();
        return new RenamedColumns(
                source,
                new VariableSchema(
                        schema.names().stream()
                                .map(name -> renamed.getOrDefault(name, name))
                                .toList(),
                        schema.kinds()));
    }

    private static String[] names(List<String> names, Map<String, String> own) {
        return names.stream().map(name -> own.getOrDefault(name, name)).toArray(String[]::new);
    }

    @Override
    public VariableSchema schema() {
        return schema;
    }

    @Override
    public String keyText(double key) {
        return source.keyText(key);
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        source.forEachRow(consumer);
    }
}
