// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The coordinator of masked rounds is killed at one message after another, and started again each time. However often
 * that is, the study ends with the network of what its sites computed.
 */
@Tag("slow")
@Timeout(900)
class MaskedRoundsKilledTest {

    private static final int DEADLINE = 60;

    /**
     * Fewer than a session and the round behind it have, so that no round is over when its records are still to come.
     */
    private static final int MESSAGES = 50;

    private static final int STUDIES = 4;

    @TempDir
    Path temp;

    private static void killedAt(TestFederation federation, boolean noise, List<String> points) throws Exception {
        List<Child> sites = federation.everySite();
        for (String point : points) {
            federation.coordinatorHalting(point).ends(Child.HALTED);
        }
        federation.coordinator().ends(0);
        for (Child site : sites) {
            site.ends(0);
        }
        assertEquals("rounds-completed", federation.state());
        assertEquals(federation.networkOfSolutions(), federation.networkFile());
        for (String site : federation.sites()) {
            federation.requireNothingComputedTwice(site, true);
            if (noise) {
                federation.requireSpentOnce(site);
            }
            federation.egress(site);
        }
    }

    /** In the handshake, and where the sites have released what opens a sum that the coordinator has not kept. */
    @Test
    void coordinatorKilledWhenItsSumsAreOpen_learnsTheSameNetwork() throws Exception {
        try (TestFederation federation = TestFederation.masked(temp.resolve("study"), 3, 0, DEADLINE)) {
            killedAt(federation, false, List.of("message:7", "opening:0", "opening:0", "opening:1"));
            assertEquals(federation.networkInProcess(), federation.networkFile());
        }
    }

    /**
     * In every round: at its first update, when its sum is open and not kept, when it is kept and nothing followed, and
     * at messages between.
     */
    @Test
    @Tag("long")
    @Timeout(3600)
    void coordinatorKilledInEveryRoundAgainAndAgain_learnsTheSameNetwork() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        int kills = 0;
        for (int study = 0; study < STUDIES; study++) {
            boolean noise = study % 2 == 1;
            Path directory = temp.resolve("study-" + study);
            try (TestFederation federation = noise
                    ? TestFederation.maskedWithNoise(directory, 3, DEADLINE)
                    : TestFederation.masked(directory, 3, 0, DEADLINE)) {
                List<String> points = everyRound(federation.rounds(), random);
                killedAt(federation, noise, points);
                kills += points.size();
            }
        }
        assertTrue(kills >= 100, "kills: " + kills);
    }

    private static List<String> everyRound(int rounds, SplittableRandom random) {
        List<String> points = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            for (String record : List.of("update:", "opening:", "round:")) {
                points.add("message:" + random.nextInt(MESSAGES));
                points.add(record + round);
            }
        }
        return points;
    }
}
