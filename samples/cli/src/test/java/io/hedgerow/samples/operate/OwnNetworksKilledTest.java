// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A study in which each site gets a network of its own, while sites and coordinator are killed. */
@Tag("slow")
@Timeout(180)
class OwnNetworksKilledTest {

    @TempDir
    Path temp;

    private static List<RowSource> series() {
        WeightRange weights = new WeightRange(0.5, 0.7);
        StructuralVar common = StructuralVar.random(
                new ErdosRenyi(3, 2, weights), 1, 2, weights, 1, new double[] {1, 1, 1}, Noise.GAUSSIAN, 4);
        return IntStream.rangeClosed(1, 3)
                .mapToObj(k ->
                        common.client(StructuralVar.Difference.SAME_GRAPH, k).series(2, 21, k))
                .toList();
    }

    private TestFederation federation(String name) throws IOException {
        LocalStudy.Terms terms = new LocalStudy.Terms(
                "dynamic-gram",
                Map.of("realisation", "realisation", "time", "time", "personal", "edges"),
                Optional.empty(),
                false,
                400,
                0,
                Duration.ofMinutes(1));
        return TestFederation.of(temp.resolve(name), terms, series());
    }

    /** What sites have of their own, by the site and the name of the file. */
    private static Map<String, String> own(TestFederation federation) throws IOException {
        Map<String, String> own = new TreeMap<>();
        for (String site : federation.sites()) {
            Path folder = federation.study().ownNetwork(site).orElseThrow();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    own.put(site + " " + folder.relativize(file), Files.readString(file));
                }
            }
        }
        return own;
    }

    @Test
    void killedSitesAndCoordinator_endWithTheNetworksOfAStudyThatNobodyDisturbed() throws Exception {
        Map<String, String> undisturbed;
        String common;
        try (TestFederation federation = federation("undisturbed")) {
            federation.inThisProcess();
            undisturbed = own(federation);
            common = federation.networkFile();
        }
        assertEquals(3, undisturbed.size(), undisturbed.keySet().toString());
        assertEquals(3, undisturbed.values().stream().distinct().count(), "each has another");
        try (TestFederation federation = federation("disturbed")) {
            Child first = federation.siteHalting("site-1", "update:1");
            Child second = federation.siteHalting("site-2", "task:3");
            Child third = federation.site("site-3");
            Child coordinator = federation.coordinatorProcess();
            first.ends(Child.HALTED);
            first = federation.site("site-1");
            second.ends(Child.HALTED);
            coordinator.kill();
            coordinator = federation.coordinator();
            second = federation.site("site-2");
            coordinator.ends(0);
            for (Child site : List.of(first, second, third)) {
                site.ends(0);
            }
            assertEquals(undisturbed, own(federation));
            assertEquals(common, federation.networkFile());
            for (String site : federation.sites()) {
                federation.requireNothingComputedTwice(site, false);
            }
            assertTrue(federation.json().has("edges"));
        }
    }
}
