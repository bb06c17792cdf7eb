// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvRowSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Files of CSV with the ending {@code .counted}, for which it is counted how often rows of each were read. */
public final class CountedFiles implements RowSource.FileFormat {

    private static final Map<Path, AtomicInteger> READINGS = new ConcurrentHashMap<>();

    /** How often a reading of a file began, whole or not; the header alone is none. */
    public static int readings(Path file) {
        return counter(file).get();
    }

    private static AtomicInteger counter(Path file) {
        return READINGS.computeIfAbsent(file.toAbsolutePath(), unread -> new AtomicInteger());
    }

    @Override
    public List<String> endings() {
        return List.of(".counted");
    }

    @Override
    public List<String> columns(Path file) {
        return CsvRowSource.of(file).schema().names();
    }

    @Override
    public RowSource rows(Path file, List<String> columns, MissingValues missing) {
        return rows(file, columns, missing, Map.of());
    }

    @Override
    public RowSource rows(
            Path file, List<String> columns, MissingValues missing, Map<String, VariableKind.Coding> texts) {
        CsvOptions options = CsvOptions.defaults();
        return new CountedRows(
                CsvRowSource.of(
                        file,
                        options.withColumns(columns.toArray(String[]::new))
                                .withMissingValues(missing)
                                .withThreads(1)
                                .withCells(options.cells().withTexts(texts))),
                counter(file));
    }

    /** Rows whose readings are counted. */
    static final class CountedRows extends WrappedRows {
        private final AtomicInteger readings;

        CountedRows(RowSource source, AtomicInteger readings) {
            super(source);
            this.readings = readings;
        }

        @Override
        public String keyText(double key) {
            return source.keyText(key);
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            readings.incrementAndGet();
            source.forEachRow(consumer);
        }
    }
}
