// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.SignedPlan;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An operator goes on without a site where the protocol allows it, and is told why where it does not. */
@Tag("slow")
@Timeout(300)
class ExcludedSiteTest {

    private static final int REFUSED = 5;
    private static final int STUDY_ENDED = 7;
    /** Longer than the test: nothing ends by it. */
    private static final int DEADLINE = 600;

    @TempDir
    Path temp;

    @Test
    void plainRounds_goOnWithoutIt_alsoAfterARestart_andTheSiteIsTold() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 2, DEADLINE)) {
            Child first = federation.site("site-1");
            Child second = federation.siteHalting("site-2", "task:4");
            Child coordinator = federation.coordinatorProcess();
            coordinator.awaitOutput("site site-1 is connected");
            excluded(federation, "site-3", 0, "study local-study goes on without site site-3");
            first.awaitOutput("the study goes on without site site-3");
            second.ends(Child.HALTED);
            coordinator.kill();
            coordinator = federation.coordinator();
            federation.site("site-3").fails(STUDY_ENDED, "goes on without site site-3", "stays charged");
            second = federation.site("site-2");
            coordinator.ends(0);
            first.ends(0);
            second.ends(0);
            assertEquals("rounds-completed", federation.state());
            assertEquals(0, roundsOf(federation, "site-3"));
            assertEquals(TestFederation.ROUNDS, roundsOf(federation, "site-1"));
        }
    }

    @Test
    void maskedSum_isOpenedOverTheOthers_whenItsSiteNeverCame() throws Exception {
        try (TestFederation federation = moments("gram", 5, true)) {
            List<Child> sites = new ArrayList<>();
            for (String site : federation.sites().subList(0, 4)) {
                sites.add(federation.site(site));
            }
            Child coordinator = federation.coordinator();
            coordinator.awaitOutput("site site-4 is connected");
            excluded(federation, "site-5", 0, "goes on without site site-5");
            coordinator.ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
            assertEquals(0, roundsOf(federation, "site-5"));
            try (TestFederation others = moments("others", 4, false)) {
                others.inThisProcess().forEach((party, program) -> assertEquals(0, program.exitCode(), party));
                assertEquals(rounded(others), rounded(federation), "the network of the four");
            }
        }
    }

    /** Four of five open the sum; two have lost their keys, so no second set of sites may be asked. */
    @Test
    void maskedSumThatIsBeingOpened_isNotLeftForAnother() throws Exception {
        try (TestFederation federation = moments("gram", 5, true)) {
            List<Child> halting = List.of(
                    federation.siteHalting("site-1", "unmasking:0"), federation.siteHalting("site-2", "unmasking:0"));
            List<Child> sites = new ArrayList<>();
            for (String site : federation.sites().subList(2, 5)) {
                sites.add(federation.site(site));
            }
            Child coordinator = federation.coordinatorProcess();
            for (Child halted : halting) {
                halted.ends(Child.HALTED);
            }
            coordinator.kill();
            coordinator = federation.coordinator();
            coordinator.awaitOutput("site site-5 is connected");
            excluded(federation, "site-1", REFUSED, "its sum is being opened");
            sites.add(federation.site("site-1"));
            sites.add(federation.site("site-2"));
            coordinator.ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            assertEquals(1, roundsOf(federation, "site-1"));
        }
    }

    @Test
    void whereTheProtocolDoesNotAllowIt_theReasonIsSaid() throws Exception {
        try (TestFederation masked = TestFederation.masked(temp.resolve("masked"), 3, 0, DEADLINE);
                TestFederation plain = TestFederation.plain(temp.resolve("plain"), 3, 0, DEADLINE);
                TestFederation shared = TestFederation.budgeted(temp.resolve("shared"), 3, true, DEADLINE);
                TestFederation three = moments("three", 3, true)) {
            excluded(masked, "site-3", REFUSED, "would tell what the site sent");
            excluded(plain, "site-3", REFUSED, "the officers signed that");
            excluded(shared, "site-3", REFUSED, "the noise of this release is shared");
            excluded(three, "site-3", REFUSED, "must be over at least 3 sites");
            excluded(three, "site-9", REFUSED, "is not in study");
        }
    }

    @Test
    void withoutACoordinator_theRequestWaitsForItsNextStart() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 2, DEADLINE)) {
            excluded(federation, "site-3", 2, "has not begun");
            Child halted = federation.coordinatorHalting("round:0");
            Child first = federation.site("site-1");
            Child second = federation.site("site-2");
            Child third = federation.site("site-3");
            halted.ends(Child.HALTED);
            SignedPlan signed = SignedPlan.read(
                    federation.study().plan(), federation.study().roster());
            CoordinatorNode node = new CoordinatorNode(
                    new IdentityDirectory(federation.coordinatorData()),
                    federation.coordinatorData(),
                    InstantSource.system());
            assertFalse(node.exclude(signed, new SiteId("site-3"), Duration.ZERO));
            federation.coordinator().ends(0);
            third.fails(STUDY_ENDED, "goes on without site site-3");
            first.ends(0);
            second.ends(0);
        }
    }

    /** A sum of some sites, less one of them, could be of a single one. */
    @Test
    void ofSeveralSums_noSiteIsLeftOut() throws Exception {
        String targets = IntStream.rangeClosed(1, 6)
                .mapToObj(k -> "site-" + k + ": set x2")
                .collect(Collectors.joining("; "));
        Map<String, String> lacks =
                IntStream.rangeClosed(1, 6).boxed().collect(Collectors.toMap(k -> "lacks.site-" + k, k -> "x2"));
        try (TestFederation interventions = moments("targets", 12, true, Map.of("interventions", targets));
                TestFederation columns = moments("columns", 12, true, lacks);
                TestFederation plain = moments("plain", 12, false, lacks)) {
            excluded(interventions, "site-12", REFUSED, "may be left with a single site");
            excluded(columns, "site-12", REFUSED, "may be left with a single site");
            excluded(plain, "site-12", REFUSED, "the officers signed that");
        }
    }

    private TestFederation moments(String name, int sites, boolean masked) throws Exception {
        return moments(name, sites, masked, Map.of());
    }

    private TestFederation moments(String name, int sites, boolean masked, Map<String, String> parameters)
            throws Exception {
        LocalStudy.Terms terms =
                new LocalStudy.Terms("gram", parameters, Optional.empty(), masked, 1, 0, Duration.ofSeconds(DEADLINE));
        List<RowSource> rows = TestFederation.rows(Math.max(5, sites)).subList(0, sites);
        return TestFederation.of(temp.resolve(name), terms, rows);
    }

    private static void excluded(TestFederation federation, String site, int exitCode, String said) {
        List<String> words = new ArrayList<>(List.of(
                "coordinator",
                "exclude",
                site,
                "--study",
                federation.study().plan().toString(),
                "--data",
                federation.coordinatorData().toString()));
        federation.study().roster().ifPresent(roster -> words.addAll(List.of("--roster", roster.toString())));
        StringWriter all = new StringWriter();
        PrintWriter printed = new PrintWriter(all);
        Terminal terminal = new Terminal(printed, printed, false, false, InstantSource.system());
        assertEquals(exitCode, Hedgerow.run(terminal, words.toArray(String[]::new)), all.toString());
        assertTrue(all.toString().contains(said), all.toString());
    }

    /** The plan's number of sites decides how fine the steps are in which masked sums are counted. */
    private static String rounded(TestFederation federation) throws Exception {
        return federation.networkFile().replaceAll("(\\.[0-9]{10})[0-9]+", "$1");
    }

    private static int roundsOf(TestFederation federation, String site) throws Exception {
        for (JsonNode one : federation.json().get("sites")) {
            if (one.get("name").asText().equals(site)) {
                return one.get("rounds").asInt();
            }
        }
        throw new AssertionError("no site " + site);
    }
}
