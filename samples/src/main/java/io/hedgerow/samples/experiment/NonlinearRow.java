// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.experiment;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.simulation.Mechanism;
import io.hedgerow.samples.learn.SortingChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A method on all data sets of one mechanism and size. Figures are over the runs that did not fail; with none, they are
 * absent.
 *
 * @param variables d
 * @param runs how many data sets
 * @param failures how many of them ended with an exception
 * @param shd structural Hamming distance; a reversed edge counts as 1
 * @param skeletonErrors pairs that one graph joins and the other does not
 * @param cpuSeconds of all threads of the process while the method ran
 * @param sorting what baselines know, over all data sets
 */
record NonlinearRow(
        Mechanism mechanism,
        int variables,
        String method,
        int runs,
        int failures,
        @Nullable Spread shd,
        @Nullable Spread skeletonErrors,
        @Nullable Spread cpuSeconds,
        @JsonUnwrapped SortingSpread sorting) {

    private static final List<String> FIRST =
            List.of("mechanism", "d", "method", "runs", "failed", "SHD", "skeleton errors", "CPU s");

    /** Of {@code runs.csv}. */
    static final String RUNS_HEADER = "mechanism,variables,seed,method,shd,skeletonErrors,cpuSeconds,"
            + "varsortability,sortAndRegressShd,r2Sortability,r2SortAndRegressShd\n";

    /** One run on one data set; without metrics it failed. */
    record Run(
            Mechanism mechanism,
            int variables,
            int seed,
            String method,
            @Nullable StructureMetrics metrics,
            double cpuSeconds,
            SortingChecks sorting) {

        /** A line of {@code runs.csv}. */
        String line() {
            return String.format(
                    Locale.ROOT,
                    "%s,%d,%d,%s,%s,%s,%s,%s,%d,%s,%d\n",
                    word(mechanism),
                    variables,
                    seed,
                    method,
                    metrics == null ? "" : metrics.shd(),
                    metrics == null ? "" : metrics.skeletonErrors(),
                    metrics == null ? "" : cpuSeconds,
                    sorting.varsortability(),
                    sorting.sortAndRegressShd(),
                    sorting.r2Sortability(),
                    sorting.r2SortAndRegressShd());
        }
    }

    /** Of at least one run, all of one mechanism, size and method. */
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
                finished.isEmpty()
                        ? null
                        : Spread.of(
                                finished.stream().mapToDouble(Run::cpuSeconds).toArray()),
                SortingSpread.of(runs.stream().map(Run::sorting).toList()));
    }

    private static @Nullable Spread metric(List<Run> finished, ToDoubleFunction<StructureMetrics> figure) {
        double[] values = finished.stream()
                .map(Run::metrics)
                .filter(java.util.Objects::nonNull)
                .mapToDouble(figure)
                .toArray();
        return values.length == 0 ? null : Spread.of(values);
    }

    static List<String> header() {
        List<String> all = new ArrayList<>(FIRST);
        all.addAll(SortingSpread.HEADER);
        return all;
    }

    List<String> cells() {
        List<String> all = new ArrayList<>(List.of(
                word(mechanism),
                String.valueOf(variables),
                method,
                String.valueOf(runs),
                String.valueOf(failures),
                text(shd, 1),
                text(skeletonErrors, 1),
                text(cpuSeconds, 2)));
        all.addAll(sorting.cells());
        return all;
    }

    private static String text(@Nullable Spread spread, int decimals) {
        return spread == null ? "-" : spread.text(decimals);
    }

    private static String word(Mechanism mechanism) {
        return mechanism.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
