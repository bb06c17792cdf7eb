// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.inspect;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableKind.Coding;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvOptions.CsvSeparator;
import io.hedgerow.samples.columns.ColumnTexts;
import io.hedgerow.samples.source.SourceFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One file, read twice: as texts, then as what these texts most likely are. <b>Not private</b>.
 *
 * @param rows of the file, of which the first were kept
 * @param separator of a file that says so; empty where it has one column or is no CSV file
 */
record SeenFile(Path path, long rows, Optional<CsvSeparator> separator, List<SeenColumn> columns) {

    /** So many cells are kept in memory. */
    private static final long MOST_CELLS = 6_000_000;

    SeenFile {
        columns = List.copyOf(columns);
    }

    static SeenFile of(Path path) {
        CsvOptions plain =
                CsvOptions.defaults().withMissingValues(MissingValues.SKIP_ROW).withThreads(1);
        List<String> names = SourceFile.columns(path, plain);
        Optional<CsvSeparator> separator = Optional.empty();
        if (names.size() == 1 && names.get(0).indexOf('|') >= 0) {
            plain = plain.withSeparator(CsvSeparator.PIPE);
            names = SourceFile.columns(path, plain);
            separator = Optional.of(CsvSeparator.PIPE);
        } else if (isCsv(path) && names.size() > 1) {
            separator = separator(path, plain, names);
        }
        Map<String, ColumnTexts> texts = new LinkedHashMap<>();
        names.forEach(name -> texts.put(name, new ColumnTexts(false)));
        long[] rows = {0};
        SourceFile.open(path, plain.withCells(plain.cells().withTexts(texts))).forEachRow(row -> rows[0]++);
        return new SeenFile(path, rows[0], separator, kept(path, plain, texts, rows[0]));
    }

    private static List<SeenColumn> kept(Path path, CsvOptions plain, Map<String, ColumnTexts> texts, long rows) {
        int most = (int) Math.min(rows, MOST_CELLS / texts.size());
        List<SeenColumn> columns = new ArrayList<>();
        Map<String, Coding> codings = new LinkedHashMap<>();
        texts.forEach((name, seen) -> {
            SeenColumn.Kind kind = SeenColumn.kind(name, seen);
            boolean numbers =
                    kind == SeenColumn.Kind.NUMBER || kind == SeenColumn.Kind.DATE || kind == SeenColumn.Kind.EMPTY;
            Coding reading = seen.reading(!numbers);
            double[] values = new double[most];
            codings.put(name, new Kept(reading, values));
            columns.add(new SeenColumn(name, seen, kind, values));
        });
        SourceFile.open(path, plain.withCells(plain.cells().withTexts(codings))).forEachRow(row -> {});
        return columns;
    }

    /** Keeps what is read, in the order of the rows. */
    private static final class Kept implements Coding {
        private final Coding reading;
        private final double[] values;
        private int next;

        Kept(Coding reading, double[] values) {
            this.reading = reading;
            this.values = values;
        }

        @Override
        public VariableKind kind() {
            return reading.kind();
        }

        @Override
        public double code(String text) {
            if (next < values.length) {
                values[next++] = reading.code(text);
            }
            return 0;
        }

        @Override
        public String complaint(String text) {
            return reading.complaint(text);
        }
    }

    private static Optional<CsvSeparator> separator(Path path, CsvOptions plain, List<String> names) {
        return Stream.of(CsvSeparator.TAB, CsvSeparator.SEMICOLON, CsvSeparator.COMMA)
                .filter(sign ->
                        SourceFile.columns(path, plain.withSeparator(sign)).equals(names))
                .findFirst();
    }

    private static boolean isCsv(Path path) {
        String name = path.toString().toLowerCase(Locale.ROOT);
        return Stream.of(".csv", ".csv.gz", ".tsv", ".tsv.gz", ".txt", ".txt.gz")
                .anyMatch(name::endsWith);
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
