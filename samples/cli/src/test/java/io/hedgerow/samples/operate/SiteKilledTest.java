// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.privacy.PrivacyRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sites that are killed before, in and after their part of a round, and started again or not. */
@Tag("slow")
@Timeout(300)
class SiteKilledTest {

    private static final int DEADLINE = 60;

    /** Long enough for sites that have dialled before the round began, on a busy machine. */
    private static final int SHORT_DEADLINE = 8;

    @TempDir
    Path temp;

    @Test
    void killedBeforeAndAfterUpload_andStartedAgain_learnsTheSameNetwork() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, DEADLINE)) {
            Child first = federation.siteHalting("site-1", "task:0");
            Child second = federation.siteHalting("site-2", "update:1");
            Child third = federation.site("site-3");
            Child coordinator = federation.coordinator();
            first.ends(Child.HALTED);
            // stored, and not sent
            first = federation.siteHalting("site-1", "update:0");
            first.ends(Child.HALTED);
            // the update of round 2 has arrived when the task of round 3 comes
            first = federation.siteHalting("site-1", "task:3");
            second.ends(Child.HALTED);
            second = federation.site("site-2");
            first.ends(Child.HALTED);
            first = federation.site("site-1");
            coordinator.ends(0);
            for (Child site : List.of(first, second, third)) {
                site.ends(0);
            }
            assertEquals(federation.networkInProcess(), federation.networkFile());
            for (String site : federation.sites()) {
                federation.requireNothingComputedTwice(site, false);
                assertEquals(TestFederation.ROUNDS, federation.egress(site).messages(), site);
            }
        }
    }

    @Test
    @Tag("long")
    void privateSite_killedBeforeUpload_sendsWhatItStored_andSpendsOnce() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, DEADLINE)) {
            Child first = federation.siteHalting("site-1", "update:0");
            Child second = federation.siteHalting("site-2", "task:0");
            Child third = federation.site("site-3");
            Child coordinator = federation.coordinator();
            first.ends(Child.HALTED);
            second.ends(Child.HALTED);
            assertEquals(0, federation.egress("site-1").messages());
            first = federation.site("site-1");
            second = federation.site("site-2");
            coordinator.ends(0);
            for (Child site : List.of(first, second, third)) {
                site.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
            for (String site : federation.sites()) {
                federation.requireNothingComputedTwice(site, true);
                federation.requireSpentOnce(site);
                assertEquals(2, federation.egress(site).messages(), site);
                assertEquals(0, federation.egress(site).withoutLedger(), site);
            }
        }
    }

    /** Nothing was computed yet: the journal says so, and the reservation is taken up. */
    @Test
    void privateSite_killedWhileItReadsRecords_computesUnderTheSameReservation() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, DEADLINE)) {
            Child first = federation.siteHalting("site-1", "rows");
            Child second = federation.site("site-2");
            Child third = federation.site("site-3");
            Child coordinator = federation.coordinator();
            first.ends(Child.HALTED);
            first = federation.site("site-1");
            coordinator.ends(0);
            for (Child site : List.of(first, second, third)) {
                site.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
            for (String site : federation.sites()) {
                federation.requireNothingComputedTwice(site, true);
                federation.requireSpentOnce(site);
                assertEquals(0, federation.egress(site).withoutLedger(), site);
            }
        }
    }

    @Test
    void privateSite_killedWhenRowsAreHandedOn_neverComputesTheRoundAgain_andTheStudyEndsAsLost() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, DEADLINE)) {
            Child first = federation.siteHalting("site-1", "rows");
            Child second = federation.site("site-2");
            Child third = federation.site("site-3");
            Child coordinator = federation.coordinator();
            first.ends(Child.HALTED);
            federation.noteReading("site-1", 0); // as of a process that was killed a moment later
            first = federation.site("site-1");
            coordinator.ends(7);
            for (Child site : List.of(first, second, third)) {
                site.ends(7);
                assertFalse(site.output().contains("start this site again"), site.output());
            }
            assertFalse(coordinator.output().contains("start the coordinator"), coordinator.output());
            assertEquals("aggregation-failed", federation.state());
            String reason = federation.json().get("reason").asText();
            assertTrue(reason.contains("round 0 is lost: site site-1"), reason);
            for (String site : federation.sites()) {
                federation.requireNothingComputedTwice(site, true);
                federation.requireSpentOnce(site);
            }
            assertEquals(null, federation.egress("site-1").bytesByType().get("update"));
        }
    }

    @Test
    @Tag("long") // it waits for deadlines
    void notStartedAgain_theOthersGoOn_whereTheQuorumAllowsIt_andTheStudyEndsWhereItDoesNot() throws Exception {
        try (TestFederation enough = TestFederation.plain(temp.resolve("enough"), 3, 2, SHORT_DEADLINE);
                TestFederation tooFew = TestFederation.plain(temp.resolve("too-few"), 3, 0, SHORT_DEADLINE)) {
            for (TestFederation federation : List.of(enough, tooFew)) {
                federation.siteHalting("site-3", "task:" + (TestFederation.ROUNDS - 2));
                federation.site("site-1");
                federation.site("site-2");
            }
            for (TestFederation federation : List.of(enough, tooFew)) {
                federation.awaitDialled("site-1", "site-2", "site-3");
            }
            Child ends = enough.coordinator();
            Child fails = tooFew.coordinator();
            ends.ends(0);
            fails.ends(7);
            assertEquals("rounds-completed", enough.state());
            assertEquals(TestFederation.ROUNDS, enough.json().get("rounds").asInt());
            assertEquals("quorum-not-met", tooFew.state());
            assertTrue(fails.output().contains("the quorum is 3"), fails.output());
        }
    }

    /** What was paid for is not lost with the study. */
    @Test
    @Tag("long") // it waits for a deadline
    void privateStudyThatTooFewAnswered_goesOnWhenAllAreStartedAgain_atTheSameCost() throws Exception {
        try (TestFederation federation = TestFederation.of(
                temp.resolve("study"),
                new LocalStudy.Terms(
                        "dp-fed-sparse",
                        Map.of("local-iterations", "5"),
                        Optional.of(PrivacyRequest.parse("epsilon=3")),
                        false,
                        5,
                        0,
                        Duration.ofSeconds(20)),
                3)) {
            federation.siteHalting("site-3", "task:2");
            List<Child> there = List.of(federation.site("site-1"), federation.site("site-2"));
            Child coordinator = federation.coordinator();
            coordinator.ends(7);
            assertEquals("quorum-not-met", federation.state());
            assertTrue(coordinator.output().contains("to go on with that round"), coordinator.output());
            for (Child site : there) {
                site.ends(7);
            }
            List<Child> again = federation.everySite();
            federation.coordinator().ends(0);
            for (Child site : again) {
                site.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
            assertEquals(federation.networkOfSolutions(), federation.networkFile());
            for (String site : federation.sites()) {
                federation.requireNothingComputedTwice(site, true);
                federation.requireSpentOnce(site);
                assertEquals(List.of(), federation.securityEvents(site), site);
            }
            federation.site("site-1").ends(0);
        }
    }

    @Test
    void sitesThatNeverCome_endTheStudyAtTheDeadline_andACoordinatorThatNeverComes_endsTheSite() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, 2)) {
            Child site = federation.site("site-1", "--patience", "2");
            site.fails(7, "could not be reached for 2 s", "check the address");
            Child coordinator = federation.coordinator();
            coordinator.ends(7);
            assertEquals("quorum-not-met", federation.state());
            assertTrue(
                    coordinator.output().contains("0 sites before the deadline of 2 s, the quorum is 3"),
                    coordinator.output());
        }
    }
}
