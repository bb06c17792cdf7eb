// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A study that waits says for whom, why, and what helps, at every console; and it ends when its operator's limit says.
 */
@Tag("slow")
@Timeout(300)
class HinderedSiteTest {

    private static final int BAD_FILE = 3;
    private static final int STUDY_ENDED = 7;
    private static final int TEMPORARY = 75;
    /** Longer than the test: nothing ends by it. */
    private static final int DEADLINE = 600;

    private static final String LOST = "site site-3 cannot answer: its home was lost or is an older copy; put back the"
            + " newest copy of the home of site site-3, and start the site again";

    @TempDir
    Path temp;

    @Test
    void masked_lostHome_isSaidEverywhere_andEndsTheStudyAtTheOperatorsLimit() throws Exception {
        try (TestFederation federation = TestFederation.masked(temp.resolve("study"), 3, 0, DEADLINE)) {
            requireSaidEverywhereAndEnded(federation);
        }
    }

    @Test
    void plain_lostHome_isSaidEverywhere_andEndsTheStudyAtTheOperatorsLimit() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, DEADLINE)) {
            requireSaidEverywhereAndEnded(federation);
        }
    }

    private static void requireSaidEverywhereAndEnded(TestFederation federation) throws Exception {
        Child first = federation.site("site-1");
        Child second = federation.site("site-2");
        Child last = federation.siteHalting("site-3", "task:4");
        Child coordinator = federation.coordinatorProcess("--status", "0");
        last.ends(Child.HALTED);
        Path home = federation.home("site-3").path();
        Path aside = Files.move(home, home.resolveSibling("aside"));
        federation.site("site-3").fails(BAD_FILE, "start the site with the newest home");

        coordinator.awaitOutput(LOST);
        first.awaitOutput(LOST);
        second.awaitOutput(LOST);
        JsonNode status = status(coordinator);
        assertEquals("running", status.get("phase").asText());
        assertEquals(LOST, status.get("waitingFor").asText());
        JsonNode site = status.get("sites").get(2);
        assertEquals("home-lost", site.get("hindrance").asText());
        assertTrue(site.get("whatHelps").asText().contains("newest copy of the home of site site-3"));
        assertTrue(page(coordinator, "").contains("its home was lost or is an older copy"));
        assertTrue(page(coordinator, "metrics").contains("site=\"site-3\",why=\"home-lost\"} 1"));

        coordinator.kill();
        coordinator = federation.coordinator("--home-wait", "0");
        federation.site("site-3").fails(BAD_FILE, "start the site with the newest home");
        // the coordinator waits for some seconds for the one that has not heard the end, and tells it when it is back
        delete(home);
        Files.move(aside, home);
        federation.site("site-3").ends(STUDY_ENDED);
        for (Child other : List.of(first, second)) {
            other.ends(STUDY_ENDED);
            assertTrue(other.output().contains(LOST), other.output());
        }
        coordinator.ends(STUDY_ENDED);
        assertEquals("quorum-not-met", federation.state());
        String reason = federation.json().get("reason").asText();
        assertTrue(reason.contains(LOST) && reason.contains("the coordinator's limit"), reason);
    }

    @Test
    void fullDisk_isSaidByTheSite_andForgottenWhenItIsBack() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, DEADLINE)) {
            Child first = federation.site("site-1");
            Child second = federation.site("site-2");
            Child coordinator = federation.coordinatorProcess("--status", "0");
            federation.siteOnFullDisk("site-3", 1).ends(TEMPORARY);
            coordinator.awaitOutput("site site-3 cannot answer: it cannot write its files, as on a full disk");
            first.awaitOutput("make room at site site-3");
            assertEquals(
                    "no-room",
                    status(coordinator).get("sites").get(2).get("hindrance").asText());
            Child back = federation.site("site-3");
            coordinator.ends(0);
            for (Child site : List.of(first, second, back)) {
                site.ends(0);
            }
            assertTrue(first.errors().contains("site site-3 is back"), first.errors());
            assertEquals(federation.networkInProcess(), federation.networkFile());
        }
    }

    /** Its rules refuse the plan, whatever is started again. */
    @Test
    void refusalByASitesRules_reachesTheOthersAsACode_andNoOneIsAdvisedToStartAgain() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, 8)) {
            Path rules = federation.study().site("site-3").resolve("join.yaml");
            Files.writeString(rules, Files.readString(rules).replace("minimumCohort: 3", "minimumCohort: 4"));
            Child coordinator = federation.coordinator("--start-window", "0");
            coordinator.port();
            federation.site("site-3").fails(5, "minimumCohort");
            String said = "site site-3 cannot answer: its rules do not allow this plan; ask the people of site site-3";
            coordinator.awaitOutput(said);
            List<Child> others = List.of(federation.site("site-1"), federation.site("site-2"));
            coordinator.ends(STUDY_ENDED);
            assertEquals("quorum-not-met", federation.state());
            assertFalse(federation.json().get("canGoOn").asBoolean());
            assertTrue(coordinator.output().contains("starting it again does not help"), coordinator.output());
            for (Child other : others) {
                other.ends(STUDY_ENDED);
                assertTrue(other.output().contains(said), other.output());
                assertTrue(other.output().contains("starting it again does not help"), other.output());
            }
        }
    }

    private static JsonNode status(Child coordinator) throws Exception {
        return new ObjectMapper().readTree(page(coordinator, "status.json"));
    }

    private static String page(Child coordinator, String path) throws Exception {
        String url = coordinator.awaitLine(FederationRun.PAGE);
        return new String(URI.create(url + path).toURL().openStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted((one, two) -> two.compareTo(one)).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
