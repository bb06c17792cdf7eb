package io.hedgerow.samples.experiment;

import io.hedgerow.core.graph.StructureMetrics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A method on all data sets of one size. Figures are over the runs that did not fail; with none, they are absent.
 *
 * @param variables d
 * @param method its label
 * @param runs how many data sets
 * @param failures how many of them ended with an exception
 * @param shd structural Hamming distance; a reversed edge counts as 1
 * @param classShd pairs of variables that the equivalence classes of both graphs join differently
 * @param tpr true positive rate
 * @param fdr false discovery rate
 * @param megabytes sent up and down by all sites, as encoded
 * @param formulaMegabytes as the papers count them
 * @param seconds wall time of the method in this process, warm or not
 * @param varsortability mean over the data sets
 * @param sortAndRegressShd distance of the baseline on the same data sets
 */
record StructureRow(
        int variables,
        String method,
        int runs,
        int failures,
        @Nullable Spread shd,
        @Nullable Spread classShd,
        @Nullable Spread tpr,
        @Nullable Spread fdr,
        @Nullable Spread megabytes,
        @Nullable Spread formulaMegabytes,
        @Nullable Spread seconds,
        Spread varsortability,
        Spread sortAndRegressShd) {

    static final List<String> HEADER = List.of(
            "d",
            "method",
            "runs",
            "failed",
            "SHD",
            "class SHD",
            "TPR",
            "FDR",
            "MB",
            "formula MB",
            "seconds",
            "varsortability",
            "sort-and-regress SHD");

    /** One run. */
    record Run(StructureMetrics metrics, long bytes, long formulaBytes, double seconds) {}

    static StructureRow of(
            int variables, String method, List<Run> runs, int failures, Spread varsortability, Spread sortAndRegress) {
        return new StructureRow(
                variables,
                method,
                runs.size() + failures,
                failures,
                spread(runs, run -> run.metrics().shd()),
                spread(runs, run -> run.metrics().equivalenceDistance().orElseThrow()),
                spread(runs, run -> run.metrics().tpr()),
                spread(runs, run -> run.metrics().fdr()),
                spread(runs, run -> run.bytes() / 1e6),
                spread(runs, run -> run.formulaBytes() / 1e6),
                spread(runs, Run::seconds),
                varsortability,
                sortAndRegress);
    }

    private static @Nullable Spread spread(List<Run> runs, ToDoubleFunction<Run> figure) {
        return runs.isEmpty()
                ? null
                : Spread.of(runs.stream().mapToDouble(figure).toArray());
    }

    List<String> cells() {
        return List.of(
                String.valueOf(variables),
                method,
                String.valueOf(runs),
                String.valueOf(failures),
                text(shd, 1),
                text(classShd, 1),
                text(tpr, 3),
                text(fdr, 3),
                text(megabytes, 2),
                text(formulaMegabytes, 2),
                seconds == null ? "-" : String.format(Locale.ROOT, "%.2f", seconds.mean()),
                text(varsortability, 2),
                text(sortAndRegressShd, 1));
    }

    private static String text(@Nullable Spread spread, int decimals) {
        return spread == null ? "-" : spread.text(decimals);
    }
}
