// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.SortingSpread;
import io.hedgerow.samples.lab.table.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A method on all data sets of one size. Figures are over the runs that did not fail; with none, they are absent.
 *
 * @param variables d
 * @param runs number of data sets
 * @param failures how many of them ended with an exception
 * @param shd structural Hamming distance; a reversed edge counts as 1
 * @param classShd pairs of variables that the equivalence classes of both graphs join differently
 * @param skeletonErrors pairs that one graph joins and the other does not
 * @param skeletonPrecision share of the estimated pairs that the truth joins
 * @param skeletonRecall share of the truth's pairs that were found
 * @param tpr true positive rate
 * @param fdr false discovery rate
 * @param megabytes sent up and down by all sites, as encoded
 * @param formulaMegabytes as the papers count them
 * @param seconds wall time of the method in this process, warm or not
 * @param sorting the results of sorting baselines on the same data sets; absent where columns are categories
 * @param calibration of the probabilities in all runs together; absent for a method without
 */
record StructureRow(
        int variables,
        String method,
        int runs,
        int failures,
        @Nullable Spread shd,
        @Nullable Spread classShd,
        @Nullable Spread skeletonErrors,
        @Nullable Spread skeletonPrecision,
        @Nullable Spread skeletonRecall,
        @Nullable Spread tpr,
        @Nullable Spread fdr,
        @Nullable Spread megabytes,
        @Nullable Spread formulaMegabytes,
        @Nullable Spread seconds,
        @JsonUnwrapped @Nullable SortingSpread sorting,
        @Nullable Calibrated calibration) {

    private static final List<Column<StructureRow>> FIGURES = List.of(
            Column.of("d", StructureRow::variables),
            Column.of("method", StructureRow::method),
            Column.of("runs", StructureRow::runs),
            Column.of("failed", StructureRow::failures),
            Column.spread("SHD", 1, StructureRow::shd),
            Column.spread("class SHD", 1, StructureRow::classShd),
            Column.spread("skeleton errors", 1, StructureRow::skeletonErrors),
            Column.spread("TPR", 3, StructureRow::tpr),
            Column.spread("FDR", 3, StructureRow::fdr),
            Column.spread("MB", 2, StructureRow::megabytes),
            Column.spread("formula MB", 2, StructureRow::formulaMegabytes),
            new Column<>(
                    "seconds",
                    row -> row.seconds == null ? "-" : String.format(Locale.ROOT, "%.2f", row.seconds.mean())));

    /** The columns that only methods with probabilities have. */
    private static final List<Column<StructureRow>> PROBABILITIES = List.of(
            probability("adjacency ECE", Calibrated::adjacencyError),
            probability("direction ECE", Calibrated::directionError),
            probability("right of >= .98", Calibrated::certainRight));

    private static Column<StructureRow> probability(String name, Function<Calibrated, @Nullable Double> figure) {
        return new Column<>(name, row -> {
            Double value = row.calibration == null ? null : figure.apply(row.calibration);
            return value == null ? "-" : String.format(Locale.ROOT, "%.3f", value);
        });
    }

    static List<Column<StructureRow>> columns(boolean sorting, boolean probabilities) {
        return Stream.of(
                        FIGURES,
                        sorting
                                ? SortingSpread.<StructureRow>columns(row -> Objects.requireNonNull(row.sorting))
                                : List.<Column<StructureRow>>of(),
                        probabilities ? PROBABILITIES : List.<Column<StructureRow>>of())
                .flatMap(List::stream)
                .toList();
    }

    record Run(
            StructureMetrics metrics,
            long bytes,
            long formulaBytes,
            double seconds,
            Optional<EdgeCalibration> calibration) {}

    /**
     * The errors of probabilities; a figure is absent where there was nothing to judge.
     *
     * @param adjacencyError expected calibration error of adjacencies
     * @param certainRight share of pairs joined among those of .98 and more
     */
    record Calibrated(
            @Nullable Double adjacencyError,
            @Nullable Double directionError,
            @Nullable Double certainRight,
            EdgeCalibration bins) {

        static Calibrated of(EdgeCalibration bins) {
            return new Calibrated(
                    finite(bins.adjacencyError()), finite(bins.directionError()), finite(bins.certainRight()), bins);
        }

        private static @Nullable Double finite(double figure) {
            return Double.isNaN(figure) ? null : figure;
        }
    }

    static StructureRow of(
            int variables, String method, List<Run> runs, int failures, @Nullable SortingSpread sorting) {
        return new StructureRow(
                variables,
                method,
                runs.size() + failures,
                failures,
                Spread.of(runs, run -> run.metrics().shd()),
                Spread.of(runs, run -> run.metrics().equivalenceDistance().orElseThrow()),
                Spread.of(runs, run -> run.metrics().skeletonErrors()),
                Spread.of(runs, run -> run.metrics().skeletonPrecision()),
                Spread.of(runs, run -> run.metrics().skeletonRecall()),
                Spread.of(runs, run -> run.metrics().tpr()),
                Spread.of(runs, run -> run.metrics().fdr()),
                Spread.of(runs, run -> run.bytes() / 1e6),
                Spread.of(runs, run -> run.formulaBytes() / 1e6),
                Spread.of(runs, Run::seconds),
                sorting,
                runs.stream()
                        .map(Run::calibration)
                        .flatMap(Optional::stream)
                        .reduce(EdgeCalibration::plus)
                        .map(Calibrated::of)
                        .orElse(null));
    }
}
