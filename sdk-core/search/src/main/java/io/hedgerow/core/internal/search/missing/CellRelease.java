// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.internal.search.sums.CellSums;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import org.jspecify.annotations.Nullable;

/**
 * Releases sums of a site's rows with missing cells: {@link CellSums} first, then the products and the information that
 * covariances let expect, which the coordinator announces. An answer is a function of the rows and the announcement
 * alone, so a restarted site answers as before; the rows are kept by pattern only to be read once. <b>Not private.</b>
 * Sums are exact; use a protector that reveals only totals.
 *
 * <p>A coordinator could choose covariances under which a sum is nearly that of one row. So no pattern of cells is of
 * fewer than {@code fewest} rows of the site: others lose cells before anything is summed ({@link PatternSharing}).
 */
public final class CellRelease implements LocalSolver {

    private final int fewest;
    private @Nullable Read kept;

    private record Read(DataView view, SeenCells cells, CellAnswers answers) {}

    /** A release in which at least so many rows of a site share each pattern; 1 for any. */
    public CellRelease(int fewest) {
        this.fewest = fewest;
    }

    @Override
    public String id() {
        return "cells";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return new MechanismEvent.NonPrivate(
                task.round() == 0
                        ? "exact second moments of the cells that are seen"
                        : "exact sums of products that covariances let expect of missing cells");
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        if (!view.hasRows()) {
            throw new DataException("a site that may have missing cells must have rows, has moments only");
        }
        int d = view.schema().size();
        CellLayout layout = new CellLayout(d);
        if (problem.layout().size() != layout.layout().size()) {
            throw new IllegalArgumentException(
                    "layout must be that of rows with missing cells of " + d + " variables, was another");
        }
        Read read = read(view);
        SeenCells cells = read.cells();
        Parameters announced = problem.consensus();
        if (CellLayout.isFirst(announced)) {
            return solution(layout.filled(
                    cells.isComplete()
                            ? CellSums.complete(view)
                            : CellSums.of(d, consumer -> view.forEachRow(row -> consumer.accept(cells.left(row))))));
        }
        return solution(read.answers().to(announced));
    }

    private static LocalSolution solution(Parameters sums) {
        return new LocalSolution(sums, 1, true);
    }

    private Read read(DataView view) {
        Read before = kept;
        if (before != null && view.isOfSameData(before.view())) {
            return before;
        }
        int d = view.schema().size();
        SeenCells cells = SeenCells.of(d, fewest, view::forEachRow);
        Read read = new Read(view, cells, new CellAnswers(d, cells));
        kept = read;
        return read;
    }
}
