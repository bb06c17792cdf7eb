// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two signed plans over sets of sites that differ by one, whose exact sums would tell that site's as a difference: over
 * loopback, with masks, certificates, CSV files and all files of the sites.
 */
@Tag("slow")
@Timeout(300)
class ExactCohortsTest {

    private static final List<String> SIX = List.of("s1", "s2", "s3", "s4", "s5", "s6");
    private static final List<String> FIVE = SIX.subList(0, 5);
    private static final List<String> FOUR = SIX.subList(0, 4);
    private static final String GRAM = "gram";
    private static final String ROUNDS = "fed-sparse";
    private static final String USUAL = "";
    private static final String OPEN = "secureAggregationRequired: false\n";
    private static final String SEVERAL = "severalExactStudies: true\n";

    @TempDir
    Path temp;

    private Consortium consortium;

    @BeforeEach
    void enrol() throws IOException {
        consortium = new Consortium(temp, SIX);
        for (int k = 0; k < SIX.size(); k++) {
            Files.writeString(temp.resolve(SIX.get(k)).resolve("rows.csv"), rows(100 + k, k));
        }
    }

    @AfterEach
    void stop() {
        consortium.close();
    }

    /** y1 and y2 are copies of x1 and x2, z is another column. */
    private static String rows(int count, int seed) {
        Random random = new Random(seed);
        StringBuilder rows = new StringBuilder("x1,x2,y1,y2,z1,z2\n");
        for (int k = 0; k < count; k++) {
            double x1 = random.nextGaussian();
            double x2 = .8 * x1 + .6 * random.nextGaussian();
            double z = random.nextGaussian();
            rows.append("%s,%s,%s,%s,%s,%s%n".formatted(x1, x2, x1, x2, z, z + random.nextGaussian()));
        }
        return rows.toString();
    }

    private SignedPlan plan(String name, String algorithm, List<String> sites, String columns) throws IOException {
        return plan(name, algorithm, sites, columns, "{mode: malicious, minHonest: 3, colluding: 0}");
    }

    private SignedPlan plan(String name, String algorithm, List<String> sites, String columns, String masks)
            throws IOException {
        return consortium.sign("""
                format: 1
                name: %s
                coordinator: hub
                sites: [%s]
                variables: {%s1: [-9, 9], %s2: [-9, 9]}
                algorithm: {id: %s}
                insecureNoPrivacy: true
                rounds: %d
                quorum: %d
                deadline: 1m
                minimumCohort: 3
                secureAggregation: %s
                """.formatted(
                        name,
                        String.join(", ", sites),
                        columns,
                        columns,
                        algorithm,
                        algorithm.equals(GRAM) ? 1 : 3,
                        sites.size(),
                        masks));
    }

    private Membership join(String name, SignedPlan plan, String rules, Path home, String address) throws IOException {
        return join(name, plan, rules, home, address, "rows-" + name);
    }

    private Membership join(String name, SignedPlan plan, String rules, Path home, String address, String dataset)
            throws IOException {
        Site site = consortium.site(name, """
                minimumCohort: 3
                insecureNoPrivacyAllowed: true
                allowedAlgorithms: [gram, fed-sparse]
                """ + rules, """
                dataset: {id: %s, rows: 100}
                unit: record
                adjacency: replace-one
                budget: {epsilon: 1, delta: 1.0e-6}
                perStudy: {epsilon: 1, delta: 1.0e-6}
                allowedSolvers: [dp-gram]
                """.formatted(dataset), home);
        return site.join(plan, plan.rows(temp.resolve(name).resolve("rows.csv")), address)
                .withPatience(Duration.ofSeconds(30));
    }

