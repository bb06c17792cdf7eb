// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.columns;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.internal.columns.ColumnScan;
import io.hedgerow.core.internal.columns.ColumnTexts;
import io.hedgerow.core.internal.columns.EndingCoding;
import io.hedgerow.samples.source.SourceFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads columns of files as texts, in one pass over each file. The first rows show of most columns what they are; the
 * reading goes on to the end only for columns that these leave open. Missing cells end no reading. Not thread-safe.
 */
final class TextScan {

    /** So many rows of a file show of most columns what they are. */
    private static final int SAMPLE = 10_000;

    private final List<Path> files;
    private final List<CsvOptions> readings;
    private final Collection<String> columns;
    private final List<Map<String, Column>> seen = new ArrayList<>();

    private TextScan(List<Path> files, List<CsvOptions> readings, Collection<String> columns) {
        this.files = files;
        this.readings = readings;
        this.columns = columns;
    }

    /**
     * Reads some columns.
     *
     * @param open which columns the first rows of one file leave open, given these; of one file alone, so that more may
     *     be open for all files together, and are then read again
     */
    static TextScan of(
            List<Path> files,
            List<CsvOptions> readings,
            Collection<String> columns,
            Function<Map<String, ColumnScan>, Collection<String>> open) {
        TextScan scan = new TextScan(files, readings, columns);
        for (int k = 0; k < (columns.isEmpty() ? 0 : files.size()); k++) {
            scan.seen.add(scan.read(k, columns, open));
        }
        return scan;
    }

    private Map<String, Column> read(
            int file, Collection<String> names, Function<Map<String, ColumnScan>, Collection<String>> open) {
        CsvOptions options = readings.get(file);
        Map<String, Column> texts = new TreeMap<>();
        for (String name : names) {
            texts.put(name, new Column(new ColumnTexts(options.cells().decimalComma())));
        }
        long[] rows = {0};
        try {
            SourceFile.open(
                            files.get(file),
                            options.withColumns(names.toArray(String[]::new))
                                    .withKeys()
                                    .withMissingValues(MissingValues.SKIP_ROW)
                                    .withThreads(1)
                                    .withCells(options.cells().withTexts(texts)))
                    .forEachRow(row -> {
                        if (++rows[0] == SAMPLE) {
                            goOn(texts, names, open);
                        }
                    });
        } catch (EnoughSeen e) {
            return texts; // no column is open
        }
        texts.values().forEach(Column::end);
        return texts;
    }

    /** Ends a reading, unless some columns are open. */
    private static void goOn(
            Map<String, Column> texts,
            Collection<String> names,
            Function<Map<String, ColumnScan>, Collection<String>> open) {
        Map<String, ColumnScan> first = new LinkedHashMap<>();
        names.forEach(name -> first.put(name, new ColumnScan(List.of(of(texts, name).first))));
        Set<String> on = Set.copyOf(open.apply(first));
        texts.forEach((name, column) -> column.goOn(on.contains(name)));
        if (on.isEmpty()) {
            throw new EnoughSeen();
        }
    }

    private static Column of(Map<String, Column> file, String name) {
        return Objects.requireNonNull(file.get(name), name);
    }

    /** What the first rows show. */
    Map<String, ColumnScan> first() {
        Map<String, ColumnScan> scans = new LinkedHashMap<>();
        if (!seen.isEmpty()) {
            columns.forEach(name -> scans.put(
                    name,
                    new ColumnScan(
                            seen.stream().map(file -> of(file, name).first).toList())));
        }
        return scans;
    }

    /** What all rows show of some columns. Reads a file again whose first rows did not leave one of them open. */
    Map<String, ColumnScan> whole(Collection<String> open) {
        Map<String, ColumnScan> scans = new LinkedHashMap<>();
        if (open.isEmpty()) {
            return scans;
        }
        for (int k = 0; k < seen.size(); k++) {
            Map<String, Column> known = seen.get(k);
            List<String> ended =
                    open.stream().filter(name -> of(known, name).whole == null).toList();
            if (!ended.isEmpty()) {
                read(k, ended, first -> ended).forEach((name, column) -> of(known, name).whole = column.whole);
            }
        }
        open.forEach(name -> scans.put(
                name,
                new ColumnScan(
                        seen.stream().map(file -> of(file, name).wholeTexts()).toList())));
        return scans;
    }

    /** Thrown to end a reading early, once enough rows were read. */
    private static final class EnoughSeen extends RuntimeException {
        private static final long serialVersionUID = 1;

        EnoughSeen() {
            super("enough rows were seen", null, false, false);
        }
    }

    /** A column of one file. */
    private static final class Column implements EndingCoding {
        private final ColumnTexts first;
        private @Nullable ColumnTexts next;
        private @Nullable ColumnTexts whole;

        Column(ColumnTexts first) {
            this.first = first;
            this.next = first;
        }

        void goOn(boolean open) {
            next = open ? first.copy() : null;
        }

        /** All rows were read. */
        void end() {
            whole = next;
        }

        ColumnTexts wholeTexts() {
            if (whole == null) {
                throw new IllegalStateException("the column was not read to its end");
            }
            return whole;
        }

        @Override
        public boolean hasEnded() {
            return next == null;
        }

        @Override
        public VariableKind kind() {
            return first.kind();
        }

        @Override
        public double code(String cell) {
            return next == null ? 0 : next.code(cell);
        }

        @Override
        public String complaint(String text) {
            return first.complaint(text);
        }
    }
}
