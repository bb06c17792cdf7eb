// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.transport.security.SecurityNotice;
import io.hedgerow.transport.security.SecurityNotice.Kind;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One of four sites never comes: what the others are charged, and what may be signed instead. */
@Tag("slow")
@Timeout(300)
class AbsentSiteCostTest {

    private static final List<String> SITES = List.of("s1", "s2", "s3", "s4");
    private static final List<String> PRESENT = SITES.subList(0, 3);
    private static final String MASKS = "{mode: malicious, minHonest: 3, colluding: 0}";

    @TempDir
    Path temp;

    private Consortium consortium;
    private int plans;
    private final List<SecurityNotice> told = new CopyOnWriteArrayList<>();

    @BeforeEach
    void enrol() throws IOException {
        consortium = new Consortium(temp, SITES);
        for (String site : SITES) {
            Random random = new Random(site.hashCode());
            StringBuilder rows = new StringBuilder("a,b\n");
            for (int k = 0; k < 500; k++) {
                double a = random.nextGaussian();
                rows.append(a)
                        .append(',')
                        .append(.8 * a + .6 * random.nextGaussian())
                        .append('\n');
            }
            Files.writeString(temp.resolve(site).resolve("rows.csv"), rows);
        }
    }

    @AfterEach
    void stop() {
        consortium.close();
    }

    private static String text(String algorithm, String promise, int quorum, String masks) {
        return """
                format: 1
                name: trial
                coordinator: hub
                sites: [s1, s2, s3, s4]
                variables: {a: [-9, 9], b: [-9, 9]}
                algorithm: %s
                %s
                rounds: 2
                quorum: %d
                deadline: 5s
                minimumCohort: 3
                secureAggregation: %s
                """.formatted(algorithm, promise, quorum, masks);
    }

    private static String dpGram(int quorum, String masks) {
        return text(
                "{id: dp-gram, parameters: {private-mean: \"false\", rows.s1: 500, rows.s2: 500, rows.s3: 500,"
                        + " rows.s4: 500}}",
                "privacy: {epsilon: 2, delta: 1.0e-6, unit: record, adjacency: replace-one}",
                quorum,
                masks);
    }

    /** Three of the four take part until the study ends. */
    private CoordinatorNode.Finished run(SignedPlan plan) throws Exception {
        Consortium.Running hub = consortium.run(consortium.hub(), plan, (port, links) -> {});
        List<Future<StudyEnd>> ends = new ArrayList<>();
        for (String name : PRESENT) {
            Site site = consortium.site(name, """
                    minimumCohort: 3
                    secureAggregationRequired: false
                    maxEpsilonPerStudy: 2
                    maxDeltaPerStudy: 1.0e-6
                    allowedAlgorithms: [dp-gram]
                    """, """
                    dataset: {id: rows-%s, rows: 500}
                    unit: record
                    adjacency: replace-one
                    budget: {epsilon: 2, delta: 1.0e-6}
                    perStudy: {epsilon: 2, delta: 1.0e-6}
                    minimumCohort: 3
                    allowedSolvers: [dp-gram, dp-gram-shared-noise]
                    """.formatted(name), consortium.home(name));
            ends.add(consortium.join(
                    site.join(plan, plan.rows(temp.resolve(name).resolve("rows.csv")), hub.address(), told::add)));
        }
        for (Future<StudyEnd> end : ends) {
            assertTrue(Consortium.get(end).state().isPresent());
        }
        return Consortium.get(hub.result());
    }

    private long charges() {
        return told.stream()
                .filter(notice -> notice.kind() == Kind.BUDGET_RESERVED)
                .count();
    }

    @Test
    void sharedNoise_withoutASite_costsTheOthersNothing() throws Exception {
        // masks are tried ten times, and each time the absent site is waited for until the deadline
        String plan = dpGram(4, MASKS).replace("deadline: 5s", "deadline: 3s");
        CoordinatorNode.Finished finished = run(consortium.sign(plan));
        assertEquals(
                StudyState.QUORUM_NOT_MET,
                finished.ended().state(),
                finished.ended().reason());
        assertEquals(0, charges());
    }

