// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableKind.Coding;
import io.hedgerow.core.data.csv.CsvOptions.CsvSeparator;
import io.hedgerow.core.internal.columns.ColumnScan;
import io.hedgerow.core.internal.columns.ColumnTexts;
import io.hedgerow.core.internal.text.NumberToken;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One inspected file, read as text and then as the most likely types of its columns; signs of missing cells are missing
 * cells then, as with the mapping file that says so. <b>Not private</b>.
 *
 * @param rows that were read
 * @param count of the rows, of which the first were kept
 * @param separator of a CSV file with several columns
 * @param missing texts that most likely mean a missing cell, by the column of numbers or dates that has them
 * @param unnamed columns without a name, as {@link RowSource#omitted} calls them
 */
record SeenFile(
        InspectedRows rows,
        long count,
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

    static SeenFile of(InspectedRows rows) {
        Map<String, ColumnTexts> texts = new LinkedHashMap<>();
        long count = read(rows, Set.of(), texts);
        Map<String, List<String>> missing = new LinkedHashMap<>();
        if (rows.isCsv()) { // cells of other sources are mended there
            texts.forEach((name, seen) -> {
                List<String> sure = seen.missingTexts().stream()
                        .filter(text -> NumberToken.isLikeMissingLevel(text) || !isLevel(text, texts.values()))
                        .toList();
                if (!sure.isEmpty()) {
                    missing.put(name, sure);
                }
            });
        }
        Set<String> all = missing.values().stream()
                .flatMap(List::stream)
                .map(SeenFile::plain)
                .collect(Collectors.toSet());
        if (!all.isEmpty()) {
            read(rows, all, texts);
        }
        return new SeenFile(
                rows,
                count,
                rows.separator().filter(sign -> rows.columns().size() > 1),
                kept(rows, texts, count, all),
                missing,
                rows.unnamed());
    }

    private static String plain(String text) {
        return text.strip().toLowerCase(Locale.ROOT);
    }

    /** Whether a category has a level that is this word: what a mapping file says holds for every column. */
    private static boolean isLevel(String text, Collection<ColumnTexts> columns) {
        return columns.stream()
                .filter(column -> new ColumnScan(List.of(column)).isText())
                .anyMatch(column -> column.counts().keySet().stream().anyMatch(text::equalsIgnoreCase));
    }

    /** Reads all columns as texts but those that mean a missing cell; how many rows there are. */
    private static long read(InspectedRows rows, Set<String> missing, Map<String, ColumnTexts> texts) {
        Map<String, Coding> codings = new LinkedHashMap<>();
        rows.columns().forEach(name -> {
            ColumnTexts seen = new ColumnTexts(false);
            texts.put(name, seen);
            codings.put(name, new WithMissing(seen, missing));
        });
        return rows.read(codings);
    }

    private static List<SeenColumn> kept(
            InspectedRows rows, Map<String, ColumnTexts> texts, long count, Set<String> missing) {
        int most = (int) Math.min(count, MOST_CELLS / texts.size());
        Map<String, SeenColumn.Kind> kinds = new LinkedHashMap<>();
        Map<String, Coding> readings = new LinkedHashMap<>();
        texts.forEach((name, seen) -> {
            SeenColumn.Kind kind = SeenColumn.kind(name, seen);
            boolean numbers =
                    kind == SeenColumn.Kind.NUMBER || kind == SeenColumn.Kind.DATE || kind == SeenColumn.Kind.EMPTY;
            kinds.put(name, kind);
            readings.put(name, new WithMissing(seen.reading(!numbers), missing));
        });
        double[][] values = rows.isCsv() ? ofTexts(rows, readings, most) : ofRows(rows, readings, most);
        List<SeenColumn> columns = new ArrayList<>();
        kinds.forEach((name, kind) -> columns.add(
                new SeenColumn(name, Objects.requireNonNull(texts.get(name)), kind, values[columns.size()])));
        return columns;
    }

    /** A CSV file has a text for every cell, and leaves out rows for which a coding says that a cell is missing. */
    private static double[][] ofTexts(InspectedRows rows, Map<String, Coding> readings, int most) {
        double[][] values = new double[readings.size()][most];
        Map<String, Coding> codings = new LinkedHashMap<>();
        readings.forEach((name, reading) -> codings.put(name, new Kept(reading, values[codings.size()])));
        rows.read(codings);
        return values;
    }

    /** Other rows may have no text for a missing cell, such as NULL in a database: codings alone would shift cells. */
    private static double[][] ofRows(InspectedRows rows, Map<String, Coding> readings, int most) {
        double[][] values = new double[readings.size()][most];
        int[] next = {0};
        rows.read(readings, row -> {
            if (next[0] < most) {
                for (int j = 0; j < row.length; j++) {
                    values[j][next[0]] = row[j];
                }
                next[0]++;
            }
        });
        for (int j = 0; j < values.length; j++) {
            values[j] = Arrays.copyOf(values[j], next[0]);
        }
        return values;
    }

    /** Reads some texts as empty cells. */
    private record WithMissing(Coding reading, Set<String> missing) implements Coding {

        @Override
        public VariableKind kind() {
            return reading.kind();
        }

        @Override
        public double code(String text) {
            boolean any = !missing.isEmpty() && missing.contains(plain(text));
            return reading.code(any ? "" : text);
        }

        @Override
        public String complaint(String text) {
            return reading.complaint(text);
        }
    }

    /** A coding that keeps the numbers it reads, in the order of the rows; no row is left out for it. */
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

    boolean isCsv() {
        return rows.isCsv();
    }

    String name() {
        return rows.name();
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
