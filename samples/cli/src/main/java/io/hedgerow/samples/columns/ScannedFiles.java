// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.columns;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.internal.columns.ColumnScan;
import io.hedgerow.core.internal.columns.ColumnTexts;
import io.hedgerow.samples.source.SourceFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads columns of files as texts. Not private. */
public final class ScannedFiles {

    /** So many rows of a file show of most columns what they are. */
    static final int SAMPLE = 10_000;

    private ScannedFiles() {}

    /** Reads some columns as texts, of each file at most so many rows. Missing cells end no reading. */
    static Map<String, ColumnScan> of(
            List<Path> files, List<CsvOptions> readings, Collection<String> columns, long most) {
        Map<String, List<ColumnTexts>> found = new LinkedHashMap<>();
        for (int k = 0; k < (columns.isEmpty() ? 0 : files.size()); k++) {
            Path file = files.get(k);
            CsvOptions options = readings.get(k);
            Map<String, ColumnTexts> texts = new TreeMap<>();
            for (String column : columns) {
                ColumnTexts seen = new ColumnTexts(options.cells().decimalComma());
                texts.put(column, seen);
                found.computeIfAbsent(column, unseen -> new ArrayList<>()).add(seen);
            }
            read(
                    SourceFile.open(
                            file,
                            options.withColumns(columns.toArray(String[]::new))
                                    .withKeys()
                                    .withMissingValues(MissingValues.SKIP_ROW)
                                    .withThreads(1)
                                    .withCells(options.cells().withTexts(texts))),
                    most);
        }
        Map<String, ColumnScan> scans = new LinkedHashMap<>();
        found.forEach((column, texts) -> scans.put(column, new ColumnScan(texts)));
        return scans;
    }

    private static void read(RowSource rows, long most) {
        long[] left = {most};
        try {
            rows.forEachRow(row -> {
                if (--left[0] <= 0) {
                    throw new EnoughSeen();
                }
            });
        } catch (EnoughSeen e) {
            return; // what was read was counted
        }
    }

    /** Ends a reading early. */
    public static final class EnoughSeen extends RuntimeException {
        private static final long serialVersionUID = 1;

        public EnoughSeen() {
            super("enough rows were seen", null, false, false);
        }
    }
}
