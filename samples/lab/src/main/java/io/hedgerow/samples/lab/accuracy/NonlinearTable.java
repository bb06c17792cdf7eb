// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.LearnedNetwork;
import io.hedgerow.core.simulation.Mechanism;
import io.hedgerow.core.simulation.SimulatedStudy;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.Meter;
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
import java.util.Map;
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
        SimulatedStudy study = trials.conditions()
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
            context.note(method + " failed for d = " + truth.variables() + ", seed " + seed + ": " + e.getMessage());
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
}
