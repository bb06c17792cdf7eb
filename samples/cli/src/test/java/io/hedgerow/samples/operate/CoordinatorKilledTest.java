// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator that is killed in every phase and started again with the same directory. */
@Tag("slow")
@Timeout(300)
class CoordinatorKilledTest {

    private static final int DEADLINE = 60;

    @TempDir
    Path temp;

    @Test
    void killedInEveryPhase_learnsTheSameNetwork_andNoSiteComputesTwice() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, DEADLINE)) {
            List<Child> sites = federation.everySite();
            federation.coordinatorHalting("connected").ends(Child.HALTED);
            federation.coordinatorHalting("round:0").ends(Child.HALTED);
            killInARound(federation, "site-3");
            federation
                    .coordinatorHalting("round:" + (TestFederation.ROUNDS - 1))
                    .ends(Child.HALTED);
            federation.coordinator().ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
            assertEquals(federation.networkInProcess(), federation.networkFile());
            for (String site : federation.sites()) {
                federation.requireNothingComputedTwice(site, true);
                federation.egress(site);
            }
            String first = federation.networkFile();
            // all sites know the end, so it does not wait for any: the deadline is longer than this test's patience
            // allows
            federation.coordinator().ends(0);
            assertEquals(first, federation.networkFile());
        }
    }

    /** All sites but one have answered; the task of that one is on its way. */
    private static void killInARound(TestFederation federation, String late) throws Exception {
        federation.network(late).stallDown(true);
        Child coordinator = federation.coordinatorProcess();
        for (String site : federation.sites()) {
            if (!site.equals(late)) {
                awaitLines(federation.home(site).egress(), 3);
            }
        }
        coordinator.kill();
        federation.network(late).cut();
        federation.network(late).stallDown(false);
    }

    /** The header and one line for each message. */
    private static void awaitLines(Path file, int lines) throws Exception {
        while (!Files.exists(file) || Files.readString(file).lines().count() < lines) {
            Thread.sleep(20); // another process writes it, and files cannot be waited for
        }
    }

    /** Two sites have paid and answered in the first round, and one has its task; the deadline is longer than this. */
    @Test
    void privateStudy_killedAfterTheReplies_spendsOnce() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, 300)) {
            Child halted = federation.siteHalting("site-3", "task:0");
            List<Child> sites = new ArrayList<>(List.of(federation.site("site-1"), federation.site("site-2")));
            Child coordinator = federation.coordinatorProcess();
            halted.ends(Child.HALTED);
            awaitLines(federation.home("site-1").egress(), 2);
            awaitLines(federation.home("site-2").egress(), 2);
            coordinator.kill();
            sites.add(federation.site("site-3"));
            federation.coordinator().ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
            for (String site : federation.sites()) {
                federation.requireNothingComputedTwice(site, true);
                federation.requireSpentOnce(site);
            }
        }
    }
}
