package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The coordinator of masked rounds is killed at one message after another, and started again each time. However often that is, the study
 * ends with the network of what its sites computed.
 */
@Timeout(900)
class MaskedRoundsKilledTest {

    private static final int DEADLINE = 60;

    /** The messages of one round, and of the session before it. */
    private static final int MESSAGES = 70;

    private static final int KILLS = 25;

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

    /** Five studies, 125 kills. */
    @ParameterizedTest
    @CsvSource({"false, 1", "true, 2", "false, 3", "true, 4", "false, 5"})
    @Tag("long")
    void coordinatorKilledAgainAndAgain_learnsTheSameNetwork(boolean noise, long seed) throws Exception {
        List<String> points = new SplittableRandom(seed)
                .ints(KILLS, 0, MESSAGES)
                .mapToObj(message -> "message:" + message)
                .toList();
        try (TestFederation federation = noise
                ? TestFederation.maskedWithNoise(temp.resolve("study"), 3, DEADLINE)
                : TestFederation.masked(temp.resolve("study"), 3, 0, DEADLINE)) {
            killedAt(federation, noise, points);
        }
    }
}
