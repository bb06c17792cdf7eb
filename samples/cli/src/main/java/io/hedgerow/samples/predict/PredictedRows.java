// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.predict.Expected;
import io.hedgerow.core.predict.RowPredictor;
import io.hedgerow.samples.output.CsvText;
import io.hedgerow.samples.output.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The first predicted rows, printed when there are no true values to compare with and no output file. Immutable.
 *
 * @param columns as in the file of predictions
 * @param rows as many cells as columns in each; at most ten rows
 */
public record PredictedRows(List<String> columns, List<List<String>> rows) {

    private static final int SHOWN = 10;

    public PredictedRows {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
    }

    /** Predicts all rows and writes them to a file, if one is named. */
    private static PredictedRows write(@Nullable Path out, List<String> columns, Consumer<Consumer<List<String>>> lines)
            throws IOException {
        List<List<String>> first = new ArrayList<>();
        Consumer<List<String>> keep = cells -> {
            if (first.size() < SHOWN) {
                first.add(cells);
            }
        };
        if (out == null) {
            lines.accept(keep);
        } else {
            CsvText.writeAlone(
                    out,
                    columns,
                    line -> lines.accept(cells -> {
                        keep.accept(cells);
                        line.accept(cells);
                    }));
        }
        return new PredictedRows(columns, first);
    }

    /** Predicts all rows, a cell for each number and for each category one more than it has levels. */
    static PredictedRows write(@Nullable Path out, VariableSchema schema, RowPredictor predictor, RowSource rows)
            throws IOException {
        List<String> columns = new ArrayList<>();
        for (String name : predictor.variables()) {
            columns.add(name);
            schema.levels(schema.indexOf(name)).forEach(level -> columns.add(name + "=" + level));
        }
        return write(
                out,
                columns,
                line -> predictor.predict(rows, expected -> {
                    List<String> cells = new ArrayList<>();
                    expected.forEach(one -> add(one, cells));
                    line.accept(cells);
                }));
    }

    /** The mean, or the most probable level and the probabilities; empty cells where nothing is known. */
    private static void add(Expected expected, List<String> cells) {
        if (!expected.isKnown()) {
            cells.addAll(Collections.nCopies(expected.levels().size() + 1, ""));
        } else if (expected.levels().isEmpty()) {
            cells.add(Double.toString(expected.mean().orElseThrow()));
        } else {
            cells.add(expected.likeliest().orElseThrow());
            expected.probabilities().values().forEach(p -> cells.add(Double.toString(p)));
        }
    }

    /** The missing cells of what was predicted from, or null without any. */
    static @Nullable Map<String, Long> missing(RowPredictor predictor) {
        return predictor.missing().isEmpty() ? null : predictor.missing();
    }

    /** Says how many these were. */
    static void describeMissing(PrintWriter out, @Nullable Map<String, Long> missing) {
        if (missing != null) {
            long cells = missing.values().stream().mapToLong(Long::longValue).sum();
            out.println(Words.count(cells, "cell") + (cells == 1 ? " was" : " were") + " missing ("
                    + missing.entrySet().stream()
                            .map(column -> Printable.line(column.getKey()) + " " + column.getValue())
                            .collect(Collectors.joining(", "))
                    + "): these rows were predicted from their other cells");
        }
    }

    /** Null, which is left out of JSON, where there is no figure. */
    static @Nullable Double figure(OptionalDouble figure) {
        return figure.isPresent() ? (Double) figure.getAsDouble() : null;
    }

    /** These rows, or null where a file has them or a comparison says more. */
    @Nullable PredictedRows unless(@Nullable Path out, boolean compared) {
        return out != null || compared || rows.isEmpty() ? null : this;
    }

    /** Prints them as a table, and how to have all. */
    void describe(PrintWriter out, long all) {
        out.print(new Table(
                        0,
                        columns.stream().map(Printable::line).toList(),
                        rows.stream()
                                .map(row ->
                                        row.stream().map(PredictedRows::shown).toList())
                                .toList())
                .markdown());
        out.println(
                all > rows.size() ? "the first " + rows.size() + "; --out FILE writes all" : "--out FILE writes them");
    }

    /** Prints how well variables were predicted, a line for each: its name, then figures of a format. */
    static <Q> void describeQualities(
            PrintWriter out, String format, List<String> header, List<Q> variables, Function<Q, List<String>> cells) {
        List<List<String>> lines = new ArrayList<>(List.of(header));
        variables.forEach(own -> lines.add(cells.apply(own)));
        int width = lines.stream().mapToInt(line -> line.get(0).length()).max().orElse(0);
        lines.forEach(line -> out.println(String.format(Locale.ROOT, "%-" + width + "s" + format, line.toArray())));
    }

    static String shown(@Nullable Double figure, String format) {
        return figure == null ? "-" : String.format(Locale.ROOT, format, figure);
    }

    /** Numbers are as {@link Double#toString} writes them; a level such as 007 is not. */
    private static String shown(String cell) {
        try {
            double number = Double.parseDouble(cell);
            return Double.toString(number).equals(cell)
                    ? String.format(Locale.ROOT, "%.4g", number)
                    : Printable.line(cell);
        } catch (NumberFormatException level) {
            return Printable.line(cell);
        }
    }
}
