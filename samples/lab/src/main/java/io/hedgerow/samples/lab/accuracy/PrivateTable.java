// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.samples.lab.simulate.CategorySimulation;
import io.hedgerow.samples.lab.simulate.ConditionOptions;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.Spread;
import io.hedgerow.samples.lab.table.TableResult;
import io.hedgerow.samples.lab.trial.Trials;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.learn.sites.Transform;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Progress;
import io.hedgerow.samples.privacy.PrivateLearner;
import io.hedgerow.samples.secure.SecureAggregation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Measures how well private methods recover simulated networks at given budgets. All methods see the same data sets,
 * draw fresh noise from the production source, and charge a ledger that is forgotten.
 *
 * @param epsilons budgets of whole runs; δ = 1/n² of a site
 * @param methods private algorithms
 * @param transform the transform of columns
 * @param privateMean whether each site's mean is released and subtracted, by dp-gram
 * @param masks the masks of uploads; empty for plain ones
 */
public record PrivateTable(
        Trials trials,
        List<Double> epsilons,
        List<Algorithm> methods,
        Transform transform,
        boolean privateMean,
        Optional<SecureAggregation> masks) {

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.of("d", Row::variables),
            Column.of("epsilon", row -> plain(row.epsilon)),
            Column.of("method", Row::method),
            Column.of("runs", Row::runs),
            Column.spread("SHD", 1, Row::shd),
            Column.spread("CPDAG SHD", 1, Row::classes),
            Column.spread("skeleton errors", 1, Row::skeletonErrors),
            Column.spread("skeleton F1", 2, Row::skeletonF1),
            Column.spread("TPR", 3, Row::tpr),
            Column.spread("FDR", 3, Row::fdr),
            Column.of("flagged", Row::flagged),
            Column.of("charged epsilon", row -> String.format(Locale.ROOT, "%.4g", row.chargedEpsilon)),
            Column.spread("MB up", 2, Row::megabytesUp),
            Column.number("seconds", 2, row -> row.seconds.mean()));

    public PrivateTable {
        epsilons = List.copyOf(epsilons);
        methods = List.copyOf(methods);
        requireBudgets(epsilons);
        if (trials.haveCategories()
                && (privateMean
                        || transform != Transform.NONE
                        || methods.stream().anyMatch(method -> !method.name().equals(Algorithm.UNDER_BUDGET.name())))) {
            throw new IllegalArgumentException("of the private methods only " + Algorithm.UNDER_BUDGET.name()
                    + " learns from categories, which it neither centres nor transforms: leave out other"
                    + " --private-methods, --centre and --transform");
        }
        for (Algorithm method : methods) {
            if (!method.has(MethodTrait.PROMISE) || method.has(MethodTrait.SERIES)) {
                throw new IllegalArgumentException(
                        "--private-methods must name private algorithms that learn from rows, was " + method.name());
            }
            transform.underBudget(method); // refuses methods without
            if (privateMean
                    && (!method.takes("private-mean")
                            || method.has(MethodTrait.ROUNDS)
                            || transform != Transform.NONE)) {
                throw new IllegalArgumentException(
                        "--centre private goes with --private-methods " + Algorithm.UNDER_BUDGET + " without"
                                + " --transform, was given with " + method.name()
                                + (transform == Transform.NONE ? "" : " and --transform " + Words.dashed(transform)));
            }
        }
    }

    /** The methods that are named; without any, those that such data suit. */
    public static List<Algorithm> chosen(List<Algorithm> named, ConditionOptions conditions) {
        List<Algorithm> usual = conditions.categories().isWanted()
                ? List.of(Algorithm.UNDER_BUDGET)
                : List.of(Algorithm.UNDER_BUDGET, Algorithm.IN_ROUNDS_UNDER_BUDGET);
        return named.isEmpty() ? usual : named;
    }

    /** Checks budgets, with messages that name the option, for a budget elsewhere is one of --privacy. */
    public static void requireBudgets(List<Double> epsilons) {
        for (double epsilon : epsilons) {
            if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("--epsilon must be finite and > 0, was " + epsilon);
            }
        }
    }

    private record Row(
            int variables,
            double epsilon,
            String method,
            int runs,
            Spread shd,
            Spread classes,
            Spread skeletonErrors,
            Spread skeletonF1,
            Spread tpr,
            Spread fdr,
            int flagged,
            double chargedEpsilon,
            Spread megabytesUp,
            Spread seconds) {}

    private record Run(StructureMetrics metrics, boolean flagged, double charged, double megabytesUp, double seconds) {}

    public TableResult run(CommandContext context) throws InterruptedException {
        SharedAccounting accounting = new SharedAccounting();
        List<Row> found = new ArrayList<>();
        long total = trials.count() * epsilons.size() * methods.size();
        long done = 0;
        for (int d : trials.sizes()) {
            for (double epsilon : epsilons) {
                for (Algorithm method : methods) {
                    List<Run> runs = new ArrayList<>();
                    for (int seed : trials.seeds()) {
                        runs.add(run(d, epsilon, method, seed, accounting));
                        context.progress().update(new Progress.Step("run", ++done, total, 0));
                    }
                    found.add(row(d, epsilon, method, runs));
                }
            }
        }
        return TableResult.of(remarks(), 3, COLUMNS, found);
    }

    private Run run(int d, double epsilon, Algorithm method, int seed, SharedAccounting accounting)
            throws InterruptedException {
        Sites sites;
        WeightMatrix truth;
        if (trials.haveCategories()) {
            CategorySimulation.Drawn drawn = trials.categories(d, seed);
            sites = Sites.numbered("site ", drawn.sites());
            truth = drawn.truth();
        } else {
            SimulatedSites study = trials.study(d, seed);
            sites = Sites.of(study);
            truth = study.truth();
        }
        PrivateLearner learner = PrivateLearner.forgotten(sites, epsilon, accounting, masks);
        long start = System.nanoTime();
        Learned learned = learned(method, learner);
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Run(
                learned.found().named().withTruth(truth).metrics().orElseThrow(),
                learned.flagged(),
                learned.privacy().get(0).epsilon(),
                learned.bytesUp() / 1e6,
                seconds);
    }

    private Learned learned(Algorithm method, PrivateLearner learner) throws InterruptedException {
        NamedMethod named = transform.underBudget(method).orElseGet(() -> Method.named(method.name()));
        return learner.run(privateMean ? named.with("private-mean", "true") : named);
    }

    private static Row row(int d, double epsilon, Algorithm method, List<Run> runs) {
        return new Row(
                d,
                epsilon,
                method.name(),
                runs.size(),
                Spread.ofSome(runs, run -> run.metrics().shd()),
                Spread.ofSome(
                        runs, run -> run.metrics().equivalenceDistance().orElse(0)), // simulated graphs are acyclic
                Spread.ofSome(runs, run -> run.metrics().skeleton().errors()),
                Spread.ofSome(runs, run -> f1(run.metrics())),
                Spread.ofSome(runs, run -> run.metrics().tpr()),
                Spread.ofSome(runs, run -> run.metrics().fdr()),
                (int) runs.stream().filter(Run::flagged).count(),
                runs.stream().mapToDouble(Run::charged).max().orElseThrow(),
                Spread.ofSome(runs, Run::megabytesUp),
                // the first run certifies the plan, which all others share
                Spread.ofSome(runs.subList(runs.size() > 1 ? 1 : 0, runs.size()), Run::seconds));
    }

    /** 2 P R / (P + R) of precision and recall of pairs; 0 where no pair is right. */
    private static double f1(StructureMetrics metrics) {
        double precision = metrics.skeleton().precision();
        double recall = metrics.skeleton().recall();
        return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
    }

    public static String plain(double epsilon) {
        return String.format(Locale.ROOT, "%g", epsilon).replaceAll("\\.?0+$", "");
    }

    private List<String> remarks() {
        return List.of(trials.remark(
                (transform == Transform.NONE
                                ? ""
                                : ", " + Words.dashed(transform).replace('-', ' '))
                        + (privateMean ? ", private means" : ""),
                ", delta 1/n²",
                (masks.isPresent() ? ", uploads masked by secure aggregation" : ", plain uploads")
                        + "; mean±sd; flagged: runs with a misfit in trust;"
                        + " seconds without the first run, which certifies the noise."));
    }
}
