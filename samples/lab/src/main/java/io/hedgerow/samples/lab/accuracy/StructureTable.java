// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.Spread;
import io.hedgerow.samples.lab.table.Spread.SortingSpread;
import io.hedgerow.samples.lab.table.TableResult;
import io.hedgerow.samples.lab.trial.AbsentColumnOptions;
import io.hedgerow.samples.lab.trial.Candidate;
import io.hedgerow.samples.lab.trial.SimulatedData;
import io.hedgerow.samples.lab.trial.Trials;
import io.hedgerow.samples.learn.SortingChecks;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.learn.sites.Transform;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Progress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures how well methods recover simulated networks, and the bytes that they send. All methods see the same data
 * sets.
 *
 * @param transform the transform of each site's columns
 * @param absent the columns that sites do not have
 */
public record StructureTable(Trials trials, List<Candidate> methods, Transform transform, AbsentColumnOptions absent) {
    public StructureTable {
        methods = List.copyOf(methods);
        if (methods.isEmpty()) {
            throw new IllegalArgumentException("--methods must name at least one method, was empty");
        }
        if (trials.haveCategories() && (transform != Transform.NONE || !methods.equals(List.of(Candidate.GRAM)))) {
            throw new IllegalArgumentException(
                    "of the methods only " + Candidate.GRAM.label() + " learns from categories: leave out "
                            + (transform == Transform.NONE ? "other --methods" : "--transform"));
        }
        if (absent.isGiven() && trials.haveCategories()) {
            throw new IllegalArgumentException("--absent-columns is of numbers: leave it or categories out");
        }
        if (absent.isGiven() && !methods.equals(List.of(Candidate.GRAM))) {
            throw new IllegalArgumentException(
                    "--absent-columns is for --methods " + Candidate.GRAM.label() + " alone, whose sites may lack"
                            + " columns, was "
                            + methods.stream().map(Candidate::label).toList());
        }
    }

    public TableResult run(CommandContext context) throws InterruptedException {
        List<StructureRow> rowsOfTable = new ArrayList<>();
        long total = trials.count() * methods.size();
        long done = 0;
        for (int d : trials.sizes()) {
            Map<Candidate, List<StructureRow.Run>> runs = new EnumMap<>(Candidate.class);
            methods.forEach(method -> runs.put(method, new ArrayList<>()));
            List<SortingChecks> sorting = new ArrayList<>();
            for (int seed : trials.seeds()) {
                SimulatedData data = draw(d, seed);
                if (!trials.haveCategories()) {
                    sorting.add(data.sorting(trials.conditions().threshold()));
                }
                for (Candidate method : runs.keySet()) {
                    attempt(method, data, seed, context).ifPresent(runs.get(method)::add);
                    context.progress().update(new Progress.Step("run", ++done, total, 0));
                }
            }
            for (Candidate method : methods) {
                List<StructureRow.Run> finished = runs.getOrDefault(method, List.of());
                rowsOfTable.add(StructureRow.of(
                        d,
                        method.label(),
                        finished,
                        trials.seeds().size() - finished.size(),
                        sorting.isEmpty() ? null : SortingSpread.of(sorting)));
            }
        }
        boolean probabilities = rowsOfTable.stream().anyMatch(row -> row.calibration() != null);
        return new TableResult(
                remarks(),
                Column.table(2, StructureRow.columns(!trials.haveCategories(), probabilities), rowsOfTable),
                rowsOfTable,
                probabilities ? CalibrationFiles.of(rowsOfTable) : Map.of());
    }

    private SimulatedData draw(int d, int seed) {
        if (trials.haveCategories()) {
            return SimulatedData.of(trials.categories(d, seed));
        }
        try {
            return SimulatedData.of(trials.study(d, seed), transform);
        } catch (DataException e) {
            throw new IllegalArgumentException(
                    "columns must vary at every site, one of d = " + d + " and seed " + seed
                            + " does not: take more --rows, smaller --offsets or other --seeds",
                    e);
        }
    }

    private Optional<StructureRow.Run> attempt(Candidate method, SimulatedData data, int seed, CommandContext context)
            throws InterruptedException {
        int d = data.truth().variables();
        long start = System.nanoTime();
        Learned learned;
        double seconds;
        Optional<EdgeCalibration> calibration;
        Sites sites = absent.of(data.sites(), seed);
        try {
            learned = transform
                    .of(method.settings(d).lacking(sites.lackingParameters()))
                    .learn(sites.data(), Optional.empty(), Optional.of(data.truth()), (report, consensus) -> {});
            seconds = (System.nanoTime() - start) / 1e9;
            calibration = learned.found()
                    .evidence()
                    .flatMap(evidence -> evidence.pairs().directed())
                    .map(found -> EdgeCalibration.of(found, data.truth()));
        } catch (RuntimeException e) { // one failure must not lose a table of hours; it is counted and told
            context.note(method.label() + " failed for d = " + d + ", seed " + seed + ": " + Words.reason(e));
            return Optional.empty();
        }
        StructureMetrics metrics =
                learned.found().named().withTruth(data.truth()).metrics().orElseThrow();
        return Optional.of(new StructureRow.Run(
                metrics, learned.bytes(), learned.found().run().publishedBytes(), seconds, calibration));
    }

    private List<String> remarks() {
        String transformed = transform == Transform.NONE ? "" : ", " + transform.remark();
        return List.of(trials.remark(transformed + absent.remark(), "", "; mean±sd."));
    }

    /**
     * A method on all data sets of one size. Figures are over the runs that did not fail; with none, they are absent.
     *
     * @param variables d
     * @param shd structural Hamming distance; a reversed edge counts as 1
     * @param classShd pairs of variables that the equivalence classes of both graphs join differently
     * @param skeletonErrors pairs that one graph joins and the other does not
     * @param skeletonPrecision share of the estimated pairs that the truth joins
     * @param skeletonRecall share of the truth's pairs that were found
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
         * The calibration errors of edge probabilities; a figure is absent where there is nothing to measure.
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
                        finite(bins.adjacencyError()),
                        finite(bins.directionError()),
                        finite(bins.certainRight()),
                        bins);
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
                    Spread.of(runs, run -> run.metrics().skeleton().errors()),
                    Spread.of(runs, run -> run.metrics().skeleton().precision()),
                    Spread.of(runs, run -> run.metrics().skeleton().recall()),
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
}
