// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.federation.PayloadBytes;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.text.PlatformLogs;
import io.hedgerow.core.internal.text.Traces;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.operate.TestFederation;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.StudyEnd;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.cumulative.CumulativeCounter;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeteredWatchTest {

    private static final Parameters NOTHING = Parameters.zeros(1);

    @TempDir
    Path folder;

    private final MockClock clock = new MockClock();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);

    private static RoundReport report(int round, int sites, long up, double acyclicity) {
        Set<SiteId> included = new TreeSet<>();
        for (int p = 0; p < sites; p++) {
            included.add(new SiteId("site-" + p));
        }
        return new RoundReport(
                round,
                included,
                Set.of(),
                new RoundReport.Consensus(acyclicity, 0.25, 0.5, 7),
                new RoundReport.Penalties(0, 1, 1),
                new PayloadBytes(up, 3),
                9);
    }

    private static double gauge(MeterRegistry registry, String name, String study) {
        return registry.get(name).tag("study", study).gauge().value();
    }

    private double count(String name, String study) {
        return registry.get(name).tag("study", study).counter().count();
    }

    @Test
    void rounds_addUp_perStudyAndInTheirUnits() {
        MeteredWatch one = new MeteredWatch(registry, "one", (port, links) -> {});
        MeteredWatch two = new MeteredWatch(registry, "two", (port, links) -> {});
        clock.add(Duration.ofMillis(1500));
        one.rounds().roundEnded(report(0, 3, 50, 0.5), NOTHING);
        clock.add(Duration.ofMillis(500));
        one.rounds().roundEnded(report(1, 2, 70, 0.125), NOTHING);
        two.rounds().roundEnded(report(0, 2, 1, 0), NOTHING);

        assertEquals(2, count("hedgerow.rounds", "one"));
        assertEquals(1, count("hedgerow.rounds", "two"));
        assertEquals(120, count("hedgerow.payload.received", "one"));
        assertEquals(6, count("hedgerow.payload.sent", "one"));
        assertEquals(
                "bytes", registry.get("hedgerow.payload.sent").counter().getId().getBaseUnit());
        assertEquals(
                2,
                registry.get("hedgerow.round.duration")
                        .tag("study", "one")
                        .timer()
                        .totalTime(TimeUnit.SECONDS));
        Map.of(
                        "hedgerow.acyclicity", 0.125,
                        "hedgerow.consensus.distance", 0.25,
                        "hedgerow.consensus.support", 7.0,
                        "hedgerow.round.sites", 2.0)
                .forEach((name, value) -> assertEquals(value, gauge(registry, name, "one"), name));
    }

    @Test
    void gauges_areUnknownBeforeTheFirstRound_stayAfterACollection_andFollowTheNextWatch() {
        new MeteredWatch(registry, "one", (port, links) -> {}).rounds().roundEnded(report(0, 3, 50, 0.5), NOTHING);
        System.gc(); // a registry forgets a number that nothing else holds
        assertEquals(0.5, gauge(registry, "hedgerow.acyclicity", "one"));
        int meters = registry.getMeters().size();
        MeteredWatch again = new MeteredWatch(registry, "one", (port, links) -> {});
        assertTrue(Double.isNaN(gauge(registry, "hedgerow.acyclicity", "one")));
        assertTrue(Double.isNaN(gauge(registry, "hedgerow.sites.online", "one")));
        again.rounds().roundEnded(report(1, 3, 50, 0.25), NOTHING);
        assertEquals(0.25, gauge(registry, "hedgerow.acyclicity", "one"));
        assertEquals(meters, registry.getMeters().size());
        assertEquals(2, count("hedgerow.rounds", "one"), "counters go on");
    }

    @Test
    void brokenBackEnd_stopsNoStudy() {
        SimpleMeterRegistry broken = new SimpleMeterRegistry() {
            @Override
            protected Counter newCounter(Meter.Id id) {
                return new CumulativeCounter(id) {
                    @Override
                    public void increment(double amount) {
                        throw new IllegalStateException("the back end is away");
                    }
                };
            }
        };
        List<Integer> seen = new ArrayList<>();
        MeteredWatch watch = new MeteredWatch(broken, "one", new CoordinatorNode.Watch() {
            @Override
            public void listening(int port, Supplier<List<SiteLink>> links) {}

            @Override
            public RoundObserver rounds() {
                return (report, consensus) -> seen.add(report.round());
            }
        });
        watch.rounds().roundEnded(report(0, 3, 50, 0.5), NOTHING);
        assertEquals(List.of(0), seen, "the other watch sees the round");
    }

    /** Micrometer writes that a number of a meter failed, with what was thrown. */
    @Test
    void roundsAndMeters_areLoggedWithoutTheNetwork() {
        double[] values = new Random(7).doubles(40, -900_000, 900_000).toArray();
        Parameters consensus = Parameters.copyOf(values);
        try (PlatformLogs logs = new PlatformLogs()) {
            MeteredWatch watch = new MeteredWatch(registry, "one", (port, links) -> {});
            watch.listening(1, () -> {
                throw new IllegalStateException("links are away");
            });
            watch.rounds().roundEnded(report(0, 3, 50, 0.5), consensus);
            assertTrue(Double.isNaN(gauge(registry, "hedgerow.sites.online", "one")));
            String said = logs.text() + registry.getMetersAsString();
            assertTrue(said.contains("io.micrometer") && said.contains("links are away"), said);
            assertEquals(Optional.empty(), new Traces().of(values).in(said), said);
        }
    }

    /** Three sites, over the wire; no line of a log has a cell. */
    @Tag("slow")
    @Test
    void studyOverTheWire_isMeasured() throws Exception {
        LocalStudy study = new LocalStudy(
                folder.resolve("study"),
                new LocalStudy.Terms("fed-sparse", Map.of(), Optional.empty(), false, 5, 0, Duration.ofMinutes(1)),
                InstantSource.system());
        List<RowSource> rows = TestFederation.rows(3);
        Traces cells = new Traces();
        rows.forEach(site -> site.forEachRow(cells::of));
        study.create(rows);
        Path directory = Files.createDirectories(folder.resolve("hub"));
        Files.move(study.coordinator(), directory.resolve("identity"));
        SignedPlan plan = SignedPlan.read(study.plan());
        CoordinatorNode hub =
                CoordinatorNode.open(directory).listeningAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        CompletableFuture<Integer> port = new CompletableFuture<>();
        CoordinatorNode.Watch watch = (listening, links) -> port.complete(listening);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (PlatformLogs logs = new PlatformLogs()) {
            Future<CoordinatorNode.Finished> end = threads.submit(() -> {
                // region:metered
                CoordinatorNode.Finished finished =
                        hub.run(plan, new MeteredWatch(registry, plan.plan().name(), watch));
                // endregion
                return finished;
            });
            List<Future<StudyEnd>> sites = new ArrayList<>();
            for (String name : study.names()) {
                Membership membership = Site.open(study.site(name))
                        .join(
                                plan,
                                plan.rows(new SiteId(name), study.site(name).resolve("rows.csv")),
                                "127.0.0.1:" + port.get(1, TimeUnit.MINUTES));
                sites.add(threads.submit(() -> membership.run(event -> {})));
            }
            for (Future<StudyEnd> site : sites) {
                assertTrue(site.get(1, TimeUnit.MINUTES).state().isPresent());
            }
            CoordinatorNode.Finished finished = end.get(1, TimeUnit.MINUTES);
            assertEquals(
                    (double) finished.ended().rounds(),
                    count("hedgerow.rounds", plan.plan().name()));
            assertEquals(3, gauge(registry, "hedgerow.round.sites", plan.plan().name()));
            assertTrue(count("hedgerow.payload.received", plan.plan().name()) > 0);
            assertTrue(logs.text().contains("io.grpc"), "lines are seen");
            assertEquals(Optional.empty(), cells.in(logs.text() + registry.getMetersAsString()));
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(1, TimeUnit.MINUTES); // before the directory is deleted
        }
    }
}
