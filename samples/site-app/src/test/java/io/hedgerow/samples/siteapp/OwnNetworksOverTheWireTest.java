// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.simulation.MaskedSites;
import io.hedgerow.transport.node.CoordinatorNode.Finished;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.StudyEnd;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Networks of sites' own are the same in one process and over the wire, and only their sites have them. */
@Tag("slow")
@Timeout(180)
class OwnNetworksOverTheWireTest {

    private static final int SITES = 3;

    @TempDir
    Path folder;

    /** One graph, with signs of each site's own. */
    private static List<RowSource> series() {
        WeightRange weights = new WeightRange(0.5, 0.7);
        StructuralVar common = StructuralVar.random(
                new ErdosRenyi(3, 2, weights), 1, 2, weights, 1, new double[] {1, 1, 1}, Noise.GAUSSIAN, 4);
        return IntStream.rangeClosed(1, SITES)
                .mapToObj(k ->
                        common.client(StructuralVar.Difference.SAME_GRAPH, k).series(2, 21, k))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"auto, false", "edges, true"})
    void sameRowsGiveTheSameNetworks(String mode, boolean masked) throws Exception {
        NamedMethod method = Method.named("dynamic-gram")
                .with("realisation", "realisation")
                .with("time", "time")
                .with("personal", mode);
        LearnedNetwork inProcess = Learning.of(
                        method,
                        masked ? new MaskedSites(AggregationPolicy.standard()) : UploadProtection.insecurePlain())
                .learn(series());
        LocalStudy study = study(method, masked);
        Map<SiteId, NamedNetwork> own = inProcess.personal();
        assertEquals(SITES, own.size());
        assertTrue(own.values().stream().allMatch(network -> network.weights().edgeCount() > 0));
        assertEquals(SITES, own.values().stream().distinct().count());

        ExecutorService threads = Executors.newFixedThreadPool(SITES);
        try (LocalHub hub = new LocalHub(study, (report, consensus) -> {})) {
            List<Future<StudyEnd>> ends = new ArrayList<>();
            for (String name : study.names()) {
                Membership membership = join(study, name, hub.address()).personalised();
                ends.add(threads.submit(() -> membership.run(event -> {})));
            }
            List<NamedNetwork> networks = new ArrayList<>();
            for (int p = 0; p < SITES; p++) {
                networks.add(ends.get(p).get().personal().orElseThrow());
                assertEquals(own.get(SiteId.numbered(SITES).get(p)), networks.get(p));
            }
            Finished finished = hub.finished();
            assertEquals(inProcess.network(), finished.ended().network().orElseThrow());
            assertEquals(
                    inProcess.evidence().flatMap(Evidence::sharing),
                    finished.ended().evidence().flatMap(Evidence::sharing));
            assertEquals(inProcess.run().notes(), finished.ended().notes());
            StudyEnd again = join(study, "site-1", hub.address()).personalised().run(event -> {});
            assertEquals(networks.get(0), again.personal().orElseThrow(), "from the site's own journal");
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(1, TimeUnit.MINUTES); // before the directory is deleted
        }
    }

    private LocalStudy study(NamedMethod method, boolean masked) {
        LocalStudy study = new LocalStudy(
                folder.resolve("study"),
                new LocalStudy.Terms(
                        method.name(),
                        method.parameters(),
                        Optional.empty(),
                        masked,
                        method.rounds(),
                        0,
                        Duration.ofMinutes(1)),
                InstantSource.system());
        study.create(series());
        return study;
    }

    private static Membership join(LocalStudy study, String name, String address) throws Exception {
        SignedPlan plan = SignedPlan.read(study.plan());
        assertTrue(Files.readString(study.site(name).resolve("join.yaml")).contains("personalWeights: true"));
        return Site.open(study.site(name)).join(plan, plan.rows(study.site(name).resolve("rows.csv")), address);
    }
}
