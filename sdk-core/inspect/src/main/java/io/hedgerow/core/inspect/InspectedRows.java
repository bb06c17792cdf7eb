// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind.Categorical;
import io.hedgerow.core.data.VariableKind.Coding;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvOptions.CsvSeparator;
import io.hedgerow.core.data.csv.CsvRowSource;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Rows that an {@link Inspection} looks at, with the texts of their cells. <b>Not private</b>: for rows that the
 * program's own people may see. Nothing is read before a look begins, but the header of a file. Thread-safe if the rows
 * are.
 */
public final class InspectedRows {

    private final String place;
    private final String name;
    private final List<String> columns;
    private final Optional<CsvRowSource> csv;
    private final Function<Map<String, Coding>, RowSource> texts;

    private InspectedRows(
            String place,
            String name,
            List<String> columns,
            Optional<CsvRowSource> csv,
            Function<Map<String, Coding>, RowSource> texts) {
        this.place = place;
        this.name = name;
        this.columns = List.copyOf(columns);
        this.csv = csv;
        this.texts = texts;
    }

    /**
     * {@return the rows of a CSV file with a header, whose cells are looked at as they are written} Its separator is
     * found in the first line.
     *
     * @param file plain, or compressed with the ending {@code .gz}
     */
    public static InspectedRows csv(Path file) {
        CsvOptions plain =
                CsvOptions.defaults().withMissingValues(MissingValues.SKIP_ROW).withThreads(1);
        CsvRowSource rows = CsvRowSource.of(file, plain);
        return new InspectedRows(
                file.toString(),
                nameOf(file),
                rows.schema().names(),
                Optional.of(rows),
                codings -> CsvRowSource.of(file, plain.withCells(plain.cells().withTexts(codings))));
    }

    /**
     * {@return the rows of another file, such as one of a connector, or one with the query of a database}
     *
     * @param file by which people know the rows
     * @param columns of the rows
     * @param texts gives the rows where each text of a column stands for what the coding says, and a missing cell is
     *     NaN, as with {@link MissingValues#AS_NAN}; called several times, with a coding for every column
     */
    public static InspectedRows file(Path file, List<String> columns, Function<Map<String, Coding>, RowSource> texts) {
        return new InspectedRows(file.toString(), nameOf(file), columns, Optional.empty(), texts);
    }

    /**
     * {@return rows as a study would read them: numbers and levels, without the texts that they were read from} A cell
     * that is NaN is missing. How cells are written cannot be seen, so a file shows more by {@link #csv}.
     *
     * @param rows that give the same at every reading
     */
    public static InspectedRows of(RowSource rows) {
        return new InspectedRows(
                rows.description(),
                rows.file().map(InspectedRows::nameOf).orElseGet(rows::description),
                rows.schema().names(),
                Optional.empty(),
                codings -> new CodedRows(rows, codings));
    }

    /**
     * {@return the same as {@link #of(RowSource)}, under a name} By it findings say where something was found; rows of
     * one name and place are numbered.
     *
     * @param name such as that of a site
     * @param rows that give the same at every reading
     */
    public static InspectedRows of(String name, RowSource rows) {
        return new InspectedRows(
                name, name, rows.schema().names(), Optional.empty(), codings -> new CodedRows(rows, codings));
    }

    /**
     * The same rows, no two of one name: those that share a name are called by their place, with a number where that is
     * a name already.
     */
    static List<InspectedRows> distinct(List<InspectedRows> rows) {
        Map<String, Long> sharing = counted(rows);
        Set<String> taken = new HashSet<>();
        sharing.forEach((name, times) -> {
            if (times == 1) {
                taken.add(name);
            }
        });
        return rows.stream()
                .map(each -> sharing.getOrDefault(each.name, 0L) == 1 ? each : each.called(free(each.place, taken)))
                .toList();
    }

    private static String free(String wanted, Set<String> taken) {
        String name = wanted;
        for (int number = 2; !taken.add(name); number++) {
            name = wanted + " (" + number + ")";
        }
        return name;
    }

    private static Map<String, Long> counted(List<InspectedRows> rows) {
        return rows.stream().collect(Collectors.groupingBy(InspectedRows::name, Collectors.counting()));
    }

    /** The same rows under another name; rows that a program named are nowhere else. */
    private InspectedRows called(String newName) {
        return new InspectedRows(place.equals(name) ? newName : place, newName, columns, csv, texts);
    }

    private static String nameOf(Path file) {
        return String.valueOf(file.getFileName());
    }

    /** {@return where the rows are, such as a path, or the name that a program gave them} */
    public String place() {
        return place;
    }

    /** {@return the names of the columns} */
    public List<String> columns() {
        return columns;
    }

    String name() {
        return name;
    }

    /** Whether it is text, so that a mapping file says how the whole file is written. */
    boolean isCsv() {
        return csv.isPresent();
    }

    /** {@return the separator of a CSV file; empty of other rows} */
    Optional<CsvSeparator> separator() {
        return csv.map(CsvRowSource::separator);
    }

    /** Columns without a name, as {@link RowSource#omitted} calls them. */
    List<String> unnamed() {
        return csv.map(rows -> rows.omitted().columns()).orElse(List.of());
    }

    /** Reads all rows, and hands the text of each cell to the coding of its column; how many rows there are. */
    long read(Map<String, ? extends Coding> codings) {
        long[] rows = {0};
        texts.apply(new LinkedHashMap<>(codings)).forEachRow(row -> rows[0]++);
        return rows[0];
    }

    /** Hands on what the codings say, in the order of the columns; NaN of a column that the rows lack. */
    void read(Map<String, ? extends Coding> codings, RowSource.RowConsumer consumer) {
        RowSource source = texts.apply(new LinkedHashMap<>(codings));
        List<String> names = source.schema().names();
        int[] at = columns.stream().mapToInt(names::indexOf).toArray();
        double[] ordered = new double[at.length];
        source.forEachRow(row -> {
            for (int j = 0; j < at.length; j++) {
                ordered[j] = at[j] < 0 ? Double.NaN : row[at[j]];
            }
            consumer.accept(ordered);
        });
    }

    /** Rows in memory whose numbers and levels are passed on as text. */
    private record CodedRows(RowSource rows, Map<String, Coding> codings) implements RowSource {

        @Override
        public VariableSchema schema() {
            return new VariableSchema(rows.schema().names());
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            VariableSchema schema = rows.schema();
            double[] coded = new double[schema.size()];
            rows.forEachRow(row -> {
                for (int j = 0; j < coded.length; j++) {
                    Coding coding = codings.get(schema.names().get(j));
                    String text = text(schema, j, row[j]);
                    coded[j] = coding == null ? row[j] : coding.code(text);
                }
                consumer.accept(coded);
            });
        }

        private static String text(VariableSchema schema, int column, double value) {
            if (Double.isNaN(value)) {
                return "";
            }
            if (schema.kind(column) instanceof Categorical category) {
                return category.levels().get((int) value);
            }
            boolean whole = value == Math.rint(value) && Math.abs(value) < 0x1p53;
            return whole ? Long.toString((long) value) : Double.toString(value);
        }
    }
}
