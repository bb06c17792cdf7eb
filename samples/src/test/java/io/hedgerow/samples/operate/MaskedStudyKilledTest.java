package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sites and coordinators of a masked study that are killed between its messages, and started again. */
@Timeout(300)
class MaskedStudyKilledTest {

    private static final int DEADLINE = 20;

    @TempDir
    Path temp;

    @Test
    void siteKilledBeforeUpload_inUnmasking_andAfterARound_andStartedAgain_learnsTheSameNetwork() throws Exception {
        try (TestFederation federation = TestFederation.masked(temp.resolve("study"), 4, 0, DEADLINE)) {
            // messages of a first round: join, keys, shares, an empty one, the masked update, a confirmation, shares of
            // masks
            Child first = federation.siteHalting("site-1", "egress:4");
            Child second = federation.siteHalting("site-2", "egress:13");
            Child third = federation.siteHalting("site-3", "task:3");
            Child fourth = federation.site("site-4");
            Child coordinator = federation.coordinator();
            first.ends(Child.HALTED);
            first = federation.site("site-1");
            second.ends(Child.HALTED);
            System.out.println(
                    java.nio.file.Files.readString(federation.home("site-2").egress())
                            .replaceAll("\"(peer|sha256|previous|hash|study)\":\"[^\"]*\",?", ""));
            second = federation.site("site-2");
            third.ends(Child.HALTED);
            third = federation.site("site-3");
            coordinator.ends(0);
            for (Child site : List.of(first, second, third, fourth)) {
                site.ends(0);
            }
            requireSame(federation);
        }
    }

    @Test
    void coordinatorKilledInEveryPhase_andStartedAgain_learnsTheSameNetwork() throws Exception {
        try (TestFederation federation = TestFederation.masked(temp.resolve("study"), 3, 0, DEADLINE)) {
            List<Child> sites = new ArrayList<>();
            for (String site : federation.sites()) {
                sites.add(federation.site(site));
            }
            federation.coordinatorHalting("connected").ends(Child.HALTED);
            federation.coordinatorHalting("round:0").ends(Child.HALTED);
            killWithAnOpenSlot(federation);
            federation
                    .coordinatorHalting("round:" + (TestFederation.ROUNDS - 1))
                    .ends(Child.HALTED);
            federation.coordinator().ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            requireSame(federation);
        }
    }

    /** The updates of a round are under way and nothing of it is unmasked. */
    private static void killWithAnOpenSlot(TestFederation federation) throws Exception {
        long before = updates(federation, "site-1");
        Child coordinator = federation.coordinator();
        while (updates(federation, "site-1") == before) {
            Thread.sleep(5);
        }
        coordinator.kill();
    }

    private static long updates(TestFederation federation, String site) throws Exception {
        Path log = federation.home(site).egress();
        return Files.exists(log)
                ? Files.readString(log)
                        .lines()
                        .filter(line -> line.contains("\"type\":\"update\""))
                        .count()
                : 0;
    }

    @Test
    void privateMaskedStudy_siteKilledBeforeUpload_spendsOnce() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, true, DEADLINE)) {
            Child first = federation.siteHalting("site-1", "egress:4");
            Child second = federation.siteHalting("site-2", "egress:5");
            Child third = federation.site("site-3");
            Child coordinator = federation.coordinator();
            first.ends(Child.HALTED);
            first = federation.site("site-1");
            second.ends(Child.HALTED);
            second = federation.site("site-2");
            coordinator.process().waitFor();
            System.out.println(coordinator.output() + coordinator.errors());
            for (Child site : List.of(first, second, third)) {
                site.process().waitFor();
                System.out.println(site.errors());
            }
            for (String site : federation.sites()) {
                federation.requireNothingComputedTwice(site, true);
                federation.requireSpentOnce(site);
                federation.egress(site);
            }
        }
    }

    private static void requireSame(TestFederation federation) throws Exception {
        assertEquals("rounds-completed", federation.state());
        assertEquals(federation.networkInProcess(), federation.networkFile());
        for (String site : federation.sites()) {
            federation.requireNothingComputedTwice(site, false);
            federation.egress(site);
        }
    }
}