    /** All sites take part, to the end. */
    private CoordinatorNode.Finished run(SignedPlan plan, String rules) throws Exception {
        Consortium.Running hub = consortium.run(consortium.hub(), plan, (port, links) -> {});
        List<Future<StudyEnd>> ends = new ArrayList<>();
        for (var site : plan.plan().sites()) {
            ends.add(consortium.join(join(site.value(), plan, rules, consortium.home(site.value()), hub.address())));
        }
        for (Future<StudyEnd> end : ends) {
            assertTrue(Consortium.get(end).state().isPresent());
        }
        return Consortium.get(hub.result());
    }

    /** A site refuses by its memory before it dials anyone: there is no one at that port. */
    private String refused(String name, SignedPlan plan, String rules, Path home) throws IOException {
        Membership membership = join(name, plan, rules, home, "127.0.0.1:1");
        PolicyRefusedException refused = assertThrows(PolicyRefusedException.class, () -> membership.run(event -> {}));
        assertTrue(refused.isAfterRelease());
        assertFalse(
                Files.exists(home.resolve("security.log"))
                        && Files.readString(home.resolve("security.log")).contains("hub"),
                "the hub did nothing wrong");
        return String.valueOf(refused.getMessage());
    }

    private String refused(String name, SignedPlan plan) throws IOException {
        return refused(name, plan, USUAL, consortium.home(name));
    }

    @Test
    void copiesOfColumns_numbersOfRows_rounds_andASecondHome_areRefusedOverFewerSites() throws Exception {
        assertTrue(run(plan("first", GRAM, FIVE, "x"), USUAL).network().isPresent());
        SignedPlan copies = plan("copies", GRAM, FOUR, "y");
        SignedPlan others = plan("others", GRAM, FOUR, "z");
        SignedPlan rounds = plan("rounds", ROUNDS, FOUR, "x");
        for (String site : FOUR) {
            String reason = refused(site, copies);
            assertTrue(reason.contains("the sums of s5, and no sum may be of fewer than 3 sites"), reason);
            refused(site, others);
            refused(site, rounds);
            refused(site, copies, USUAL, temp.resolve(site).resolve("second"));
            refused(site, rounds, SEVERAL, temp.resolve(site).resolve("third"));
        }
        // one site more is one site's difference, too, and s6 alone does not know
        refused("s1", plan("more", GRAM, SIX, "z"));
        assertTrue(run(plan("again", GRAM, FIVE, "z"), USUAL).network().isPresent(), "the same sites, other columns");
        run(plan("later", ROUNDS, FIVE, "x"), USUAL);
    }

    @Test
    void roundsBeforeAStatistic_areRemembered_too() throws Exception {
        run(plan("first", ROUNDS, FIVE, "x"), USUAL);
        refused("s1", plan("second", GRAM, FOUR, "z"));
        refused("s2", plan("third", ROUNDS, FOUR, "x"));
    }

    /** The memory compares names of data sets, so the rows keep theirs. */
    @Test
    void sameRowsUnderANewName_areRefusedOverFewerSites_andBeforeASumIsGivenTheNameIsFree() throws Exception {
        SignedPlan first = plan("first", GRAM, FIVE, "x");
        Path home = consortium.home("s1");
        Membership waiting = join("s1", first, USUAL, home, "127.0.0.1:1", "wrong-name");
        assertThrows(
                RuntimeException.class,
                () -> waiting.withPatience(Duration.ofSeconds(1)).run(event -> {}));
        run(first, USUAL);
        SignedPlan fewer = plan("fewer", GRAM, FOUR, "z");
        for (Path at : List.of(home, temp.resolve("s1").resolve("second"))) {
            Membership renamed = join("s1", fewer, SEVERAL, at, "127.0.0.1:1", "ward-2");
            PolicyRefusedException refused = assertThrows(PolicyRefusedException.class, () -> renamed.run(event -> {}));
            assertTrue(
                    String.valueOf(refused.getMessage()).contains("known to these ledgers as dataset rows-s1"),
                    refused.toString());
        }
    }

