// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.SortingSpread;
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
import java.util.Map;
import java.util.Optional;

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
                    .of(method.settings(d, trials.sites()).lacking(sites.lacks()))
                    .learn(sites.data(), Optional.empty(), Optional.of(data.truth()), (report, consensus) -> {});
            seconds = (System.nanoTime() - start) / 1e9;
            calibration = learned.found()
                    .evidence()
                    .flatMap(evidence -> evidence.pairs().directed())
                    .map(found -> EdgeCalibration.of(found, data.truth()));
        } catch (RuntimeException e) { // one failure must not lose a table of hours; it is counted and told
            context.note(method.label() + " failed for d = " + d + ", seed " + seed + ": " + e.getMessage());
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
}
