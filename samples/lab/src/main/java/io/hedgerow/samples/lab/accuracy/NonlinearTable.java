// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.Mechanism;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.Meter;
import io.hedgerow.samples.lab.table.Spread;
import io.hedgerow.samples.lab.table.Spread.SortingSpread;
import io.hedgerow.samples.lab.table.TableResult;
import io.hedgerow.samples.lab.trial.NamedCandidate;
import io.hedgerow.samples.lab.trial.SimulatedData;
import io.hedgerow.samples.lab.trial.Trials;
import io.hedgerow.samples.learn.SortingChecks;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Progress;
import io.hedgerow.samples.output.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures how well methods of the catalogue recover networks whose effects depend on causes in several ways. All
 * methods see the same rows, which are in memory before a method begins.
 *
 * @param trials data sets of each of the mechanisms that conditions name
 * @param methods names in the catalogue of methods, or of baselines
 */
public record NonlinearTable(Trials trials, List<String> methods) {
    public NonlinearTable {
        methods = List.copyOf(methods);
        for (String method : methods) {
            new NamedCandidate(method).require(trials.sizes().get(0), trials.sites());
        }
    }

    public TableResult run(CommandContext context) throws InterruptedException {
        List<NonlinearRow> rowsOfTable = new ArrayList<>();
        StringBuilder lines = new StringBuilder(NonlinearRow.RUNS_HEADER);
        List<Mechanism> mechanisms = trials.conditions().mechanisms();
        long total = mechanisms.size() * trials.count() * methods.size();
        long done = 0;
        for (Mechanism mechanism : mechanisms) {
            for (int d : trials.sizes()) {
                List<List<NonlinearRow.Run>> runs = new ArrayList<>();
                methods.forEach(method -> runs.add(new ArrayList<>()));
                for (int seed : trials.seeds()) {
                    SimulatedData data = draw(mechanism, d, seed);
                    // weights are in other units for each mechanism, so none is too small for an edge
                    SortingChecks sorting = data.sorting(0);
                    for (int m = 0; m < methods.size(); m++) {
                        NonlinearRow.Run run = attempt(methods.get(m), mechanism, data, seed, sorting, context);
                        runs.get(m).add(run);
                        lines.append(run.line());
                        context.progress().update(new Progress.Step("run", ++done, total, 0));
                    }
                }
                runs.forEach(ofMethod -> rowsOfTable.add(NonlinearRow.of(ofMethod)));
            }
        }
        Table table = Column.table(3, NonlinearRow.columns(), rowsOfTable);
        return new TableResult(remarks(), table, rowsOfTable, Map.of("runs.csv", lines.toString()));
    }

    private SimulatedData draw(Mechanism mechanism, int d, int seed) {
        SimulatedSites study = trials.conditions()
                .study(trials.conditions().graph(d), mechanism)
                .sites(trials.sites())
                .rowsPerSite(trials.rows())
                .seed(seed)
                .build();
        return SimulatedData.inMemory(study);
    }

    private static NonlinearRow.Run attempt(
            String method,
            Mechanism mechanism,
            SimulatedData data,
            int seed,
            SortingChecks sorting,
            CommandContext context)
            throws InterruptedException {
        WeightMatrix truth = data.truth();
        Meter meter = Meter.start();
        @Nullable StructureMetrics metrics = null;
        boolean flagged = false;
        try {
            LearnedNetwork learned =
                    new NamedCandidate(method).learn(data.sites().data(), truth);
            metrics = learned.named().withTruth(truth).metrics().orElseThrow();
            flagged = learned.evidence()
                    .map(known -> !known.trust().flags().isEmpty())
                    .orElse(false);
        } catch (RuntimeException e) { // one failure must not lose a table of hours; it is counted and told
            context.note(method + " failed for d = " + truth.variables() + ", seed " + seed + ": " + Words.reason(e));
        }
        return new NonlinearRow.Run(
                mechanism,
                truth.variables(),
                seed,
                method,
                metrics,
                flagged,
                meter.read().cpuSeconds(),
                sorting);
    }

    private List<String> remarks() {
        return List.of(
                trials.remark("", "", "; mean±sd; flagged: runs with a misfit in trust."),
                Meter.machine() + " CPU seconds are of the whole process, its compiler and collector among them.");
    }

    /**
     * A method on all data sets of one mechanism and size. Figures are over the runs that did not fail; with none, they
     * are absent.
     *
     * @param variables d
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
                        metrics == null ? "" : metrics.skeleton().errors(),
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
            List<Run> finished =
                    runs.stream().filter(run -> run.metrics() != null).toList();
            return new NonlinearRow(
                    first.mechanism(),
                    first.variables(),
                    first.method(),
                    runs.size(),
                    runs.size() - finished.size(),
                    metric(finished, StructureMetrics::shd),
                    metric(finished, m -> m.skeleton().errors()),
                    (int) finished.stream().filter(Run::flagged).count(),
                    Spread.of(finished, Run::cpuSeconds),
                    SortingSpread.of(runs.stream().map(Run::sorting).toList()));
        }

        private static @Nullable Spread metric(List<Run> finished, ToDoubleFunction<StructureMetrics> figure) {
            return Spread.of(
                    finished.stream().map(Run::metrics).filter(Objects::nonNull).toList(), figure);
        }
    }
}
