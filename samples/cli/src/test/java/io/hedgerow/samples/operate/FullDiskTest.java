// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sites whose files cannot grow. The limit of the shell counts for every file of the process, so different limits hit
 * different files.
 */
@Tag("slow")
@Timeout(300)
@DisabledOnOs(OS.WINDOWS) // there is no such limit
class FullDiskTest {

    private static final int LONG_DEADLINE = 60;
    /** In KiB: room for everything. */
    private static final int MEBIBYTE = 1024;

    @TempDir
    Path temp;

    /** What is in the way of a file's first bytes stands for a disk without room for them. */
    @Test
    void roomOrLedgerThatCannotGrow_orLogThatCannotBeMade_theSiteEndsWithACodeToStartAgainOn_beforeAnythingIsOpened()
            throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, 120)) {
            Child coordinator = federation.coordinator();
            String journal = federation.planName() + ".journal";
            federation
                    .siteOnFullDisk("site-1", 1)
                    .fails(75, journal + ".room cannot have the room that a round needs, nothing was spent: ");
            Files.write(federation.home("site-1").path().resolve(journal + ".room"), new byte[1 << 20]);
            federation.siteOnFullDisk("site-1", 1).fails(75, "data-files: cannot be written, so nothing was charged: ");
            noteData(federation, coordinator);
            // a site is charged with its first task, which comes when all are there
            federation.site("site-2");
            federation.site("site-3");
            Child site = federation.siteOnFullDisk("site-1", 1);
            site.fails(75, "hedgerow.ledger cannot be written, nothing was recorded: ");
            assertEquals(0, federation.egress("site-1").messages());
            Path inTheWay = Files.createDirectories(
                    federation.home("site-1").path().resolve(journal + ".new").resolve("full"));
            Files.delete(federation.home("site-1").path().resolve(journal));
            Files.delete(federation.home("site-1").path().resolve(journal + ".lock"));
            federation.site("site-1").fails(75, journal + " cannot be made: ");
            Files.delete(inTheWay);
            // with room again, nothing is left of the attempt
            assertTrue(federation.ledger("site-1").spent().studies().isEmpty());
        }
    }

    /** Has a site join and note its data outside of its home, so that this needs no room any more, and kills it. */
    private static void noteData(TestFederation federation, Child coordinator) throws Exception {
        Child noting = federation.siteOnFullDisk("site-1", MEBIBYTE);
        coordinator.awaitOutput("site site-1 is connected");
        noting.kill();
    }

    /** It says nothing to anybody, and is back before the deadline. */
    @Test
    void journalOrEgressLogThatCannotGrow_theSiteEnds_nothingLeavesUnrecorded_andWithRoomTheStudyGoesOn()
            throws Exception {
        try (TestFederation journal = TestFederation.plain(temp.resolve("journal"), 3, 0, LONG_DEADLINE);
                TestFederation egress = TestFederation.plain(temp.resolve("egress"), 3, 0, LONG_DEADLINE)) {
            Child first = journal.coordinator();
            Child second = egress.coordinator();
            noteData(journal, first);
            noteData(egress, second);
            Child fullJournal = journal.siteOnFullDisk("site-1", 1);
            fillEgressLog(egress.home("site-1").egress());
            long before = egress.egress("site-1").bytes();
            Child fullEgress = egress.siteOnFullDisk("site-1", 4);
            List<Child> sites = new ArrayList<>();
            for (TestFederation federation : List.of(journal, egress)) {
                sites.add(federation.site("site-2"));
                sites.add(federation.site("site-3"));
            }
            fullJournal.fails(75, "local-journal.journal cannot be written, nothing was added: ");
            fullEgress.fails(75, "egress.log cannot be written, nothing was added: ");
            assertEquals(before, egress.egress("site-1").bytes());
            sites.add(journal.site("site-1"));
            sites.add(egress.site("site-1"));
            first.ends(0);
            second.ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            requireSame(journal);
            requireSame(egress);
            assertEquals(journal.egress("site-1").bytes(), arrived(journal));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX) // elsewhere nobody can raise the limit of a process that runs
    void coordinatorsJournalThatCannotGrow_itWaits_endsWithACodeToStartAgainOn_andWithRoomGoesOn() throws Exception {
        try (TestFederation federation = TestFederation.masked(temp.resolve("study"), 3, 0, LONG_DEADLINE)) {
            List<Child> sites = federation.everySite();
            Child full = federation.coordinatorOnFullDisk(1, "--patience=1");
            full.fails(75, "warning: ", "local-study.journal cannot be written, nothing was added: ");
            Child waiting = federation.coordinatorOnFullDisk(2);
            waiting.awaitOutput("local-study.journal cannot be written, nothing was added: ");
            waiting.freeDisk();
            waiting.ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            requireSame(federation);
        }
    }

    /** The sites have masked what they computed, and over whom the sum is cannot be kept. */
    @Test
    void memoryOfMasksThatCannotBeWritten_theCoordinatorWaits_andWithRoomLearnsTheSameNetwork() throws Exception {
        try (TestFederation federation = TestFederation.maskedWithNoise(temp.resolve("study"), 3, LONG_DEADLINE)) {
            Path inTheWay = federation.coordinatorData().resolve("local-study-masks/cohort.new");
            Files.createDirectories(inTheWay.resolve("full"));
            List<Child> sites = federation.everySite();
            Child waiting = federation.coordinator();
            waiting.awaitOutput("cohort could not be replaced (directory is not empty); free the disk");
            Files.delete(inTheWay.resolve("full"));
            Files.delete(inTheWay);
            waiting.ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
            assertEquals(federation.networkOfSolutions(), federation.networkFile());
            requireSpentOnce(federation);
        }
    }

    @Test
    void resultThatCannotBeWritten_isWrittenByTheNextStart() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, true, LONG_DEADLINE)) {
            List<Child> sites = federation.everySite();
            federation
                    .coordinatorOnFullDisk(3)
                    .fails(75, "cannot write", "result-1", "network.svg", "its result is written by the next start");
            assertFalse(Files.exists(federation.lastResult()), "there are all files of a result, or none");
            for (Child site : sites) {
                site.ends(0);
            }
            federation.coordinator().ends(0);
            assertEquals("rounds-completed", federation.state());
            requireSpentOnce(federation);
        }
    }

    private static void requireSpentOnce(TestFederation federation) throws Exception {
        for (String site : federation.sites()) {
            federation.requireNothingComputedTwice(site, true);
            federation.requireSpentOnce(site);
            federation.egress(site);
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
