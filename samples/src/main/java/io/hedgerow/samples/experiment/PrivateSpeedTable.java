// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.experiment;

import io.hedgerow.core.data.InMemoryRows;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.simulation.ErdosRenyi;
import io.hedgerow.core.simulation.SimulatedStudy;
import io.hedgerow.dp.method.PrivateDefaults;
import io.hedgerow.dp.method.PrivateSettings;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.samples.learn.Algorithm;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.samples.privacy.PrivateLearner;
import io.hedgerow.samples.privacy.RunBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What a full private run takes in this process: all rounds, all sites and the coordinator, messages encoded, noise
 * from the production source, every round drawn from a ledger that is forgotten. Rows are in memory before a run
 * starts.
 *
 * @param sizes d
 * @param epsilons budgets of whole runs; δ = 1/n² of a site
 * @param methods private algorithms
 * @param sites P
 * @param rows of every site
 * @param steps K; empty for the one recommended
 * @param warmUps runs before the measured ones; the first of all also certifies the noise
 * @param repetitions measured runs
 */
public record PrivateSpeedTable(
        List<Integer> sizes,
        List<Double> epsilons,
        List<Algorithm> methods,
        int sites,
        int rows,
        OptionalInt steps,
        int warmUps,
        int repetitions) {

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.of("d", Row::variables),
            Column.of("epsilon", row -> PrivateTable.plain(row.epsilon)),
            Column.of("method", Row::method),
            Column.of("K", Row::steps),
            Column.of("runs", Row::runs),
            Column.of("wall s (min / median / max)", row -> row.wall.text()),
            Column.of("CPU s (min / median / max)", row -> row.cpu.text()),
            Column.number("peak heap MB", 0, Row::peakHeapMegabytes));

    public PrivateSpeedTable {
        sizes = List.copyOf(sizes);
        epsilons = List.copyOf(epsilons);
        methods = List.copyOf(methods);
        if (sites < 1 || rows < 2 || warmUps < 0 || repetitions < 1) {
            throw new IllegalArgumentException(
                    "--sites and --runs must be at least 1, --rows at least 2, --warmup at least 0, were " + sites
                            + ", " + repetitions + ", " + rows + " and " + warmUps);
        }
        PrivateTable.requireBudgets(epsilons);
        for (Algorithm method : methods) {
            if (method.guarantee().isEmpty()) {
                throw new IllegalArgumentException(
                        "--private-methods must name dp-gram or private algorithms in rounds, was "
                                + Words.dashed(method));
            }
        }
    }

    /** A cell's row; times in seconds, heap in 10^6 bytes. */
    private record Row(
            int variables,
            double epsilon,
            String method,
            int steps,
            int runs,
            Range wall,
            Range cpu,
            double peakHeapMegabytes) {}

    /**
     * Runs everything.
     *
     * @param context is told of every run
     * @throws InterruptedException when the calling thread is interrupted
     */
    public TableResult run(CommandContext context) throws InterruptedException {
        String machine = Meter.machine();
        SharedAccounting accounting = new SharedAccounting();
        List<Row> found = new ArrayList<>();
        for (int d : sizes) {
            List<PrivateLearner.Source> data = inMemory(d);
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
                        sites,
                        rows,
                        warmUps));
        return TableResult.of(remarks, 3, COLUMNS, found);
    }

    private List<PrivateLearner.Source> inMemory(int d) {
        SimulatedStudy study = SimulatedStudy.of(new ErdosRenyi(d, d))
                .sites(sites)
                .rowsPerSite(rows)
                .seed(1)
                .build();
        VariableSchema schema = study.rows(0).schema();
        List<PrivateLearner.Source> data = new ArrayList<>();
        for (int p = 0; p < sites; p++) {
            data.add(new PrivateLearner.Source(
                    "site " + (p + 1), InMemoryRows.of(schema, study.model(p).sample(rows, p + 1L))));
        }
        return data;
    }

    private Row measure(
            int d,
            double epsilon,
            Algorithm method,
            List<PrivateLearner.Source> data,
            SharedAccounting accounting,
            CommandContext context)
            throws InterruptedException {
        PrivacyRequest request = new PrivacyRequest(epsilon, OptionalDouble.empty(), Optional.empty());
        PrivateLearner learner = new PrivateLearner(data, RunBudget.forgotten(request), accounting, 1);
        PrivateSettings settings = PrivateDefaults.of(
                        method.guarantee().orElseThrow(), learner.schema().size(), sites, epsilon)
                .withSteps(null, steps.isPresent() ? steps.getAsInt() : null);
        Meter.Readings readings = Meter.repeat(
                "d = " + d + ", run",
                warmUps,
                repetitions,
                context,
                () -> learner.run(settings, (report, consensus) -> {}));
        return new Row(
                d,
                epsilon,
                Words.dashed(method),
                settings.localIterations(),
                repetitions,
                readings.wall(),
                readings.cpu(),
                readings.peakHeapMegabytes());
    }
}
