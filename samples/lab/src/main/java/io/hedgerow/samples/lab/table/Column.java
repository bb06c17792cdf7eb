// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.table;

import io.hedgerow.samples.output.Table;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** A column of a table: its name, and the cell of a row. */
public record Column<R>(String name, Function<R, String> cell) {

    public static <R> Column<R> of(String name, Function<R, Object> value) {
        return new Column<>(name, row -> String.valueOf(value.apply(row)));
    }

    public static <R> Column<R> number(String name, int decimals, ToDoubleFunction<R> value) {
        return new Column<>(name, row -> String.format(Locale.ROOT, "%." + decimals + "f", value.applyAsDouble(row)));
    }

    public static <R> Column<R> spread(String name, int decimals, Function<R, @Nullable Spread> value) {
        return new Column<>(name, row -> {
            Spread spread = value.apply(row);
            return spread == null ? "-" : spread.text(decimals);
        });
    }

    public static <R> Table table(int labels, List<Column<R>> columns, List<R> rows) {
        return new Table(
                labels,
                columns.stream().map(Column::name).toList(),
                rows.stream()
                        .map(row -> columns.stream()
                                .map(column -> column.cell().apply(row))
                                .toList())
                        .toList());
    }
}
