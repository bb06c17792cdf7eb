// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.speed;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.Meter;
import io.hedgerow.samples.lab.table.NumberList;
import io.hedgerow.samples.lab.table.TableResult;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.sites.NamedSite;
import io.hedgerow.samples.learn.sites.OpenedStatistics;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures a full run of Fed-Sparse-BNSL in this process: all rounds, all sites and the coordinator, messages encoded,
 * recommended settings except for K, empty for d.
 */
public record SpeedTable(SpeedRuns runs, OptionalInt steps) {

    private static final FederatedMethod METHOD =
            Algorithm.IN_ROUNDS.federated().orElseThrow();

    /** Above this, one run is long enough to be warm within itself. */
    private static final int LARGE = 500;

    private static final List<Column<Row>> COLUMNS = Stream.concat(
                    Meter.Readings.columns(
                            List.of(
                                    Column.of("d", Row::variables),
                                    Column.of("K", Row::steps),
                                    Column.of("runs", Row::runs)),
                            Row::took)
                            .stream(),
                    Stream.of(Column.<Row>number("statistics s", 3, Row::statistics)))
            .toList();

    /** The timings of one size; times in seconds, heap in 10^6 bytes. */
    private record Row(
            int variables,
            int steps,
            int runs,
            @JsonUnwrapped Meter.Readings took,
            double statistics) {}

    public TableResult run(CommandContext context) throws InterruptedException {
        String machine = Meter.machine();
        List<Row> rowsOfTable = new ArrayList<>();
        for (int d : runs.sizes()) {
            rowsOfTable.add(measure(d, context));
        }
        List<String> remarks = List.of(
                machine,
                String.format(
                        Locale.ROOT,
                        "%s, 100 rounds, %d sites and the coordinator in this process, %d warm-up runs "
                                + "(none, and one run, above d = %d), the same data every time.",
                        METHOD.id(),
                        runs.sites(),
                        runs.warmUps(),
                        LARGE),
                String.format(
                        Locale.ROOT,
                        "The statistics of all sites, %d rows each in memory, one after the other on one thread, "
                                + "are apart; each the better of two.",
                        runs.rows()));
        return TableResult.of(remarks, 0, COLUMNS, rowsOfTable);
    }

    private Row measure(int d, CommandContext context) throws InterruptedException {
        boolean large = d > LARGE;
        int counted = large ? 1 : runs.repetitions();
        Sites sites = runs.data(d);
        List<SiteData> data = new ArrayList<>();
        double statisticsTime = 0;
        for (NamedSite site : sites.all()) {
            context.progress().update(new Progress.Step("d = " + d + ", site", data.size(), runs.sites(), 0));
            statisticsTime += Math.min(read(site), read(site));
            data.add(SiteData.ofMoments(new DatasetIdentity(site.name()), sites.schema(), statistics(site)));
        }
        int k = steps.orElse(d);
        UploadProtection plain = UploadProtection.insecurePlain();
        Method method = Method.named(METHOD.id())
                .with("local-iterations", Integer.toString(k))
                .on(Agreement.inProcess("speed", sites.schema(), runs.sites(), plain));
        Meter.Readings took = Meter.repeat(
                "d = " + d + ", run",
                large ? 0 : runs.warmUps(),
                counted,
                context,
                () -> Learning.of(method, plain).learnFrom(data));
        return new Row(d, k, counted, took, statisticsTime);
    }

    private static double read(NamedSite site) {
        Meter meter = Meter.start();
        statistics(site);
        return meter.read().wallSeconds();
    }

    private static SufficientStatistics statistics(NamedSite site) {
        return new OpenedStatistics(new Sites(site.rows().schema(), List.of(site))).of(0);
    }

    public static OptionalInt steps(String text) {
        return text.strip().equalsIgnoreCase("d")
                ? OptionalInt.empty()
                : IntStream.of(NumberList.parse("--k", text, 1).get(0)).findFirst();
    }

    /**
     * The data sizes and numbers of timed runs.
     *
     * @param sizes d
     * @param sites P
     */
    public record SpeedRuns(List<Integer> sizes, int sites, int rows, int warmUps, int repetitions) {
        public SpeedRuns {
            sizes = List.copyOf(sizes);
            if (sites < 1 || rows < 2 || warmUps < 0 || repetitions < 1) {
                throw new IllegalArgumentException(
                        "--sites and --runs must be at least 1, --rows at least 2, --warmup at least 0, were " + sites
                                + ", " + repetitions + ", " + rows + " and " + warmUps);
            }
        }

        Sites data(int variables) {
            return Sites.of(SimulatedSites.of(new ErdosRenyi(variables, variables))
                            .sites(sites)
                            .rowsPerSite(rows)
                            .seed(1)
                            .build())
                    .inMemory();
        }
    }
}
