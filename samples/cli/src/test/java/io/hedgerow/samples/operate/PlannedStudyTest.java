// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.Aggregator.Dialogue;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.internal.federation.coordinator.ForwardingAggregator;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.cli.Checkout;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.SiteHome;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is done must be what a plan says: its numbers as they are written, its masks, its promise. */
class PlannedStudyTest {

    @TempDir
    Path temp;

    private static StudyPlan plan(String algorithm, String parameters, int rounds, int quorum) {
        boolean priv = algorithm.startsWith("dp-");
        String rows = priv ? "rows.north: 300, rows.south: 700, rows.west: 500" : "";
        return StudyPlan.parse("plan", """
            format: 1
            name: wards
            coordinator: hub
            sites: [north, south, west]
            variables: {age: [0, 120], dose: [0, 50]}
            algorithm: {id: %s, parameters: {%s}}
            %s
            rounds: %d
            quorum: %d
            deadline: 2m
            minimumCohort: 2
            secureAggregation: none
            """.formatted(
                        algorithm,
                        rows + (rows.isEmpty() || parameters.isEmpty() ? "" : ", ") + parameters,
                        priv
                                ? "privacy: {epsilon: 1, delta: 1.0e-6, unit: record, adjacency: replace-one}"
                                : "insecureNoPrivacy: true",
                        rounds,
                        quorum)
                .getBytes(StandardCharsets.UTF_8));
    }

