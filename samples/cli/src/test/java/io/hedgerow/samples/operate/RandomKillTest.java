// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Any process of a study is killed at any time and started again, several times over. */
@Tag("long")
@Timeout(900)
class RandomKillTest {

    private static final int KILLS = 6;

    @TempDir
    Path temp;

    @ParameterizedTest
    @CsvSource({"false, 1", "false, 2", "false, 3", "true, 4", "true, 5", "true, 6"})
    void anyProcessKilledAtAnyTime_learnsTheSameNetwork(boolean masked, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        Path directory = temp.resolve("study");
        try (TestFederation federation =
                masked ? TestFederation.masked(directory, 3, 0, 20) : TestFederation.plain(directory, 3, 0, 60)) {
            List<Child> sites = new ArrayList<>(Collections.nCopies(3, null));
            for (int p = 0; p < 3; p++) {
                sites.set(p, federation.siteProcess(federation.sites().get(p)));
            }
            Child coordinator = federation.coordinatorProcess();
            for (int kill = 0; kill < KILLS; kill++) {
                if (coordinator.process().waitFor(random.nextLong(1000, 4000), TimeUnit.MILLISECONDS)) {
                    break;
                }
                int victim = random.nextInt(4);
                if (victim == 3) {
                    coordinator.kill();
                    coordinator = federation.coordinatorProcess();
                } else {
                    sites.get(victim).kill();
                    sites.set(victim, federation.siteProcess(federation.sites().get(victim)));
                }
            }
            coordinator.ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
            assertEquals(federation.networkInProcess(), federation.networkFile());
            for (String site : federation.sites()) {
                federation.requireNothingComputedTwice(site, false);
                federation.egress(site);
            }
        }
    }
}