    @Test
    void ownNoise_ofAllSites_withoutOne_costsTheOthersNothing() throws Exception {
        CoordinatorNode.Finished finished = run(consortium.sign(dpGram(4, "none")));
        assertEquals(
                StudyState.QUORUM_NOT_MET,
                finished.ended().state(),
                finished.ended().reason());
        assertEquals(0, charges());
        String advice = advice(consortium.sign(dpGram(4, "none"))).orElseThrow();
        assertTrue(advice.endsWith("; no site was charged yet"), "its first task was held: " + advice);
    }

    @Test
    void ownNoise_withAQuorum_givesTheNetworkOfTheOthers_eachChargedOnce() throws Exception {
        CoordinatorNode.Finished finished = run(consortium.sign(dpGram(3, "none")));
        assertTrue(finished.network().isPresent(), finished.ended().reason());
        assertEquals(3, charges());
        assertEquals(1, finished.network().get().edgeCount());
        assertEquals(0, finished.ended().participation().rounds(new SiteId("s4")), "it is not said to have taken part");
        String advice = advice(consortium.sign(dpGram(4, "none"))).orElseThrow();
        assertTrue(
                advice.endsWith("; sites that have its first task were charged for this one, and will be for that"),
                advice);
    }

    /** What the operator reads who wants to go on without the site; empty where the coordinator decides. */
    private Optional<String> advice(SignedPlan plan) throws Exception {
        try {
            consortium.hub().exclude(plan, new SiteId("s4"), Duration.ZERO);
            return Optional.empty();
        } catch (PolicyRefusedException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            assertTrue(String.valueOf(e.getMessage()).contains("has not begun"), e.getMessage());
            return Optional.empty();
        }
    }

    /** The same of a plan of its own, before or after its first task was sent. */
    private Optional<String> advice(String text, boolean begun) throws Exception {
        plans++;
        String name = "trial-" + plans;
        if (begun) {
            Files.createFile(consortium.home("hub").resolve(name + ".begun"));
        }
        return advice(consortium.sign(text.replace("name: trial", "name: " + name)));
    }

    /**
     * Every plan that is named was made and checked; {@code study check} accepts a quorum for noise of a site's own.
     */
    @Test
    void adviceForAStudyThatNeedsAll_namesPlansThatCanBeRun_andNoOthers() throws Exception {
        String own = advice(dpGram(4, "none"), false).orElseThrow();
        assertTrue(
                own.endsWith(": sign a plan with quorum 3, or without the site, under another name; no site was charged"
                        + " yet"),
                own);
        assertTrue(advice(dpGram(3, "none"), false).isEmpty());
        String shared = advice(dpGram(4, MASKS), false).orElseThrow();
        assertFalse(shared.contains("quorum"), shared);
        assertTrue(shared.contains("sign a plan without the site, under another name"), shared);
        String open = "insecureNoPrivacy: true";
        String rounds = text("{id: fed-sparse}", open, 4, MASKS);
        assertTrue(advice(rounds, false).orElseThrow().contains("sign a plan without the site, under"));
        String given = advice(rounds, true).orElseThrow();
        assertTrue(given.endsWith(": wait for it; a site that gave an input with it gives none without it"), given);
        String gram = advice(text("{id: fed-sparse}", open, 4, "none"), true).orElseThrow();
        assertTrue(gram.contains("with quorum 3, or without the site"), gram);
    }

    /** What could be signed instead has the word that the officers gave. */
    @Test
    void adviceForAPlanThatIsWantedDespiteItsForecast_keepsTheWord() throws Exception {
        String few = dpGram(4, "none").replaceAll("rows[.]s(.): 500", "rows.s$1: 5") + "despiteForecast: true\n";
        StudyPlan wanted = consortium.sign(few).plan();
        assertTrue(
                PlannedMethod.needsWord(wanted), PlannedMethod.forecast(wanted).toString());
        assertTrue(advice(few, false).orElseThrow().contains("sign a plan with quorum 3"));
    }
}