    private static String refused(StudyPlan plan) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, () -> PlannedMethod.of(plan))
                .getMessage());
    }

    /** Whoever begins with an example of the documents has a plan that both ends can run. */
    @ParameterizedTest
    @ValueSource(strings = {"docs/study-file.md", "docs/walks/operator.md"})
    void documentedPlan_canBeRun(String page) throws Exception {
        String[] parts = Files.readString(Checkout.ROOT.resolve(page)).split("```yaml\n(?=format: 1)", 2);
        StudyPlan plan = StudyPlan.parse("plan", parts[1].split("```", 2)[0].getBytes(StandardCharsets.UTF_8));
        assertTrue(PlannedMethod.of(plan).study().rounds() <= plan.rounds());
    }

    @ParameterizedTest
    @ValueSource(strings = {"vote-rounds", "local-iterations"})
    void wholeNumbersBeyondTheirRange_areRefused_andDoNotWrap(String parameter) {
        // 2^32 + 1 would be read as 1
        String message = refused(plan("fed-sparse", parameter + ": 4294967297", 10, 3));
        assertTrue(message.contains(parameter) && message.contains("from 1 to 100000"), message);
        PlannedMethod.of(plan("fed-sparse", parameter + ": 7", 10, 3));
    }

    /** age and dose go together; which is the cause, only the plan says. */
    @Test
    void knownEdgesOfAPlan_areKept_andThoseThatCannotBeAreRefused() throws Exception {
        Random random = new Random(4);
        List<RowSource> rows = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            double[][] cells = new double[200][2];
            for (double[] row : cells) {
                row[0] = random.nextGaussian();
                row[1] = row[0] + random.nextGaussian();
            }
            rows.add(InMemoryRows.of(VariableSchema.of("age", "dose"), cells));
        }
        for (String known : List.of("tiers: [[dose], [age]]", "forbidden: [age->dose]", "required: dose->age")) {
            Method.Ended ended = InProcessPlan.run(plan("gram", known, 2, 3), rows);
            assertTrue(ended.network().orElseThrow().hasEdge(1, 0), known);
            assertEquals(1, ended.network().orElseThrow().edgeCount(), known);
        }
        assertEquals(
                "known edges of gram: edge age -> dose is both required and forbidden: leave it out of one of them",
                refused(plan("gram", "required: age->dose, forbidden: age->dose", 2, 3)));
        assertEquals(
                "required edge age -> weight: there is no variable \"weight\" (there are 2: age, dose)",
                refused(plan("gram", "required: age->weight", 2, 3)));
        assertEquals(
                "forbidden edge age -> weight: there is no variable \"weight\" (there are 2: age, dose)",
                refused(plan("dp-gram", "forbidden: age->weight", 2, 3)));
        assertTrue(refused(plan("dp-fed-sparse", "required: age->dose", 2, 3))
                .contains("algorithm dp-fed-sparse has no parameter required"));
    }

    @ParameterizedTest
    @CsvSource({"false, 2", "true, 5"})
    void release_thatTakesMoreRoundsThanThePlan_isRefused(boolean mean, int needed) {
        String parameters = "private-mean: " + mean;
        String message = refused(plan("dp-gram", parameters, needed - 1, 3));
        assertTrue(message.contains("write rounds: " + needed), message);
        assertEquals(
                needed,
                PlannedMethod.of(plan("dp-gram", parameters, needed, 3)).study().rounds());
        PlannedMethod.of(plan("dp-gram", parameters, 20, 3));
    }

    @ParameterizedTest
    @CsvSource({"false, 4", "true, 3"})
    void curves_thatTakeMoreRoundsThanThePlan_areRefused(boolean withoutPairs, int needed) {
        String parameters = "no-pairs: " + withoutPairs;
        String message = refused(plan("feature-gram", parameters, needed - 1, 3));
        assertTrue(message.contains("write rounds: " + needed), message);
        assertEquals(
                needed,
                PlannedMethod.of(plan("feature-gram", parameters, 20, 3))
                        .study()
                        .rounds());
    }

    @ParameterizedTest
    @ValueSource(strings = {"gram", "feature-gram"})
    void sum_thatIsOfAllSites_takesNoSmallerQuorum(String algorithm) {
        String message = refused(plan(algorithm, "", 4, 2));
        assertTrue(message.contains("quorum 2 of 3: write quorum: 3"), message);
        PlannedMethod.of(plan(algorithm, "", 4, 3));
    }

    /** Each site adds all of its own noise, so what is released is private over whichever sites answer. */
    @Test
    void releaseWithNoiseOfEachSitesOwn_takesASmallerQuorum() {
        assertEquals(
                2, PlannedMethod.of(plan("dp-gram", "", 4, 2)).study().policy().quorum());
    }

    /** The rows of west are in another unit; only who sees its sums can know. */
    @Test
    void gram_whereSingleSumsAreSeen_namesTheSiteThatStandsOut() throws Exception {
        for (boolean seen : new boolean[] {true, false}) {
            Method.Ended ended = moments(1e4, seen);
            assertEquals(seen, ended.participation().isOutlying(new SiteId("west")));
            assertFalse(ended.participation().isOutlying(new SiteId("north")));
            assertEquals(1, ended.participation().rounds(new SiteId("west")));
        }
        assertFalse(moments(1, true).participation().isOutlying(new SiteId("west")));
    }

    private static Method.Ended moments(double unit, boolean seen) throws InterruptedException {
        StudyPlan plan = plan("gram", "", 1, 3);
        Method method = PlannedMethod.of(plan);
        Random random = new Random(7);
        List<SiteSession> sessions = new ArrayList<>();
        InsecurePlainUpload plain = new InsecurePlainUpload(method.study());
        for (SiteId site : plan.sites()) {
            double[][] rows = new double[200][2];
            for (double[] row : rows) {
                row[0] = random.nextGaussian() * (site.value().equals("west") ? unit : 1);
                row[1] = row[0] + random.nextGaussian();
            }
            SiteData data = SiteData.of(new DatasetIdentity(site.value()), InMemoryRows.of(plan.schema(), rows));
            sessions.add(new SiteSession(
                    site,
                    method.study(),
                    data,
                    InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity()),
                    method.solver(site),
                    plain));
        }
        Aggregator sums = new ForwardingAggregator(plain) {
            @Override
            public Aggregate aggregate(int round, List<ProtectedUpdate> updates, Dialogue dialogue)
                    throws InterruptedException {
                Aggregate all = super.aggregate(round, updates, dialogue);
                return seen ? all : new Aggregate(round, all.included(), all.sum());
            }
        };
        InMemoryNetwork network = new InMemoryNetwork(sessions, Runnable::run);
        return method.coordinate(new Coordination(network, sums, (report, consensus) -> {}, Journal.none()));
    }

    private LocalStudy made(boolean masked) {
        LocalStudy study = new LocalStudy(
                temp.resolve("study"),
                new LocalStudy.Terms(
                        "dp-gram",
                        Map.of(),
                        Optional.of(PrivacyRequest.parse("epsilon=2")),
                        masked,
                        4,
                        0,
                        Duration.ofSeconds(60)),
                InstantSource.system());
        study.create(TestFederation.rows(3));
        return study;
    }

    @Test
    void planWithMasks_withoutTheirRoster_isNone() {
        LocalStudy study = made(true);
        SignedPlan whole = SignedPlan.read(study.plan(), study.roster());
        DocumentSignatures signatures = whole.signatures();
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> new SignedPlan(whole.plan(), signatures, Optional.empty()));
        assertTrue(String.valueOf(e.getMessage()).contains("without masks"), e.getMessage());
        StudyPlan plain = plan("fed-sparse", "", 10, 3);
        assertThrows(
                IllegalArgumentException.class,
                () -> new SignedPlan(plain, DocumentSignatures.none(plain.digest()), whole.roster()));
    }

    @Test
    void ledgerThatIsKeptForUsers_isNotOpenedForAPlanThatProtectsRows() throws Exception {
        LocalStudy study = made(false);
        Path site = study.site("site-1");
        Path policy = site.resolve("policy.yaml");
        Files.writeString(policy, Files.readString(policy).replace("unit: record", "unit: {person: patient_id}"));
        SignedPlan signed = SignedPlan.read(study.plan(), study.roster());
        assertTrue(Files.exists(DocumentSignatures.beside(study.plan())));
        Site member = new Site(
                new SiteId("site-1"),
                new IdentityDirectory(site.resolve("identity")),
                site.resolve("join.yaml"),
                Optional.of(policy),
                new SiteHome(site.resolve("home")),
                InstantSource.system());
        PolicyRefusedException e = assertThrows(
                PolicyRefusedException.class,
                () -> member.join(signed, TestFederation.rows(3).get(0), "127.0.0.1:1")
                        .run(event -> {}));
        assertTrue(String.valueOf(e.getMessage()).contains("patient_id"), e.getMessage());
        assertFalse(Files.exists(member.home().ledger()));
    }
}