    /** What a study without masks tells, taken from a sum, leaves the site that it lacks. */
    @Test
    void plainStudyOverFewerSitesThanASum_isRefused_inEitherOrder() throws Exception {
        run(plan("first", GRAM, FIVE, "x"), USUAL);
        SignedPlan open = plan("open", GRAM, FOUR, "x", "none");
        for (String site : FOUR) {
            String reason =
                    refused(site, open, OPEN + SEVERAL, temp.resolve(site).resolve("second"));
            assertTrue(reason.contains("would then tell the sums of s5 alone"), reason);
        }
        run(plan("all", ROUNDS, FIVE, "z", "none"), OPEN);
    }

    @Test
    void sumOverMoreSitesThanAPlainStudy_isRefused_andMorePlainStudiesAreNot() throws Exception {
        run(plan("open", GRAM, FOUR, "x", "none"), OPEN);
        refused("s1", plan("sum", GRAM, FIVE, "z"));
        run(plan("more", GRAM, SIX, "x", "none"), OPEN);
    }

    /** They would be put back, and forgotten, together with the home. */
    @Test
    void anchorsInsideTheHome_areRefused() throws Exception {
        SignedPlan plan = plan("first", GRAM, FIVE, "x");
        Site site = consortium.site(
                "s1",
                "minimumCohort: 3\ninsecureNoPrivacyAllowed: true\nallowedAlgorithms: [gram]\n",
                """
                dataset: {id: rows-s1, rows: 100}
                unit: record
                adjacency: replace-one
                budget: {epsilon: 1, delta: 1.0e-6}
                perStudy: {epsilon: 1, delta: 1.0e-6}
                allowedSolvers: [dp-gram]
                """,
                consortium.home("s1"));
        Membership membership = site.withAnchors(site.home().path().resolve("anchors"))
                .join(plan, plan.rows(temp.resolve("s1").resolve("rows.csv")), "127.0.0.1:1");
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> membership.run(event -> {}));
        assertTrue(
                String.valueOf(refused.getMessage()).contains("anchors must be kept outside of"), refused.toString());
    }

    @Test
    void cohortsThatDifferByEnoughSites_areAllowedByRules_andByNothingElse() throws Exception {
        run(plan("first", GRAM, SIX, "x"), USUAL);
        SignedPlan half = plan("half", GRAM, SIX.subList(0, 3), "z");
        String reason = refused("s1", half);
        assertTrue(reason.contains("severalExactStudies: true"), reason);
        assertTrue(run(half, SEVERAL).network().isPresent());
        refused("s1", plan("fewer", GRAM, FIVE, "y"), SEVERAL, consortium.home("s1"));
    }

    /** The hub hears a code, before anything was asked, and its page says that no start helps. */
    @Test
    void coordinatorOfARefusedStudy_hearsWhy_asACode() throws Exception {
        run(plan("first", GRAM, FIVE, "x"), USUAL);
        SignedPlan copies = plan("copies", GRAM, FOUR, "y");
        CompletableFuture<Hindrance> heard = new CompletableFuture<>();
        Consortium.Running hub = consortium.run(consortium.hub(), copies, new CoordinatorNode.Watch() {
            @Override
            public void listening(int port, Supplier<List<SiteLink>> links) {}

            @Override
            public void changed(SiteLink link) {
                link.hindrance().ifPresent(heard::complete);
            }
        });
        Future<StudyEnd> end = consortium.join(join("s1", copies, USUAL, consortium.home("s1"), hub.address()));
        ExecutionException refused = assertThrows(ExecutionException.class, () -> Consortium.get(end));
        assertTrue(refused.getCause() instanceof PolicyRefusedException, refused.toString());
        assertEquals(Hindrance.Kind.RELEASED_BEFORE, Consortium.get(heard).kind());
        assertEquals(Optional.of("s1"), Optional.of(Consortium.get(heard).site().value()));
        hub.result().cancel(true);
    }
}
