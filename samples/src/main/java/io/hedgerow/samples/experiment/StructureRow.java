// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.experiment;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hedgerow.core.graph.StructureMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A method on all data sets of one size. Figures are over the runs that did not fail; with none, they are absent.
 *
 * @param variables d
 * @param runs how many data sets
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
 * @param sorting what baselines know on the same data sets
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
        @JsonUnwrapped SortingSpread sorting,
        @Nullable Calibrated calibration) {

    private static final List<String> FIGURES = List.of(
            "d",
            "method",
            "runs",
            "failed",
            "SHD",
            "class SHD",
            "skeleton errors",
            "TPR",
            "FDR",
            "MB",
            "formula MB",
            "seconds");

    private static final List<String> PROBABILITIES = List.of("adjacency ECE", "direction ECE", "right of >= .98");

    /** Columns at the end that only methods with probabilities have. */
    static final int OF_PROBABILITIES = PROBABILITIES.size();

    /** One run. */
    record Run(
            StructureMetrics metrics,
            long bytes,
            long formulaBytes,
            double seconds,
            Optional<EdgeCalibration> calibration) {}

    /**
     * How probabilities held; a figure is absent where there was nothing to judge.
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

    static StructureRow of(int variables, String method, List<Run> runs, int failures, SortingSpread sorting) {
        return new StructureRow(
                variables,
                method,
                runs.size() + failures,
                failures,
                spread(runs, run -> run.metrics().shd()),
                spread(runs, run -> run.metrics().equivalenceDistance().orElseThrow()),
                spread(runs, run -> run.metrics().skeletonErrors()),
                spread(runs, run -> run.metrics().skeletonPrecision()),
                spread(runs, run -> run.metrics().skeletonRecall()),
                spread(runs, run -> run.metrics().tpr()),
                spread(runs, run -> run.metrics().fdr()),
                spread(runs, run -> run.bytes() / 1e6),
                spread(runs, run -> run.formulaBytes() / 1e6),
                spread(runs, Run::seconds),
                sorting,
                runs.stream()
                        .map(Run::calibration)
                        .flatMap(Optional::stream)
                        .reduce(EdgeCalibration::plus)
                        .map(Calibrated::of)
                        .orElse(null));
    }

    private static @Nullable Spread spread(List<Run> runs, ToDoubleFunction<Run> figure) {
        return runs.isEmpty()
                ? null
                : Spread.of(runs.stream().mapToDouble(figure).toArray());
    }

    static List<String> header() {
        return Stream.of(FIGURES, SortingSpread.HEADER, PROBABILITIES)
                .flatMap(List::stream)
                .toList();
    }

    List<String> cells() {
        List<String> all = new ArrayList<>(List.of(
                String.valueOf(variables),
                method,
                String.valueOf(runs),
                String.valueOf(failures),
                text(shd, 1),
                text(classShd, 1),
                text(skeletonErrors, 1),
                text(tpr, 3),
                text(fdr, 3),
                text(megabytes, 2),
                text(formulaMegabytes, 2),
                seconds == null ? "-" : String.format(Locale.ROOT, "%.2f", seconds.mean())));
        all.addAll(sorting.cells());
        all.addAll(List.of(
                text(calibration == null ? null : calibration.adjacencyError()),
                text(calibration == null ? null : calibration.directionError()),
                text(calibration == null ? null : calibration.certainRight())));
        return all;
    }

    private static String text(@Nullable Double figure) {
        return figure == null ? "-" : String.format(Locale.ROOT, "%.3f", figure);
    }

    private static String text(@Nullable Spread spread, int decimals) {
        return spread == null ? "-" : spread.text(decimals);
    }
}
