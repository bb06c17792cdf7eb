// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.outside;

import io.hedgerow.samples.lab.table.Column;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result of one method on one data set. Fields that do not apply are absent.
 *
 * @param set its name
 * @param rows of all sites together
 * @param sites number of sites
 * @param variables d
 * @param trueEdges of the known network
 * @param method the method that was run, or the reason why none was
 * @param missing pairs that the truth joins and the method does not
 * @param extra pairs that the method joins and the truth does not
 * @param classDistance pairs that the equivalence classes of both join differently
 * @param impossible edges whose direction contradicts what is known
 * @param flags the flags of the result against its own model
 * @param sure pairs with a probability of 0.95 or more, before any cap
 * @param sureRight how many of them the truth joins
 * @param cpuSeconds of all threads of this process, the median of the measured runs
 * @param toBoss that divided by what BOSS took on the same set
 */
record OutsideRow(
        String set,
        @Nullable Long rows,
        @Nullable Integer sites,
        @Nullable Integer variables,
        @Nullable Integer trueEdges,
        String method,
        @Nullable Integer missing,
        @Nullable Integer extra,
        @Nullable Integer classDistance,
        @Nullable Integer impossible,
        List<String> flags,
        @Nullable Integer sure,
        @Nullable Integer sureRight,
        @Nullable Double cpuSeconds,
        @Nullable Double toBoss) {
    OutsideRow {
        flags = List.copyOf(flags);
    }

    static OutsideRow without(String set, String why) {
        return new OutsideRow(
                set, null, null, null, null, why, null, null, null, null, List.of(), null, null, null, null);
    }

    OutsideRow comparedWith(@Nullable Double seconds) {
        return new OutsideRow(
                set,
                rows,
                sites,
                variables,
                trueEdges,
                method,
                missing,
                extra,
                classDistance,
                impossible,
                flags,
                sure,
                sureRight,
                cpuSeconds,
                cpuSeconds == null || seconds == null || !(seconds > 0) ? null : cpuSeconds / seconds);
    }

    @Nullable Integer skeletonErrors() {
        return missing == null || extra == null ? null : Integer.valueOf(missing + extra);
    }

    static final List<Column<OutsideRow>> COLUMNS = List.of(
            new Column<>("set", OutsideRow::set),
            new Column<>("method", OutsideRow::method),
            whole("rows", OutsideRow::rows),
            whole("d", OutsideRow::variables),
            whole("true edges", OutsideRow::trueEdges),
            whole("skeleton errors", OutsideRow::skeletonErrors),
            whole("class distance", OutsideRow::classDistance),
            whole("impossible", OutsideRow::impossible),
            new Column<>("flags", row -> row.flags.isEmpty() ? "-" : String.join(" ", row.flags)),
            whole("sure", OutsideRow::sure),
            whole("right", OutsideRow::sureRight),
            number("CPU s", OutsideRow::cpuSeconds),
            number("to BOSS", OutsideRow::toBoss));

    private static Column<OutsideRow> whole(String name, Function<OutsideRow, @Nullable Number> value) {
        return new Column<>(name, row -> {
            Number figure = value.apply(row);
            return figure == null ? "-" : figure.toString();
        });
    }

    private static Column<OutsideRow> number(String name, Function<OutsideRow, @Nullable Double> value) {
        return new Column<>(name, row -> {
            Double figure = value.apply(row);
            return figure == null ? "-" : String.format(Locale.ROOT, "%.2f", figure);
        });
    }
}
