// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.search.missing.CellAnswers;
import io.hedgerow.core.internal.search.missing.CellExchange;
import io.hedgerow.core.internal.search.missing.KeptCells;
import io.hedgerow.core.internal.search.missing.SeenCells;
import io.hedgerow.core.internal.search.sums.CellSums;
import io.hedgerow.core.internal.search.sums.MomentRelease;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Releases a site's sums of rows with categories and missing cells, by {@link SeenLayout}: those of
 * {@link CategoryRelease}, and as {@link io.hedgerow.core.internal.search.missing.CellRelease} those that covariances
 * let expect of numbers and of indicators of levels. Joint tables count missing cells as one level more. An answer is a
 * function of the rows, of the announcement and of what was released before. <b>Not private.</b> Sums are exact; use a
 * protector that reveals only totals.
 *
 * <p>As of numbers alone, no pattern of cells is of fewer than {@code fewest} rows of the site, whatever is asked.
 */
public final class SeenRelease implements LocalSolver {

    private final CategoryColumns columns;
    private final SeenLayout layout;
    private final int fewest;
    private @Nullable Kept kept;
    private @Nullable Chosen chosen;

    private record Kept(DataView view, KeptCells cells) {}

    @SuppressWarnings("ArrayRecordComponent") // compared by its content
    private record Chosen(Kept of, int[] indicators, CellAnswers answers) {}

    /** A release in which at least so many rows of a site share each pattern; 1 for any. */
    public SeenRelease(CategoryColumns columns, int fewest) {
        this.columns = columns;
        this.layout = new SeenLayout(columns);
        this.fewest = fewest;
    }

    /** The most rounds that a study takes. */
    public static int rounds(CategoryColumns columns) {
        return new SeenLayout(columns).rounds();
    }

    /** The fewest rounds, as of {@link CellExchange}. */
    public static int fewestRounds(CategoryColumns columns) {
        return new SeenLayout(columns).fewestRounds();
    }

    public static Study study(String name, CategoryColumns columns, int rounds, int sites, RoundPolicy policy) {
        SeenLayout layout = new SeenLayout(columns);
        return MomentRelease.study(
                name, columns.schema(), layout.layout(), Math.min(rounds, layout.rounds()), sites, policy);
    }

    @Override
    public String id() {
        return "cells and categories";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return new MechanismEvent.NonPrivate(
                task.round() == 0
                        ? "exact second moments of the cells that are seen, and counts of each two categories"
                        : "exact sums of products that covariances let expect of missing cells, and joint counts of"
                                + " categories, at most " + (CategoryColumns.MOST_CANDIDATES + 1) + " in a table");
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        if (!view.hasRows()) {
            throw new DataException("a site that may have missing cells must have rows, has moments only");
        }
        if (problem.layout().size() != layout.layout().size()) {
            throw new IllegalArgumentException("layout must be that of categories with missing cells, was another");
        }
        Kept read = kept(view);
        Consumer<RowSource.RowConsumer> left =
                consumer -> view.forEachRow(row -> consumer.accept(read.cells().left(row)));
        Parameters told = problem.consensus();
        double[] all = problem.previous().toArray();
        switch (layout.question(told)) {
            case FIRST -> first(read, view, left, all);
            case CELLS -> cells(read, left, told, all);
            case BETWEEN -> between(read, left, told, all);
            case TABLES -> tables(layout.open(), columns.withMissing(), told, open(left), all);
            case TABLES_OF_WHOLE_ROWS -> tables(layout.whole(), columns, told, view::forEachRow, all);
        }
        return new LocalSolution(Parameters.takeOver(all), 1, true);
    }

    private Kept kept(DataView view) {
        Kept before = kept;
        if (before != null && view.isOfSameData(before.view())) {
            return before;
        }
        Kept read = new Kept(view, KeptCells.of(columns.size(), fewest, view::forEachRow));
        kept = read;
        return read;
    }

    /** Rows in which a missing cell of a category is its last level. */
    private Consumer<RowSource.RowConsumer> open(Consumer<RowSource.RowConsumer> left) {
        return consumer -> left.accept(row -> {
            for (int v : columns.categories()) {
                row[v] = Double.isNaN(row[v]) ? columns.levels(v) : SiteCounts.level(columns, v, row[v]);
            }
            consumer.accept(row);
        });
    }

