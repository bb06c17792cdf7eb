package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.egress.EgressEntry;
import io.hedgerow.transport.egress.EgressLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Sites whose files cannot grow. The limit of the shell counts for every file of the process, so different limits hit different files. */
@Timeout(300)
@DisabledOnOs(OS.WINDOWS) // there is no such limit
class FullDiskTest {

    private static final int DEADLINE = 12;
    private static final int LONG_DEADLINE = 60;

    @TempDir
    Path temp;

    @Test
    void ledgerThatCannotGrow_theSiteRefuses_beforeAnythingIsOpened() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, 120)) {
            federation.coordinator();
            Child site = federation.siteOnFullDisk("site-1", 1);
            site.fails(5, "hedgerow.ledger cannot be written, nothing was recorded: ");
            assertEquals(0, federation.egress("site-1").messages());
            // with room again, nothing is left of the attempt
            assertTrue(federation.ledger("site-1").spent().studies().isEmpty());
        }
    }

    @Test
    void journalOrEgressLogThatCannotGrow_theSiteEndsWithTheReason_andNothingLeavesUnrecorded() throws Exception {
        try (TestFederation journal = TestFederation.plain(temp.resolve("journal"), 3, 0, DEADLINE);
                TestFederation egress = TestFederation.plain(temp.resolve("egress"), 3, 0, DEADLINE)) {
            Child fullJournal = journal.siteOnFullDisk("site-1", 1);
            fillEgressLog(egress.home("site-1").egress());
            long before = egress.egress("site-1").bytes();
            Child fullEgress = egress.siteOnFullDisk("site-1", 4);
            List<Child> others = new ArrayList<>();
            for (TestFederation federation : List.of(journal, egress)) {
                others.add(federation.site("site-2"));
                others.add(federation.site("site-3"));
            }
            Child first = journal.coordinator();
            Child second = egress.coordinator();
            fullJournal.fails(3, "local-journal.journal cannot be written, nothing was added: ");
            fullEgress.fails(3, "egress.log cannot be written, nothing was added: ");
            first.ends(7);
            second.ends(7);
            for (Child other : others) {
                other.ends(7);
            }
            assertEquals(before, egress.egress("site-1").bytes());
            assertEquals(0, arrived(egress));
            assertEquals(journal.egress("site-1").bytes(), arrived(journal));
        }
    }

    @Test
    void coordinatorsJournalThatCannotGrow_itEndsWithTheReason_andWithRoomAgainItGoesOn() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, LONG_DEADLINE)) {
            List<Child> sites = start(federation);
            federation.coordinatorOnFullDisk(1).fails(3, "local-study.journal cannot be written, nothing was added: ");
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
        }
    }

    /** A sum over all sites needs no memory of masks at the coordinator; the files of the result stop it when the study is over. */
    @Test
    void coordinatorsOtherFilesThatCannotGrow_spendNothingTwice_andLoseNoResult() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, true, LONG_DEADLINE)) {
            List<Child> sites = start(federation);
            federation.coordinatorOnFullDisk(3).fails(3, "cannot write", "result-2", "network.svg");
            assertFalse(Files.exists(federation.lastResult()), "there are all files of a result, or none");
            for (Child site : sites) {
                site.ends(0);
            }
            federation.coordinator().ends(0);
            assertEquals("rounds-completed", federation.state());
            for (String site : federation.sites()) {
                federation.requireNothingComputedTwice(site, true);
                federation.requireSpentOnce(site);
                federation.egress(site);
            }
        }
    }

    private static List<Child> start(TestFederation federation) throws IOException {
        List<Child> sites = federation.everySite();
        return sites;
    }

    private static long arrived(TestFederation federation) throws IOException {
        return federation.json().get("sites").get(0).get("payloadUp").asLong();
    }

    /** Messages of earlier studies. */
    private static void fillEgressLog(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (EgressLog log = EgressLog.open(file)) {
            while (Files.size(file) < 4000) {
                log.append(new EgressEntry(
                        Instant.EPOCH, "update", "hub", "earlier", 0, 8, "0".repeat(64), Optional.empty()));
            }
        }
    }
}
