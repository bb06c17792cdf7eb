// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.columns;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.samples.source.InsecureKeyColumns;
import io.hedgerow.samples.source.SourceFile;
import io.hedgerow.transport.study.PlannedVariable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The texts of a column in all files. */
public record ColumnScan(List<ColumnTexts> files) {

    /** So many rows of a file show of most columns what they are. */
    static final int SAMPLE = 10_000;

    private static final int FEWEST = 10;

    public ColumnScan {
        files = List.copyOf(files);
    }

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

    public Map<String, Long> counts() {
        Map<String, Long> all = new LinkedHashMap<>();
        files.forEach(file -> file.counts().forEach((text, count) -> all.merge(text, count, Long::sum)));
        return all;
    }

    private boolean all(Predicate<ColumnTexts> holds) {
        return files.stream().allMatch(holds);
    }

    /** Whether no cell of it has a text. */
    public boolean isEmpty() {
        return cells() == 0;
    }

    private long cells() {
        return files.stream().mapToLong(ColumnTexts::cells).sum();
    }

    /** Whether so few cells say nothing of what a column is. */
    public boolean isTiny() {
        return cells() < FEWEST;
    }

    /** Whether all cells of all files are one text, or one number. */
    public boolean isConstant() {
        double lowest = files.stream().mapToDouble(ColumnTexts::lowest).min().orElse(0);
        double highest = files.stream().mapToDouble(ColumnTexts::highest).max().orElse(0);
        return counts().size() == 1 || (lowest == highest && all(file -> file.cells() == 0 || file.isNumber()));
    }

    /** Whether its cells are texts, or codes that only look like numbers. */
    public boolean isText() {
        boolean words = files.stream().anyMatch(file -> file.cells() > 0 && file.isText())
                && all(file -> file.cells() == 0 || file.isText());
        boolean codes =
                files.stream().anyMatch(ColumnTexts::hasCodes) && counts().size() <= PlannedVariable.MOST_LEVELS;
        return words || codes;
    }

    public boolean isDate() {
        return !isEmpty() && all(file -> file.cells() == 0 || file.isDate());
    }

    public boolean isWhole() {
        return !isEmpty() && all(file -> file.cells() == 0 || file.isWhole());
    }

    public boolean isNearlyDistinct() {
        return all(ColumnTexts::isNearlyDistinct);
    }

    public boolean isConsecutive() {
        return all(ColumnTexts::isConsecutive);
    }

    /** Whether it names rows: nearly every row has another text, or another number that is no measurement. */
    public boolean isIdentifier(String name) {
        boolean key = isText() || (isWhole() && (InsecureKeyColumns.isNameOfKey(name) || isConsecutive()));
        return key && !isTiny() && isNearlyDistinct();
    }
}
