// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.speed;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.dp.internal.options.ShownSettings;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.samples.lab.accuracy.PrivateTable;
import io.hedgerow.samples.lab.speed.SpeedTable.SpeedRuns;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.Meter;
import io.hedgerow.samples.lab.table.TableResult;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.ParameterBuilder;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.privacy.PrivateLearner;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Measures a full private run in this process: all rounds, all sites and the coordinator, messages encoded, noise from
 * the production source, every round drawn from a ledger that is forgotten. Rows are in memory before a run starts.
 *
 * @param epsilons budgets of whole runs; δ = 1/n² of a site
 * @param methods private algorithms
 * @param steps K; empty for the one recommended
 * @param runs of which the first of all also certifies the noise
 */
public record PrivateSpeedTable(SpeedRuns runs, List<Double> epsilons, List<Algorithm> methods, OptionalInt steps) {

    private static final List<Column<Row>> COLUMNS = Meter.Readings.columns(
            List.of(
                    Column.of("d", Row::variables),
                    Column.of("epsilon", row -> PrivateTable.plain(row.epsilon)),
                    Column.of("method", Row::method),
                    Column.of("K", Row::steps),
                    Column.of("runs", Row::runs)),
            Row::took);

    public PrivateSpeedTable {
        epsilons = List.copyOf(epsilons);
        methods = List.copyOf(methods);
        PrivateTable.requireBudgets(epsilons);
        for (Algorithm method : methods) {
            if (!method.has(MethodTrait.PROMISE)
                    || !(method.has(MethodTrait.ROUNDS) || method.equals(Algorithm.UNDER_BUDGET))) {
                throw new IllegalArgumentException("--private-methods must name " + Algorithm.UNDER_BUDGET
                        + " or private algorithms in rounds, was " + method.name());
            }
        }
    }

    /** The timings of one configuration; times in seconds, heap in 10^6 bytes. */
    private record Row(
            int variables,
            double epsilon,
            String method,
            int steps,
            int runs,
            @JsonUnwrapped Meter.Readings took) {}

    public TableResult run(CommandContext context) throws InterruptedException {
        String machine = Meter.machine();
        SharedAccounting accounting = new SharedAccounting();
        List<Row> found = new ArrayList<>();
        for (int d : runs.sizes()) {
            Sites data = runs.data(d);
            for (double epsilon : epsilons) {
                for (Algorithm method : methods) {
                    found.add(measure(d, epsilon, method, data, accounting, context));
                }
            }
        }
        List<String> remarks = List.of(
                machine,
                String.format(
                        Locale.ROOT,
                        "%d sites with %d rows in memory and the coordinator in this process, %d warm-up runs, the same"
                                + " data every time; the first run of a row also certifies its noise.",
                        runs.sites(),
                        runs.rows(),
                        runs.warmUps()));
        return TableResult.of(remarks, 3, COLUMNS, found);
    }

    private Row measure(
            int d, double epsilon, Algorithm method, Sites data, SharedAccounting accounting, CommandContext context)
            throws InterruptedException {
        PrivateLearner learner = PrivateLearner.forgotten(data, epsilon, accounting, Optional.empty());
        ParameterBuilder named = new ParameterBuilder(Method.named(method.name()));
        if (method.takes("local-iterations") && steps.isPresent()) {
            named.set("local-iterations", steps.getAsInt());
        }
        int taken = ShownSettings.of(
                        learner.prepared(named.method(), method.catalogue()).method())
                .map(shown -> shown.inRounds().localIterations())
                .orElse(0);
        return new Row(
                d,
                epsilon,
                method.name(),
                taken,
                runs.repetitions(),
                Meter.repeat(
                        "d = " + d + ", run",
                        runs.warmUps(),
                        runs.repetitions(),
                        context,
                        () -> learner.run(named.method())));
    }
}
