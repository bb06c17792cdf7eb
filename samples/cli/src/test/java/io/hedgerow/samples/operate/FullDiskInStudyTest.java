// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hedgerow.samples.faults.SmallDisk;
import io.hedgerow.samples.privacy.PrivacyRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is full in the middle of a study that was paid for, at one of its sites: a small file system of the
 * site's own. Only the superuser may make one; without, the test is skipped, and says so.
 */
@Tag("slow")
@Timeout(600)
@EnabledOnOs(OS.LINUX)
class FullDiskInStudyTest {

    private static final String SITE = "site-1";
    /** So many that the disk is full before the last one, in a thread that wakes late, too. */
    private static final int ROUNDS = 8;

    /** Longer than a child is waited for: nothing here may end by a deadline. */
    private static final Duration DEADLINE = Duration.ofMinutes(15);

    @TempDir
    Path temp;

    private static long messages(TestFederation federation) throws IOException {
        Path log = federation.home(SITE).egress();
        return Files.exists(log) ? Files.readAllLines(log).size() - 1 : 0;
    }

    private TestFederation federation(boolean masked, int sent, int rounds) throws IOException {
        return TestFederation.of(
                temp.resolve((masked ? "masked-" : "plain-") + sent),
                new LocalStudy.Terms(
                        "dp-fed-sparse",
                        Map.of("local-iterations", "5"),
                        Optional.of(PrivacyRequest.parse("epsilon=3")),
                        masked,
                        rounds,
                        0,
                        DEADLINE),
                3);
    }

    @Test
    void fullInMidStudy_theSiteEnds_noSiteIsToldOrBlamed_andWithRoomTheStudyGoesOnAtTheSameCost() throws Exception {
        study(false, 2, ROUNDS);
    }

    @Test
    void fullInMidStudyBehindMasks_theStudyGoesOnAtTheSameCost() throws Exception {
        study(true, 7, ROUNDS);
    }

    @Test
    @Tag("long")
    void fullAtOtherTimes_theStudyGoesOnAtTheSameCost() throws Exception {
        for (int sent : List.of(1, 9)) {
            study(false, sent, 3 * ROUNDS / 2);
        }
        for (int sent : List.of(20, 31)) {
            study(true, sent, 3 * ROUNDS / 2);
        }
    }

    private void study(boolean masked, int sent, int rounds) throws Exception {
        assumeTrue(SmallDisk.isPossible(), "no small file system can be mounted here: skipped");
        try (TestFederation federation = federation(masked, sent, rounds);
                SmallDisk disk = new SmallDisk(federation.home(SITE).path())) {
            List<Child> sites = new ArrayList<>(List.of(federation.site("site-2"), federation.site("site-3")));
            Child filled = federation.siteProcess(SITE);
            Child coordinator = federation.coordinator();
            while (messages(federation) < sent) {
                assertTrue(filled.process().isAlive(), filled.errors());
                Thread.sleep(1); // a file that another process writes cannot be waited for
            }
            disk.fill(0);
            filled.fails(75, " be written");
            disk.free();
            sites.add(federation.siteProcess(SITE));
            coordinator.ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
            assertEquals(federation.networkOfSolutions(), federation.networkFile());
            for (String site : federation.sites()) {
                federation.requireSpentOnce(site);
                assertEquals(List.of(), federation.securityEvents(site), site);
                assertEquals(
                        federation.ledger("site-2").spent().spentEpsilon(),
                        federation.ledger(site).spent().spentEpsilon(),
                        site);
            }
        }
    }
}