    private void first(Kept read, DataView view, Consumer<RowSource.RowConsumer> left, double[] all) {
        Arrays.fill(all, 0);
        if (!read.cells().isComplete()) {
            SeenCounts.write(columns, left, all, layout.numbers());
            return;
        }
        new SiteCounts(columns, view).write(layout.whole(), all);
        int count = columns.numbers().length;
        if (count > 0) {
            Parameters sums =
                    Parameters.takeOver(Arrays.copyOf(all, layout.whole().numberSums()));
            double[] numbers = CellSums.complete(count, sums, all[layout.whole().rows()]);
            System.arraycopy(numbers, 0, all, layout.numbers(), numbers.length);
        }
    }

    private static void tables(
            CategoryLayout of,
            CategoryColumns columns,
            Parameters told,
            Consumer<RowSource.RowConsumer> reading,
            double[] all) {
        int from = of.parts().get(of.round(told));
        int to = of.parts().get(of.round(told) + 1);
        Arrays.fill(all, from, to, 0);
        CategoryRelease.count(columns, of.tables(told), reading, all, from);
    }

    private void cells(Kept read, Consumer<RowSource.RowConsumer> left, Parameters told, double[] all) {
        int[] indicators = layout.indicators(told);
        int count = columns.numbers().length + indicators.length;
        Parameters announced = announced(told, count);
        Parameters answer = CellAnswers.isFirst(announced)
                ? CellAnswers.first(count, CellSums.of(count, expanded(left, indicators)))
                : answers(read, left, indicators).to(announced);
        Arrays.fill(all, layout.cells(), layout.between(), 0);
        answer.copyTo(0, all, layout.cells(), answer.size());
    }

    private Parameters announced(Parameters told, int count) {
        return SeenLayout.part(told, layout.cells(), CellExchange.layout(count).size());
    }

    private void between(Kept read, Consumer<RowSource.RowConsumer> left, Parameters told, double[] all) {
        int[] indicators = layout.indicators(told);
        int numbers = columns.numbers().length;
        SeenCells.Expected expected =
                answers(read, left, indicators).expected(announced(told, numbers + indicators.length));
        int pairs = indicators.length * (indicators.length + 1) / 2;
        int at = layout.between();
        for (int a = 0; a < indicators.length; a++) {
            for (int b = 0; b <= a; b++) {
                double rows = expected.located()[numbers + a];
                boolean known = rows > 0 && expected.located()[numbers + b] > 0;
                all[at] = known ? expected.sums()[numbers + a] * expected.sums()[numbers + b] / rows : 0;
                all[at + pairs] = known ? rows : 0;
                at++;
            }
        }
    }

    private CellAnswers answers(Kept read, Consumer<RowSource.RowConsumer> left, int[] indicators) {
        Chosen before = chosen;
        if (before != null && before.of().equals(read) && Arrays.equals(before.indicators(), indicators)) {
            return before.answers();
        }
        int count = columns.numbers().length + indicators.length;
        Chosen made = new Chosen(
                read, indicators, new CellAnswers(count, SeenCells.of(count, 1, expanded(left, indicators))));
        chosen = made;
        return made.answers();
    }

    /** Rows of numbers and of some indicators. */
    private Consumer<RowSource.RowConsumer> expanded(Consumer<RowSource.RowConsumer> left, int[] indicators) {
        int[] numbers = columns.numbers();
        int[] of = new int[indicators.length];
        int[] level = new int[indicators.length];
        for (int a = 0; a < of.length; a++) {
            int first = 0;
            for (int v : columns.categories()) {
                if (indicators[a] >= first && indicators[a] < first + columns.levels(v)) {
                    of[a] = v;
                    level[a] = indicators[a] - first;
                }
                first += columns.levels(v);
            }
        }
        return consumer -> left.accept(row -> {
            double[] wide = new double[numbers.length + of.length];
            for (int x = 0; x < numbers.length; x++) {
                wide[x] = row[numbers[x]];
            }
            for (int a = 0; a < of.length; a++) {
                double cell = row[of[a]];
                wide[numbers.length + a] = Double.isNaN(cell) ? Double.NaN : cell == level[a] ? 1 : 0;
            }
            consumer.accept(wide);
        });
    }
}
