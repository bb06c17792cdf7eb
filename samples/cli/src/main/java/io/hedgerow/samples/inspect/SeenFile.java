// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.inspect;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableKind.Coding;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvOptions.CellFormat;
import io.hedgerow.core.data.csv.CsvOptions.CsvSeparator;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.internal.columns.ColumnScan;
import io.hedgerow.core.internal.columns.ColumnTexts;
import io.hedgerow.core.internal.text.NumberToken;
import io.hedgerow.samples.source.SourceFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One file, read as texts, then as what these texts most likely are; signs of missing cells are missing cells then, as
 * with the mapping file that says so. <b>Not private</b>.
 *
 * @param isCsv whether it is text, so that a mapping file says how the whole file is written
 * @param rows of the file, of which the first were kept
 * @param separator of a CSV file with several columns
 * @param missing texts that most likely mean a missing cell, by the column of numbers or dates that has them
 * @param unnamed columns without a name, as {@link RowSource#omitted} calls them
 */
record SeenFile(
        Path path,
        boolean isCsv,
        long rows,
        Optional<CsvSeparator> separator,
        List<SeenColumn> columns,
        Map<String, List<String>> missing,
        List<String> unnamed) {

    /** So many cells are kept in memory. */
    private static final long MOST_CELLS = 6_000_000;

    SeenFile {
        columns = List.copyOf(columns);
        missing = Collections.unmodifiableMap(new LinkedHashMap<>(missing));
        unnamed = List.copyOf(unnamed);
    }

    static SeenFile of(Path path) {
        CsvOptions plain =
                CsvOptions.defaults().withMissingValues(MissingValues.SKIP_ROW).withThreads(1);
        Optional<CsvRowSource> csv =
                SourceFile.isCsv(path) ? Optional.of(CsvRowSource.of(path, plain)) : Optional.empty();
        List<String> names = SourceFile.columns(path, plain);
        Map<String, ColumnTexts> texts = new LinkedHashMap<>();
        long rows = read(path, plain, names, texts);
        Map<String, List<String>> missing = new LinkedHashMap<>();
        if (csv.isPresent()) { // cells of other sources are mended there
            texts.forEach((name, seen) -> {
                List<String> sure = seen.missingTexts().stream()
                        .filter(text -> NumberToken.isLikeMissingLevel(text) || !isLevel(text, texts.values()))
                        .toList();
                if (!sure.isEmpty()) {
                    missing.put(name, sure);
                }
            });
        }
        Set<String> all = missing.values().stream().flatMap(List::stream).collect(Collectors.toSet());
        if (!all.isEmpty()) {
            CellFormat cells = new CellFormat(false, false, Set.of(), all, Map.of(), Map.of());
            read(path, plain.withCells(cells), names, texts);
        }
        return new SeenFile(
                path,
                csv.isPresent(),
                rows,
                csv.filter(file -> names.size() > 1).map(CsvRowSource::separator),
                kept(path, plain, texts, rows, all),
                missing,
                csv.map(file -> file.omitted().columns()).orElse(List.of()));
    }

    /** Whether a category has a level that is this word: what a mapping file says holds for every column. */
    private static boolean isLevel(String text, Collection<ColumnTexts> columns) {
        return columns.stream()
                .filter(column -> new ColumnScan(List.of(column)).isText())
                .anyMatch(column -> column.counts().keySet().stream().anyMatch(text::equalsIgnoreCase));
    }

    /** Reads all columns as texts; how many rows there are. */
    private static long read(Path path, CsvOptions options, List<String> names, Map<String, ColumnTexts> texts) {
        names.forEach(name -> texts.put(name, new ColumnTexts(false)));
        long[] rows = {0};
        SourceFile.open(path, options.withCells(options.cells().withTexts(texts)))
                .forEachRow(row -> rows[0]++);
        return rows[0];
    }

    private static List<SeenColumn> kept(
            Path path, CsvOptions plain, Map<String, ColumnTexts> texts, long rows, Set<String> missing) {
        int most = (int) Math.min(rows, MOST_CELLS / texts.size());
        List<SeenColumn> columns = new ArrayList<>();
        Map<String, Coding> codings = new LinkedHashMap<>();
        texts.forEach((name, seen) -> {
            SeenColumn.Kind kind = SeenColumn.kind(name, seen);
            boolean numbers =
                    kind == SeenColumn.Kind.NUMBER || kind == SeenColumn.Kind.DATE || kind == SeenColumn.Kind.EMPTY;
            Coding reading = seen.reading(!numbers);
            double[] values = new double[most];
            codings.put(name, new Kept(reading, missing, values));
            columns.add(new SeenColumn(name, seen, kind, values));
        });
        SourceFile.open(path, plain.withCells(plain.cells().withTexts(codings))).forEachRow(row -> {});
        return columns;
    }

    /** Keeps what is read, in the order of the rows. */
    private static final class Kept implements Coding {
        private final Coding reading;
        private final Set<String> missing;
        private final double[] values;
        private int next;

        Kept(Coding reading, Set<String> missing, double[] values) {
            this.reading = reading;
            this.missing = missing.stream().map(Kept::plain).collect(Collectors.toSet());
            this.values = values;
        }

        private static String plain(String text) {
            return text.strip().toLowerCase(Locale.ROOT);
        }

        @Override
        public VariableKind kind() {
            return reading.kind();
        }

        @Override
        public double code(String text) {
            if (next < values.length) {
                values[next++] = missing.contains(plain(text)) ? Double.NaN : reading.code(text);
            }
            return 0;
        }

        @Override
        public String complaint(String text) {
            return reading.complaint(text);
        }
    }

    String name() {
        return String.valueOf(path.getFileName());
    }

    int keptRows() {
        return columns.isEmpty() ? 0 : columns.get(0).values().length;
    }

    /** Whether numbers have a comma before their decimals in some columns, and a point in none. */
    boolean hasDecimalComma() {
        boolean comma = columns.stream()
                .anyMatch(column -> column.isNumber()
                        && (column.texts().style() == ColumnTexts.Style.COMMA
                                || column.texts().style() == ColumnTexts.Style.COMMA_AND_POINTS));
        return comma
                && columns.stream()
                        .noneMatch(column -> column.isNumber()
                                && column.texts().style() == ColumnTexts.Style.POINT
                                && column.texts().hasPoints());
    }

    /** A number for each row, equal for equal rows, from some columns. */
    static long[] rowNumbers(List<double[]> columns) {
        long[] numbers = new long[columns.isEmpty() ? 0 : columns.get(0).length];
        Arrays.fill(numbers, 17);
        for (double[] values : columns) {
            for (int t = 0; t < numbers.length; t++) {
                long mixed = (numbers[t] ^ Double.doubleToLongBits(values[t])) * 0x9E3779B97F4A7C15L;
                numbers[t] = mixed ^ (mixed >>> 31);
            }
        }
        return numbers;
    }
}
