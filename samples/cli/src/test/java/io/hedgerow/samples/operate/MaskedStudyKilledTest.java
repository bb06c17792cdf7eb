// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.samples.privacy.PrivacyRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sites and coordinators of a masked study that are killed between its messages, and started again. */
@Tag("slow")
@Timeout(300)
class MaskedStudyKilledTest {

    private static final int DEADLINE = 20;

    @TempDir
    Path temp;

    @Test
    void siteKilledBeforeUpload_andInUnmasking_andStartedAgain_learnsTheSameNetwork() throws Exception {
        try (TestFederation federation = TestFederation.masked(temp.resolve("study"), 5, 0, DEADLINE)) {
            // four of five sites open a sum, so one may be lost while it is opened
            Child first = federation.siteHalting("site-1", "update:0");
            Child second = federation.siteHalting("site-2", "unmasking:1");
            Child third = federation.site("site-3");
            Child fourth = federation.site("site-4");
            Child fifth = federation.site("site-5");
            Child coordinator = federation.coordinator();
            first.ends(Child.HALTED);
            first = federation.site("site-1");
            second.ends(Child.HALTED);
            second = federation.site("site-2");
            coordinator.ends(0);
            for (Child site : List.of(first, second, third, fourth, fifth)) {
                site.ends(0);
            }
            requireSame(federation);
            for (String site : federation.sites()) {
                // what came again because nobody knew whether it had arrived is no attack
                assertEquals(List.of(), federation.securityEvents(site), site);
            }
        }
    }

    /**
     * In the middle of a round its sites have the task, and the coordinator that is started again prepares the round
     * anew.
     */
    @ParameterizedTest
    @ValueSource(strings = {"update:0", "update:3"})
    void coordinatorKilledBetweenUpdates_andStartedAgain_learnsTheSameNetwork(String point) throws Exception {
        coordinatorKilled(point);
    }

    @Test
    @Tag("long")
    void coordinatorKilledInEveryPhase_andStartedAgain_learnsTheSameNetwork() throws Exception {
        coordinatorKilled("connected", "update:0", "round:0", "update:3", "round:" + (TestFederation.ROUNDS - 1));
    }

    private void coordinatorKilled(String... points) throws Exception {
        try (TestFederation federation = TestFederation.masked(temp.resolve("study"), 3, 0, DEADLINE)) {
            List<Child> sites = federation.everySite();
            for (String point : points) {
                federation.coordinatorHalting(point).ends(Child.HALTED);
            }
            federation.coordinator().ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            requireSame(federation);
        }
    }

    @Test
    @Tag("long")
    void privateMaskedStudy_siteKilledBeforeUpload_spendsOnce() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, true, DEADLINE)) {
            List<Child> sites = started(federation, "update:0");
            Child coordinator = federation.coordinator();
            sites.get(0).ends(Child.HALTED);
            sites.set(0, federation.site("site-1"));
            requireEnd(federation, coordinator, sites, 0, "rounds-completed");
        }
    }

    /**
     * All three sites are needed to open a sum: the round is repeated with the same updates, and nothing is spent
     * again.
     */
    @Test
    void privateMaskedStudy_siteKilledInUnmasking_spendsOnce() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, true, DEADLINE)) {
            List<Child> sites = started(federation, "unmasking:0");
            Child coordinator = federation.coordinator();
            sites.get(0).ends(Child.HALTED);
            sites.set(0, federation.site("site-1"));
            requireEnd(federation, coordinator, sites, 0, "rounds-completed");
        }
    }

    private static List<Child> started(TestFederation federation, String point) throws Exception {
        List<Child> sites = new ArrayList<>();
        sites.add(federation.siteHalting("site-1", point));
        sites.add(federation.site("site-2"));
        sites.add(federation.site("site-3"));
        return sites;
    }

    private static void requireEnd(
            TestFederation federation, Child coordinator, List<Child> sites, int exitCode, String state)
            throws Exception {
        coordinator.ends(exitCode);
        for (Child site : sites) {
            site.ends(exitCode);
        }
        assertEquals(state, federation.state());
        for (String site : federation.sites()) {
            federation.requireNothingComputedTwice(site, true);
            federation.requireSpentOnce(site);
            federation.egress(site);
        }
    }

    @Test
    @Tag("long") // it waits for deadlines
    void siteNotStartedAgain_withNoiseOfEachSitesOwn_theSumIsFormedOverTheOthers() throws Exception {
        LocalStudy.Terms terms = new LocalStudy.Terms(
                "dp-fed-sparse",
                Map.of("local-iterations", "2"),
                Optional.of(PrivacyRequest.parse("epsilon=2")),
                true,
                TestFederation.ROUNDS,
                4,
                Duration.ofSeconds(8));
        try (TestFederation federation = TestFederation.of(temp.resolve("study"), terms, 5)) {
            federation.siteHalting("site-5", "unmasking:4");
            List<Child> others = new ArrayList<>();
            for (String site : federation.sites().subList(0, 4)) {
                others.add(federation.site(site));
            }
            federation.awaitDialled(federation.sites().toArray(String[]::new));
            federation.coordinator().ends(0);
            for (Child site : others) {
                site.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
        }
    }

    /**
     * Its keys of the round are gone. Where all of the three sites open a sum, and where four of five would: the round
     * is tried again.
     */
    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    @Tag("long")
    void siteKilledBetweenItsKeysAndItsUpload_changesNothing(int sites) throws Exception {
        try (TestFederation federation = TestFederation.masked(temp.resolve("study"), sites, 0, DEADLINE)) {
            List<Child> children = new ArrayList<>();
            children.add(federation.siteHalting("site-1", "task:2"));
            for (String site : federation.sites().subList(1, sites)) {
                children.add(federation.site(site));
            }
            Child coordinator = federation.coordinator();
            children.get(0).ends(Child.HALTED);
            children.set(0, federation.site("site-1"));
            coordinator.ends(0);
            for (Child child : children) {
                child.ends(0);
            }
            requireSame(federation);
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
