// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.simulation.Mechanism;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.SortingSpread;
import io.hedgerow.samples.lab.table.Spread;
import io.hedgerow.samples.learn.SortingChecks;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A method on all data sets of one mechanism and size. Figures are over the runs that did not fail; with none, they are
 * absent.
 *
 * @param variables d
 * @param runs number of data sets
 * @param failures how many of them ended with an exception
 * @param shd structural Hamming distance; a reversed edge counts as 1
 * @param skeletonErrors pairs that one graph joins and the other does not
 * @param flagged runs whose {@code trust} flags a disagreement of data and model
 * @param cpuSeconds of all threads of the process while the method ran
 * @param sorting the results of sorting baselines, over all data sets
 */
record NonlinearRow(
        Mechanism mechanism,
        int variables,
        String method,
        int runs,
        int failures,
        @Nullable Spread shd,
        @Nullable Spread skeletonErrors,
        int flagged,
        @Nullable Spread cpuSeconds,
        @JsonUnwrapped SortingSpread sorting) {

    private static final List<Column<NonlinearRow>> FIRST = List.of(
            Column.of("mechanism", row -> Words.dashed(row.mechanism)),
            Column.of("d", NonlinearRow::variables),
            Column.of("method", NonlinearRow::method),
            Column.of("runs", NonlinearRow::runs),
            Column.of("failed", NonlinearRow::failures),
            Column.spread("SHD", 1, NonlinearRow::shd),
            Column.spread("skeleton errors", 1, NonlinearRow::skeletonErrors),
            Column.of("flagged", NonlinearRow::flagged),
            Column.spread("CPU s", 2, NonlinearRow::cpuSeconds));

    static List<Column<NonlinearRow>> columns() {
        return Stream.concat(FIRST.stream(), SortingSpread.columns(NonlinearRow::sorting).stream())
                .toList();
    }

    static final String RUNS_HEADER = "mechanism,variables,seed,method,shd,skeletonErrors,flagged,cpuSeconds,"
            + "varsortability,sortAndRegressShd,r2Sortability,r2SortAndRegressShd\n";

    /** One run on one data set; without metrics it failed. */
    record Run(
            Mechanism mechanism,
            int variables,
            int seed,
            String method,
            @Nullable StructureMetrics metrics,
            boolean flagged,
            double cpuSeconds,
            SortingChecks sorting) {

        String line() {
            return String.format(
                    Locale.ROOT,
                    "%s,%d,%d,%s,%s,%s,%s,%s,%s,%d,%s,%d\n",
                    Words.dashed(mechanism),
                    variables,
                    seed,
                    method,
                    metrics == null ? "" : metrics.shd(),
                    metrics == null ? "" : metrics.skeletonErrors(),
                    metrics == null ? "" : flagged,
                    metrics == null ? "" : cpuSeconds,
                    sorting.varsortability(),
                    sorting.sortAndRegressShd(),
                    sorting.r2Sortability(),
                    sorting.r2SortAndRegressShd());
        }
    }

    static NonlinearRow of(List<Run> runs) {
        Run first = runs.get(0);
        List<Run> finished = runs.stream().filter(run -> run.metrics() != null).toList();
        return new NonlinearRow(
                first.mechanism(),
                first.variables(),
                first.method(),
                runs.size(),
                runs.size() - finished.size(),
                metric(finished, StructureMetrics::shd),
                metric(finished, StructureMetrics::skeletonErrors),
                (int) finished.stream().filter(Run::flagged).count(),
                Spread.of(finished, Run::cpuSeconds),
                SortingSpread.of(runs.stream().map(Run::sorting).toList()));
    }

    private static @Nullable Spread metric(List<Run> finished, ToDoubleFunction<StructureMetrics> figure) {
        return Spread.of(
                finished.stream().map(Run::metrics).filter(Objects::nonNull).toList(), figure);
    }
}
