// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.synthetic;

import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.samples.lab.accuracy.PrivateTable;
import io.hedgerow.samples.lab.simulate.CategorySimulation;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.Spread;
import io.hedgerow.samples.lab.table.TableResult;
import io.hedgerow.samples.lab.trial.Trials;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Progress;
import io.hedgerow.samples.privacy.PrivateLearner;
import io.hedgerow.samples.secure.SecureAggregation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures how near rows to give away are to the rows they stand for: those that the network of dp-gram draws, those of
 * {@link InsecureSpanningTree} on all rows in one place, and new rows of the true network, which nothing could be
 * nearer than. From each a network is learned again, without a budget.
 *
 * @param epsilons budgets; δ = 1/n² of a site
 * @param masks the masks of uploads of dp-gram; empty for plain ones
 */
public record SyntheticTable(Trials trials, List<Double> epsilons, Optional<SecureAggregation> masks) {

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.of("d", Row::variables),
            Column.of("epsilon", Row::epsilon),
            Column.of("rows of", Row::method),
            Column.of("runs", Row::runs),
            Column.spread("margins", 4, Row::margins),
            Column.spread("pairs", 4, Row::pairs),
            Column.spread("worst pair", 3, Row::worstPair),
            Column.spread("skeleton errors", 1, Row::skeletonErrors),
            Column.spread("CPDAG SHD", 1, Row::classes));

    public SyntheticTable {
        epsilons = List.copyOf(epsilons);
        PrivateTable.requireBudgets(epsilons);
        if (!trials.conditions().categories().isFile()) {
            throw new IllegalArgumentException(
                    "experiment synthetic compares rows of categories: name a network with --network FILE");
        }
    }

    private record Row(
            int variables,
            String epsilon,
            String method,
            int runs,
            Spread margins,
            Spread pairs,
            Spread worstPair,
            Spread skeletonErrors,
            Spread classes) {}

    private record Run(RowDistance distance, StructureMetrics again) {}

    public TableResult run(CommandContext context) throws InterruptedException {
        SharedAccounting accounting = new SharedAccounting();
        List<Row> found = new ArrayList<>();
        long total = trials.count() * (1 + 2 * epsilons.size());
        long done = 0;
        int d = trials.sizes().get(0);
        List<CategorySimulation.Drawn> data =
                trials.seeds().stream().map(seed -> trials.categories(d, seed)).toList();
        List<Run> fresh = new ArrayList<>();
        for (int at = 0; at < data.size(); at++) {
            CategorySimulation.Drawn others =
                    trials.categories(d, trials.seeds().get(at) + OTHERS);
            fresh.add(run(data.get(at), pooled(others)));
            context.progress().update(new Progress.Step("run", ++done, total, 0));
        }
        found.add(row(d, "none", "the true network", fresh));
        for (double epsilon : epsilons) {
            List<Run> ofNetwork = new ArrayList<>();
            List<Run> ofTree = new ArrayList<>();
            for (int at = 0; at < data.size(); at++) {
                long seed = trials.seeds().get(at);
                RowSource real = pooled(data.get(at));
                long rows = (long) trials.sites() * trials.rows();
                Sites sites = Sites.numbered("site ", data.get(at).sites());
                Learned learned = PrivateLearner.forgotten(sites, epsilon, accounting, masks)
                        .run(Method.named(Algorithm.UNDER_BUDGET.name()));
                ofNetwork.add(run(data.get(at), learned.found().synthesise(rows, seed)));
                context.progress().update(new Progress.Step("run", ++done, total, 0));
                double delta = 1.0 / trials.rows() / trials.rows();
                ofTree.add(run(
                        data.get(at), new InsecureSpanningTree(real, epsilon, delta, seed).rows(rows, seed + OTHERS)));
                context.progress().update(new Progress.Step("run", ++done, total, 0));
            }
            found.add(
                    row(d, PrivateTable.plain(epsilon), Algorithm.UNDER_BUDGET.name() + " and synthesise", ofNetwork));
            found.add(row(d, PrivateTable.plain(epsilon), "MST", ofTree));
        }
        return TableResult.of(remarks(), 3, COLUMNS, found);
    }

    /** Seeds of rows that no table has. */
    private static final int OTHERS = 1_000_000;

    private static RowSource pooled(CategorySimulation.Drawn drawn) {
        return new RowsOfAllSites(drawn.sites());
    }

    private static Run run(CategorySimulation.Drawn real, RowSource given) throws InterruptedException {
        VaryingColumns varying = VaryingColumns.of(given);
        WeightMatrix again = Learning.of(Method.named(Algorithm.USUAL.name()))
                .learnFrom(List.of(SiteData.of(new DatasetIdentity("rows given away"), varying)))
                .named()
                .weights();
        return new Run(
                RowDistance.of(pooled(real), given),
                NamedNetwork.of(real.schema(), varying.ofAll(again))
                        .withTruth(real.truth())
                        .metrics()
                        .orElseThrow());
    }

    private static Row row(int d, String epsilon, String method, List<Run> runs) {
        return new Row(
                d,
                epsilon,
                method,
                runs.size(),
                Spread.ofSome(runs, run -> run.distance().margins()),
                Spread.ofSome(runs, run -> run.distance().pairs()),
                Spread.ofSome(runs, run -> run.distance().worstPair()),
                Spread.ofSome(runs, run -> run.again().skeleton().errors()),
                Spread.ofSome(runs, run -> run.again().equivalenceDistance().orElse(0)));
    }

    private List<String> remarks() {
        return List.of(trials.remark(
                "",
                ", delta 1/n²",
                (masks.isPresent() ? ", uploads of dp-gram masked by secure aggregation" : ", plain uploads")
                        + "; MST has all rows in one place; total variation of margins and pairs from the rows"
                        + " that were given; network learned again by gram from the columns that vary; mean±sd."));
    }
}
