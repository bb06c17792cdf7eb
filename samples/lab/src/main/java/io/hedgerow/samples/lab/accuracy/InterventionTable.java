// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Interventions;
import io.hedgerow.core.search.Trust.Misfit;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.Spread;
import io.hedgerow.samples.lab.table.TableResult;
import io.hedgerow.samples.lab.trial.Trials;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Progress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Compares what {@code gram} finds with and without what is known of interventions, on the same rows: one site without
 * targets and {@value #REGIMES} with some each, drawn by the seed. A target that is set is drawn anew, with the
 * deviation that it has without; one that is changed follows from its causes with a fifth of the weights and twice the
 * noise variance.
 *
 * @param trials of which the number of sites and conditions of sites are not read
 */
public record InterventionTable(Trials trials) {

    private static final int REGIMES = 5;
    private static final double WEAKER = 0.2;
    private static final double NOISIER = 2;
    /** The place of the stream that draws targets, after those of rows. */
    private static final int LOTS = 100;

    public InterventionTable {
        int least = 1 + REGIMES * Design.TWO.targets;
        for (int d : trials.sizes()) {
            if (d < least) {
                throw new IllegalArgumentException("--d of experiment interventions must be at least " + least
                        + ", for " + (least - 1) + " targets and one that is none, was " + d);
            }
        }
    }

    /** The simulated intervention: how many targets are set or changed. */
    private enum Design {
        SET("one target set", 1, false),
        CHANGED("one target changed", 1, true),
        TWO("two targets set", 2, false);

        private final String words;
        private final int targets;
        private final boolean changed;

        Design(String words, int targets, boolean changed) {
            this.words = words;
            this.targets = targets;
            this.changed = changed;
        }
    }

    public TableResult run(CommandContext context) throws InterruptedException {
        List<InterventionRow> all = new ArrayList<>();
        long total = trials.count() * Design.values().length * 3;
        long done = 0;
        for (int d : trials.sizes()) {
            for (Design design : Design.values()) {
                Map<String, List<InterventionRow.Run>> runs = new LinkedHashMap<>();
                for (int seed : trials.seeds()) {
                    Data data = draw(d, seed, design);
                    Map<String, Interventions> said = new LinkedHashMap<>();
                    said.put(design.words + ", not given", Interventions.none());
                    said.put(design.words + ", given", data.interventions(design.changed, data.targets()));
                    said.put(
                            design.words + ", one given wrongly",
                            data.interventions(design.changed, data.withOneWrong()));
                    for (Map.Entry<String, Interventions> told : said.entrySet()) {
                        runs.computeIfAbsent(told.getKey(), key -> new ArrayList<>())
                                .add(learn(data, told.getValue()));
                        context.progress().update(new Progress.Step("run", ++done, total, 0));
                    }
                }
                runs.forEach((words, finished) -> all.add(InterventionRow.of(d, words, finished)));
            }
        }
        return TableResult.of(remarks(), 2, InterventionRow.COLUMNS, all);
    }

    /** The rows of every regime, the first without targets, and the targets of the others. */
    private record Data(WeightMatrix truth, List<RowSource> rows, List<List<Integer>> targets, int wrong) {

        Interventions interventions(boolean changed, List<List<Integer>> told) {
            List<String> names = rows.get(0).schema().names();
            Map<String, Interventions.Targets> sites = new LinkedHashMap<>();
            for (int r = 0; r < told.size(); r++) {
                Set<String> of = told.get(r).stream().map(names::get).collect(Collectors.toSet());
                sites.put(
                        SiteId.numbered(rows.size()).get(r + 1).value(),
                        new Interventions.Targets(changed ? Set.of() : of, changed ? of : Set.of()));
            }
            return new Interventions(sites);
        }

        /** The first regime is said to have another target than it has. */
        List<List<Integer>> withOneWrong() {
            List<List<Integer>> told = new ArrayList<>(targets);
            List<Integer> first = new ArrayList<>(told.get(0));
            first.set(0, wrong);
            told.set(0, first);
            return told;
        }
    }

    private Data draw(int d, int seed, Design design) {
        LinearSem observed = trials.builder(d).seed(seed).build().model(0);
        double[] covariance = observed.covariance();
        List<Integer> shuffled = shuffled(d, seed);
        List<RowSource> rows = new ArrayList<>(List.of(observed.rows(trials.rows(), rowSeed(seed, 0))));
        List<List<Integer>> targets = new ArrayList<>();
        for (int r = 0; r < REGIMES; r++) {
            List<Integer> own = shuffled.subList(r * design.targets, (r + 1) * design.targets);
            double[] weights = observed.weights().toRows();
            double[] variances = observed.noiseVariances();
            for (int j : own) {
                for (int i = 0; i < d; i++) {
                    weights[i * d + j] *= design.changed ? WEAKER : 0;
                }
                variances[j] = design.changed ? NOISIER * variances[j] : covariance[j * (d + 1)];
            }
            rows.add(LinearSem.of(
                            WeightMatrix.ofRows(d, weights), trials.conditions().form(), variances)
                    .rows(trials.rows(), rowSeed(seed, r + 1)));
            targets.add(List.copyOf(own));
        }
        return new Data(observed.weights(), rows, targets, shuffled.get(REGIMES * design.targets));
    }

    /** All variables, in an order by lot. */
    private static List<Integer> shuffled(int d, int seed) {
        double[] lot = LinearSem.of(WeightMatrix.empty(d), Noise.GAUSSIAN).sample(1, rowSeed(seed, LOTS))[0];
        return IntStream.range(0, d)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> lot[j]))
                .toList();
    }

    private static long rowSeed(int seed, int regime) {
        return 1000L * seed + regime;
    }

    private static InterventionRow.Run learn(Data data, Interventions told) throws InterruptedException {
        Agreement agreement = Agreement.inProcess(
                "interventions", data.rows().get(0).schema(), data.rows().size(), UploadProtection.insecurePlain());
        NamedMethod gram = Method.named("gram");
        Method method = (told.isNone() ? gram : gram.with("interventions", told.text())).on(agreement);
        LearnedNetwork found = Learning.of(method).learn(data.rows());
        boolean noticed = found.evidence().orElseThrow().trust().flags().contains(Misfit.MECHANISMS_DIFFER);
        Collection<Set<Integer>> targets = told.isNone()
                ? List.of()
                : data.targets().stream().<Set<Integer>>map(Set::copyOf).toList();
        int open = EquivalenceClass.of(Dag.of(data.truth()), (i, j) -> false, targets)
                .undirected();
        return compared(found.named(), data.truth(), open, noticed);
    }

    private static InterventionRow.Run compared(NamedNetwork found, WeightMatrix truth, int open, boolean noticed) {
        int pairs = truth.edgeCount();
        int errors = truth.edgeCount();
        int wrong = 0;
        for (NetworkEdge edge : found.edges()) {
            boolean forth = truth.hasEdge(edge.from(), edge.to());
            boolean joined = forth || truth.hasEdge(edge.to(), edge.from());
            pairs += joined ? -1 : 1;
            errors += !joined ? 1 : forth && edge.directed() ? -1 : 0;
            wrong += edge.directed() && !forth ? 1 : 0;
        }
        return new InterventionRow.Run(pairs, errors, open, wrong, noticed ? 1 : 0);
    }

    private List<String> remarks() {
        return List.of(
                trials.conditions().remark() + ", " + trials.rows()
                        + " rows at one site without targets and at each of " + REGIMES + " with some, seeds "
                        + trials.seeds() + "; mean±sd.",
                "Directed errors: pairs that are wrong, and edges whose direction is wrong or not told. Left open:"
                        + " edges of the truth that its class cannot direct, with the targets where they were given."
                        + " Noticed: share of the results that say of a variable that it does not follow from its"
                        + " causes as was given.");
    }

    /**
     * The errors with one kind of known interventions, over all data sets of one size.
     *
     * @param variables d
     * @param design what was done to targets, and what was said of it
     * @param runs number of data sets
     * @param pairs pairs that only one of network and truth joins
     * @param errors pairs that are wrong, and edges whose direction is wrong or not told
     * @param open edges of the truth that its class leaves without a direction, given the targets where they were
     *     given: no method can direct them
     * @param wrongArrows arrowheads at the wrong end, or of no edge
     * @param noticed share of the runs whose result says that mechanisms differ
     */
    private record InterventionRow(
            int variables,
            String design,
            int runs,
            @Nullable Spread pairs,
            @Nullable Spread errors,
            @Nullable Spread open,
            @Nullable Spread wrongArrows,
            double noticed) {

        static final List<Column<InterventionRow>> COLUMNS = List.of(
                Column.of("d", InterventionRow::variables),
                Column.of("rows", InterventionRow::design),
                Column.of("runs", InterventionRow::runs),
                Column.spread("wrong pairs", 1, InterventionRow::pairs),
                Column.spread("directed errors", 1, InterventionRow::errors),
                Column.spread("left open", 1, InterventionRow::open),
                Column.spread("wrong arrowheads", 1, InterventionRow::wrongArrows),
                Column.number("noticed", 2, InterventionRow::noticed));

        record Run(double pairs, double errors, double open, double wrongArrows, double noticed) {}

        static InterventionRow of(int variables, String design, List<Run> runs) {
            return new InterventionRow(
                    variables,
                    design,
                    runs.size(),
                    Spread.of(runs, Run::pairs),
                    Spread.of(runs, Run::errors),
                    Spread.of(runs, Run::open),
                    Spread.of(runs, Run::wrongArrows),
                    runs.stream().mapToDouble(Run::noticed).average().orElse(0));
        }
    }
}
