// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.experiment;

import io.hedgerow.core.data.InMemoryRows;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.FederatedMethod;
import io.hedgerow.core.method.Learning;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodSettings;
import io.hedgerow.core.method.NonPrivateMethods;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.simulation.ErdosRenyi;
import io.hedgerow.core.simulation.SimulatedStudy;
import io.hedgerow.samples.learn.NamedSite;
import io.hedgerow.samples.learn.OpenedStatistics;
import io.hedgerow.samples.learn.Sites;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What a full run of Fed-Sparse-BNSL takes in this process: all rounds, all sites and the coordinator, messages
 * encoded, recommended settings but for K.
 *
 * @param sizes d
 * @param sites P
 * @param rows of every site
 * @param steps K; empty for K = d
 * @param warmUps runs before the measured ones
 * @param repetitions measured runs
 */
public record SpeedTable(List<Integer> sizes, int sites, int rows, OptionalInt steps, int warmUps, int repetitions) {

    /** Above this, one run is long enough to be warm within itself. */
    private static final int LARGE = 500;

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.of("d", Row::variables),
            Column.of("K", Row::steps),
            Column.of("runs", Row::runs),
            Column.of("wall s (min / median / max)", row -> row.wall.text()),
            Column.of("CPU s (min / median / max)", row -> row.cpu.text()),
            Column.number("peak heap MB", 0, Row::peakHeapMegabytes),
            Column.number("statistics s", 3, Row::statistics));

    public SpeedTable {
        sizes = List.copyOf(sizes);
        if (sites < 1 || rows < 2 || warmUps < 0 || repetitions < 1) {
            throw new IllegalArgumentException(
                    "--sites and --runs must be at least 1, --rows at least 2, --warmup at least 0, were " + sites
                            + ", " + repetitions + ", " + rows + " and " + warmUps);
        }
    }

    /** A size's row; times in seconds, heap in 10^6 bytes. */
    private record Row(
            int variables, int steps, int runs, Range wall, Range cpu, double peakHeapMegabytes, double statistics) {}

    /**
     * Runs everything.
     *
     * @param context is told of every run
     * @throws InterruptedException when the calling thread is interrupted
     */
    public TableResult run(CommandContext context) throws InterruptedException {
        String machine = Meter.machine();
        List<Row> rowsOfTable = new ArrayList<>();
        for (int d : sizes) {
            rowsOfTable.add(measure(d, context));
        }
        List<String> remarks = List.of(
                machine,
                String.format(
                        Locale.ROOT,
                        "fed-sparse, 100 rounds, %d sites and the coordinator in this process, %d warm-up runs "
                                + "(none, and"
                                + " one run, above d = %d), the same data every time.",
                        sites,
                        warmUps,
                        LARGE),
                String.format(
                        Locale.ROOT,
                        "The statistics of all sites, %d rows each in memory, one after the other on one thread, "
                                + "are apart;"
                                + " each the better of two.",
                        rows));
        return TableResult.of(remarks, 0, COLUMNS, rowsOfTable);
    }

    private Row measure(int d, CommandContext context) throws InterruptedException {
        int before = d > LARGE ? 0 : warmUps;
        int runs = d > LARGE ? 1 : repetitions;
        SimulatedStudy study = SimulatedStudy.of(new ErdosRenyi(d, d))
                .sites(sites)
                .rowsPerSite(rows)
                .seed(1)
                .build();
        VariableSchema schema = study.rows(0).schema();
        List<SiteData> data = new ArrayList<>();
        double statisticsTime = 0;
        for (int p = 0; p < sites; p++) {
            context.progress().update(new Progress.Step("d = " + d + ", site", p, sites, 0));
            RowSource inMemory = InMemoryRows.of(schema, study.model(p).sample(rows, p + 1L));
            statisticsTime += Math.min(read(schema, inMemory), read(schema, inMemory));
            data.add(SiteData.ofMoments(new DatasetIdentity("site " + p), schema, statistics(schema, inMemory)));
        }
        int k = steps.orElse(d);
        MethodSettings settings =
                FederatedMethod.FED_SPARSE.recommended(d, sites).withLocalSteps(k, 1);
        UploadProtection plain = UploadProtection.insecurePlain();
        Method method = NonPrivateMethods.rounds(
                Agreement.inProcess("speed", data.get(0).schema(), sites, plain), FederatedMethod.FED_SPARSE, settings);
        Meter.Readings readings = Meter.repeat(
                "d = " + d + ", run",
                before,
                runs,
                context,
                () -> Learning.of(method, plain).learnFrom(data));
        return new Row(d, k, runs, readings.wall(), readings.cpu(), readings.peakHeapMegabytes(), statisticsTime);
    }

    private static double read(VariableSchema schema, RowSource rows) {
        Meter meter = Meter.start();
        statistics(schema, rows);
        return meter.read().wallSeconds();
    }

    private static SufficientStatistics statistics(VariableSchema schema, RowSource rows) {
        Sites one = new Sites(schema, List.of(NamedSite.of("site", rows)));
        return new OpenedStatistics(one).of(0);
    }

    /**
     * Reads K.
     *
     * @param text a number, or d
     * @return the number; empty for d
     */
    public static OptionalInt steps(String text) {
        return text.strip().equalsIgnoreCase("d")
                ? OptionalInt.empty()
                : IntStream.of(NumberList.parse("--k", text, 1).get(0)).findFirst();
    }
}
