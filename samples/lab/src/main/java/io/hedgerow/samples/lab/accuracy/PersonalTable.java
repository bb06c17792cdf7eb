// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.internal.RowPartition;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.internal.truth.WeightMetrics;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.Spread;
import io.hedgerow.samples.lab.table.TableResult;
import io.hedgerow.samples.lab.trial.Candidate;
import io.hedgerow.samples.lab.trial.Trials;
import io.hedgerow.samples.learn.PersonalWeights;
import io.hedgerow.samples.learn.PersonalWeights.UnexplainedShare;
import io.hedgerow.samples.learn.sites.OpenedStatistics;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Progress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares the common weights of a method with those that each site refits on the common structure, as paper 002 does
 * in B.2.2. Every site has as many rows held out as it learns from.
 *
 * @param trials in raw units, so that sites' true weights are known; sites learn from their rows
 * @param methods the methods that learn the structure
 */
public record PersonalTable(Trials trials, List<Candidate> methods) {
    public PersonalTable {
        methods = List.copyOf(methods);
        trials.conditions().requireRawWeights("personal");
        for (int d : trials.sizes()) {
            if (trials.conditions().edges(d) == 0) {
                throw new IllegalArgumentException("experiment personal compares weights, and there are none: give a"
                        + " --density with at least one edge for " + d + " variables");
            }
        }
    }

    /** One data set: the rows of sites, held-out rows, and the weights that are true at each. */
    private record Data(WeightMatrix truth, Sites sites, List<SufficientStatistics> heldOut, List<WeightMatrix> own) {}

    public TableResult run(CommandContext context) throws InterruptedException {
        List<PersonalRow> all = new ArrayList<>();
        long total = trials.count() * methods.size();
        long done = 0;
        for (int d : trials.sizes()) {
            Map<Candidate, List<PersonalRow.Run>> runs = new EnumMap<>(Candidate.class);
            methods.forEach(method -> runs.put(method, new ArrayList<>()));
            for (int seed : trials.seeds()) {
                Data data = draw(d, seed);
                for (Map.Entry<Candidate, List<PersonalRow.Run>> method : runs.entrySet()) {
                    attempt(method.getKey(), data, seed, context).ifPresent(method.getValue()::add);
                    context.progress().update(new Progress.Step("run", ++done, total, 0));
                }
            }
            runs.forEach((method, finished) -> all.add(
                    PersonalRow.of(d, method.label(), finished, trials.seeds().size() - finished.size())));
        }
        return TableResult.of(remarks(), 2, PersonalRow.COLUMNS, all);
    }

    private Data draw(int d, int seed) {
        SimulatedSites study =
                trials.builder(d).rowsPerSite(2L * trials.rows()).seed(seed).build();
        List<RowSource> fitted = new ArrayList<>();
        List<RowSource> heldOut = new ArrayList<>();
        List<WeightMatrix> own = new ArrayList<>();
        for (int p = 0; p < trials.sites(); p++) {
            List<RowSource> halves = RowPartition.contiguous(study.rows(p), 2);
            fitted.add(halves.get(0));
            heldOut.add(halves.get(1));
            own.add(recorded(study.model(p).weights(), d));
        }
        return new Data(study.truth(), numbered(fitted), statistics(numbered(heldOut)), own);
    }

    private static Sites numbered(List<RowSource> rows) {
        return Sites.numbered("site ", rows);
    }

    /** The weights without the hidden causes, which come last. */
    private static WeightMatrix recorded(WeightMatrix weights, int d) {
        double[] block = new double[d * d];
        for (int k = 0; k < block.length; k++) {
            block[k] = weights.get(k / d, k % d);
        }
        return WeightMatrix.ofRows(d, block);
    }

    private static List<SufficientStatistics> statistics(Sites sites) {
        return new OpenedStatistics(sites).all();
    }

