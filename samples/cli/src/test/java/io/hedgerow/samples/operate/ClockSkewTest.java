// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Machines whose clock is wrong. No clock of another machine is ever trusted, so a wrong one must show by what was
 * signed and recorded.
 */
@Tag("slow")
@Timeout(300)
class ClockSkewTest {

    private static final int BAD_FILE = 3;
    private static final int REFUSED = 5;
    private static final Duration FIVE_HOURS = Duration.ofHours(5);

    @TempDir
    Path temp;

    @Test
    void clockOffByDays_theSiteAndTheCoordinatorStopBeforeAnything_andSayToSetIt() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, 60)) {
            federation
                    .siteWithClockOff("site-1", Duration.ofDays(-2))
                    .fails(BAD_FILE, "is good from", "set the clock of this machine");
            federation
                    .siteWithClockOff("site-1", Duration.ofDays(4000))
                    .fails(BAD_FILE, "expired at", "set the clock if it is wrong");
            assertEquals(0, federation.network("site-1").attempts());
            assertTrue(Files.notExists(federation.home("site-1").ledger()), "nothing is charged");
            federation.coordinatorWithClockOff(Duration.ofDays(-2)).fails(BAD_FILE, "is good from", "set the clock");
        }
    }

    /** Clocks that differ by hours matter to nobody but their own ledger. */
    @Test
    void clocksOffByHours_changeNothing() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, 60)) {
            List<Child> sites = new ArrayList<>();
            sites.add(federation.siteWithClockOff("site-1", FIVE_HOURS));
            sites.add(federation.site("site-2"));
            sites.add(federation.site("site-3"));
            Child coordinator = federation.coordinatorWithClockOff(FIVE_HOURS.multipliedBy(2));
            coordinator.ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            assertEquals(federation.networkInProcess(), federation.networkFile());
        }
    }

    /**
     * A clock that was ahead is set right: the ledger takes no record that is older than its last one, until the
     * steward allows it.
     */
    @Test
    void clockThatGoesBack_theLedgerRefuses_andWithTheStewardsToleranceTheSiteGoesOn_andSpendsOnce() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, 60)) {
            Child coordinator = federation.coordinator();
            Child ahead = federation.siteWithClockOff("site-1", FIVE_HOURS);
            coordinator.awaitOutput("site site-1 is connected");
            // rows that are gone keep its first round open, so the study waits for it
            Path data = federation.study().site("site-1").resolve("rows.csv");
            byte[] rows = Files.readAllBytes(data);
            Files.delete(data);
            List<Child> others = List.of(federation.site("site-2"), federation.site("site-3"));
            federation.awaitCharged("site-1");
            ahead.kill();
            Files.write(data, rows);
            double charged = federation.ledger("site-1").spent().spentEpsilon();
            assertTrue(charged > 0, "a site is charged with its first task");
            federation
                    .site("site-1")
                    .fails(REFUSED, "the clock says", "correct the clock, or allow a larger tolerance");
            assertEquals(charged, federation.ledger("site-1").spent().spentEpsilon());

            Path policy = federation.study().site("site-1").resolve("policy.yaml");
            Files.writeString(policy, Files.readString(policy) + "clockToleranceMinutes: 360\n");
            Child again = federation.site("site-1");
            coordinator.ends(0);
            again.ends(0);
            for (Child site : others) {
                site.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
            for (String site : federation.sites()) {
                federation.requireSpentOnce(site);
                federation.requireNothingComputedTwice(site, true);
            }
        }
    }
}
