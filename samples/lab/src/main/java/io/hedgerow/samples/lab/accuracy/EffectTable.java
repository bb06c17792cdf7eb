// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.TableResult;
import io.hedgerow.samples.lab.trial.Candidate;
import io.hedgerow.samples.lab.trial.SimulatedData;
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
import org.jspecify.annotations.Nullable;

/**
 * Measures total effects of gram, and of dp-gram with budgets, on simulated linear studies.
 *
 * @param epsilons budgets of dp-gram; δ = 1/n² of a site; none for gram alone
 * @param masks of uploads of dp-gram
 */
public record EffectTable(Trials trials, List<Double> epsilons, Optional<SecureAggregation> masks) {

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.of("d", Row::variables),
            Column.of("method", Row::method),
            Column.of("runs", Row::runs),
            Column.of("without", Row::without),
            Column.of("effects", row -> row.effects),
            Column.number("held", 3, Row::held),
            Column.of("held of effects", row -> share(row.heldOfEffects)),
            Column.number("ECE of P", 3, Row::calibrationError),
            Column.of("P >= .95", Row::sure),
            Column.of("right", row -> share(row.sureRight)),
            Column.number("error", 4, Row::error),
            Column.number("error of all others", 4, Row::errorOfAllOthers),
            Column.number("width", 3, Row::width),
            Column.of("identified", Row::identified),
            Column.of("held of identified", row -> share(row.heldOfIdentified)),
            Column.number("seconds", 2, Row::seconds));

    public EffectTable {
        epsilons = List.copyOf(epsilons);
        PrivateTable.requireBudgets(epsilons);
        trials.conditions().requireLinearInRawUnits("experiment effects");
    }

    /** The results of one method on data sets of one size; undefined shares are left out. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Row(
            int variables,
            String method,
            int runs,
            int without,
            long effects,
            double held,
            @Nullable Double heldOfEffects,
            double calibrationError,
            long sure,
            @Nullable Double sureRight,
            double error,
            double errorOfAllOthers,
            double width,
            long identified,
            @Nullable Double heldOfIdentified,
            double seconds) {

        static Row of(int d, String method, int runs, int without, EffectTally tally, double seconds) {
            return new Row(
                    d,
                    method,
                    runs,
                    without,
                    tally.effects(),
                    tally.ofAll(),
                    finite(tally.ofEffects()),
                    tally.calibrationError(),
                    tally.sure(),
                    finite(tally.sureRight()),
                    tally.error(),
                    tally.errorOfAllOthers(),
                    tally.width(),
                    tally.identified(),
                    finite(tally.ofIdentified()),
                    seconds);
        }
    }

    private static @Nullable Double finite(double share) {
        return Double.isNaN(share) ? null : share;
    }

    private static String share(@Nullable Double share) {
        return share == null ? "" : String.format(Locale.ROOT, "%.3f", share);
    }

    private interface Learning {
        Learned learn(SimulatedSites study, SimulatedData data) throws InterruptedException;
    }

    public TableResult run(CommandContext context) throws InterruptedException {
        SharedAccounting accounting = new SharedAccounting();
        List<Row> found = new ArrayList<>();
        for (int d : trials.sizes()) {
            found.add(row(
                    d,
                    Candidate.GRAM.label(),
                    context,
                    (study, data) -> Candidate.GRAM
                            .settings(d)
                            .learn(
                                    data.sites().data(),
                                    Optional.empty(),
                                    Optional.of(data.truth()),
                                    (report, network) -> {})));
            for (double epsilon : epsilons) {
                found.add(row(
                        d,
                        Algorithm.UNDER_BUDGET + ", epsilon " + PrivateTable.plain(epsilon),
                        context,
                        (study, data) -> PrivateLearner.forgotten(Sites.of(study), epsilon, accounting, masks)
                                .run(Method.named(Algorithm.UNDER_BUDGET.name()))));
            }
        }
        return TableResult.of(
                List.of(trials.remark(
                        "",
                        epsilons.isEmpty() ? "" : ", delta 1/n²",
                        "; held: share of 90 % intervals of ordered pairs that hold the true effect; without: runs"
                                + " without effects, for chains did not agree.")),
                2,
                COLUMNS,
                found);
    }

    private Row row(int d, String method, CommandContext context, Learning learning) throws InterruptedException {
        EffectTally tally = new EffectTally();
        int without = 0;
        double seconds = 0;
        long done = 0;
        for (int seed : trials.seeds()) {
            SimulatedSites study = trials.study(d, seed);
            SimulatedData data = SimulatedData.of(study, Transform.NONE);
            long start = System.nanoTime();
            Optional<TotalEffects> effects =
                    learning.learn(study, data).found().evidence().flatMap(Evidence::effects);
            seconds += (System.nanoTime() - start) / 1e9;
            if (effects.isPresent()) {
                tally.add(effects.get(), study.truth(), covariances(data.pooled()));
            } else {
                without++;
            }
            context.progress()
                    .update(new Progress.Step(method, ++done, trials.seeds().size(), 0));
        }
        int runs = trials.seeds().size();
        return Row.of(d, method, runs, without, tally, seconds / runs);
    }

    private static double[][] covariances(SufficientStatistics pooled) {
        int d = pooled.variables();
        double[][] s = new double[d][d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                s[i][j] = pooled.covariance(i, j) - pooled.mean(i) * pooled.mean(j);
            }
        }
        return s;
    }
}