    private Optional<PersonalRow.Run> attempt(Candidate method, Data data, int seed, CommandContext context)
            throws InterruptedException {
        WeightMatrix common;
        try {
            common = method.settings(data.truth().variables())
                    .learn(data.sites().data(), Optional.empty(), Optional.of(data.truth()), (report, consensus) -> {})
                    .found()
                    .network();
        } catch (RuntimeException e) { // one failure must not lose a table of hours; it is counted and told
            context.note(method.label() + " failed for d = " + data.truth().variables() + ", seed " + seed + ": "
                    + Words.reason(e));
            return Optional.empty();
        }
        List<SufficientStatistics> fitted = statistics(data.sites());
        double commonError = 0;
        double personalError = 0;
        double commonShare = 0;
        double personalShare = 0;
        for (int p = 0; p < trials.sites(); p++) {
            WeightMatrix personal = PersonalWeights.refit(common, fitted.get(p));
            commonError += error(common, data.own().get(p)) / trials.sites();
            personalError += error(personal, data.own().get(p)) / trials.sites();
            commonShare += share(common, fitted.get(p), data.heldOut().get(p)) / trials.sites();
            personalShare += share(personal, fitted.get(p), data.heldOut().get(p)) / trials.sites();
        }
        return Optional.of(new PersonalRow.Run(
                StructureMetrics.of(common, data.truth()).shd(),
                commonError,
                personalError,
                commonShare,
                personalShare));
    }

    /** MSE_p of 002, B.2.2. */
    private static double error(WeightMatrix weights, WeightMatrix own) {
        return WeightMetrics.of(weights, own).normalisedSquaredError();
    }

    /** The unexplained share; an empty structure explains nothing. */
    private static double share(WeightMatrix weights, SufficientStatistics fitted, SufficientStatistics heldOut) {
        return new UnexplainedShare(weights)
                .add(weights, fitted, heldOut)
                .value()
                .orElse(1);
    }

    private List<String> remarks() {
        return List.of(
                trials.remark("", " and as many held out", "; means over sites, then mean±sd over seeds."),
                "Weights: squared error to the site's true weights over their square (002 B.2.2). Unexplained:"
                        + " share of the variance of variables with parents, on the rows held out; compare within a"
                        + " row, since methods give parents to other variables.");
    }

    /**
     * A method on all data sets of one size, with its common weights and with those that each site refits. Figures are
     * over the runs that did not fail; with none, they are absent. A run's figure is the mean over its sites.
     *
     * @param variables d
     * @param shd structural Hamming distance; a reversed edge counts as 1
     * @param commonWeights MSE_p(Ŵ) = ‖Ŵ − W_p‖²_F / ‖W_p‖²_F of the common weights (002, B.2.2), W_p true at site p
     * @param personalWeights MSE_p(Ŵ_p) of the refitted ones
     * @param commonUnexplained share of held-out variance that the common weights leave, see
     *     {@link io.hedgerow.samples.learn.UnexplainedShare}
     * @param personalUnexplained that of the refitted ones
     */
    private record PersonalRow(
            int variables,
            String method,
            int runs,
            int failures,
            @Nullable Spread shd,
            @Nullable Spread commonWeights,
            @Nullable Spread personalWeights,
            @Nullable Spread commonUnexplained,
            @Nullable Spread personalUnexplained) {

        static final List<Column<PersonalRow>> COLUMNS = List.of(
                Column.of("d", PersonalRow::variables),
                Column.of("method", PersonalRow::method),
                Column.of("runs", PersonalRow::runs),
                Column.of("failed", PersonalRow::failures),
                Column.spread("SHD", 1, PersonalRow::shd),
                Column.spread("weights, common", 4, PersonalRow::commonWeights),
                Column.spread("weights, personal", 4, PersonalRow::personalWeights),
                Column.spread("unexplained, common", 4, PersonalRow::commonUnexplained),
                Column.spread("unexplained, personal", 4, PersonalRow::personalUnexplained));

        record Run(
                double shd,
                double commonWeights,
                double personalWeights,
                double commonUnexplained,
                double personalUnexplained) {}

        static PersonalRow of(int variables, String method, List<Run> runs, int failures) {
            return new PersonalRow(
                    variables,
                    method,
                    runs.size() + failures,
                    failures,
                    Spread.of(runs, Run::shd),
                    Spread.of(runs, Run::commonWeights),
                    Spread.of(runs, Run::personalWeights),
                    Spread.of(runs, Run::commonUnexplained),
                    Spread.of(runs, Run::personalUnexplained));
        }
    }
}
