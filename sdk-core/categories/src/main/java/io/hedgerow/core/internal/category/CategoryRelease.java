// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.search.sums.MomentRelease;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.function.Consumer;

/**
 * Releases a site's sums of rows with categories: {@link SiteSums} of numbers, sums of numbers and of their squares by
 * level, and the counts of each two categories; then the joint tables that the coordinator requests, in at most
 * {@value CategoryLayout#ROUNDS_OF_TABLES} rounds. It keeps only its releases between rounds, so a restarted site
 * answers as before. <b>Not private.</b> Counts are exact, and a cell with one row tells that there is such a row; sums
 * of numbers and squares by level are the numbers of a row that alone has the level, and tell those of two. Use a
 * protector that reveals only totals; a level that one or two rows of all sites have is told by these, too.
 */
public final class CategoryRelease implements LocalSolver {

    private final CategoryColumns columns;
    private final CategoryLayout layout;
    /** The round of the last plan, whose sentence the site knows; −1 before the first. */
    private int planned = -1;

    public CategoryRelease(CategoryColumns columns) {
        this.columns = columns;
        this.layout = new CategoryLayout(columns);
    }

    public static int rounds(CategoryColumns columns) {
        return new CategoryLayout(columns).rounds();
    }

    public static List<Integer> parts(CategoryColumns columns) {
        return new CategoryLayout(columns).parts();
    }

    public static Study study(String name, CategoryColumns columns, int sites, RoundPolicy policy) {
        CategoryLayout layout = new CategoryLayout(columns);
        return MomentRelease.study(name, columns.schema(), layout.layout(), layout.rounds(), sites, policy);
    }

    @Override
    public String id() {
        return "categories";
    }

    @Override
    public MechanismEvent plan(Task task) {
        planned = task.round();
        return new MechanismEvent.NonPrivate(
                task.round() == 0
                        ? "exact " + SiteSums.CONTENTS
                                + ", sums of numbers and squares by level, and counts of each two categories"
                        : "exact joint counts of categories, at most " + (CategoryColumns.MOST_CANDIDATES + 1)
                                + " in a table");
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        if (!view.hasRows()) {
            throw new DataException("a site that is asked for counts must have rows, has moments only");
        }
        Parameters told = problem.consensus();
        int round = layout.round(told);
        if (planned >= 0 && round != planned) {
            throw new ProtocolException(
                    "round " + planned + " must ask for what was planned for it, asked for that of " + round);
        }
        double[] all = problem.previous().toArray();
        // what was released before stays: an update has only what is new
        if (round == 0) {
            new SiteCounts(columns, view).write(layout, all);
        } else {
            count(
                    columns,
                    layout.tables(told),
                    view::forEachRow,
                    all,
                    layout.parts().get(round));
        }
        return new LocalSolution(Parameters.takeOver(all), 1, true);
    }

    /** Adds the joint counts of rows to a vector. */
    static void count(
            CategoryColumns columns,
            List<int[]> tables,
            Consumer<RowSource.RowConsumer> reading,
            double[] all,
            int from) {
        int[][] strides = new int[tables.size()][];
        int[] start = new int[tables.size()];
        int next = from;
        for (int t = 0; t < strides.length; t++) {
            int[] levels = columns.levels(tables.get(t));
            start[t] = next;
            next += CountTable.cells(levels);
            strides[t] = new int[levels.length];
            int stride = 1;
            for (int v = 0; v < levels.length; v++) {
                strides[t][v] = stride;
                stride *= levels[v];
            }
        }
        reading.accept(row -> {
            for (int t = 0; t < strides.length; t++) {
                int[] table = tables.get(t);
                int cell = start[t];
                for (int v = 0; v < table.length; v++) {
                    cell += strides[t][v] * SiteCounts.level(columns, table[v], row[table[v]]);
                }
                all[cell]++;
            }
        });
    }
}
