// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.cli.CommandLineApplication;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.cli.study.SiteCommand;
import io.hedgerow.samples.learn.LeastSquares;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.operate.TestFederation;
import io.hedgerow.samples.siteapp.DoorSite.Agreed;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.simulation.MaskedSites;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.internal.egress.EgressLog.EgressTotals;
import io.hedgerow.transport.node.CoordinatorNode.Finished;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.StudyEnd;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A site's own weights on what the study learned: of the coordinator's structure, and nothing more leaves. */
@Tag("slow")
@Timeout(180)
class PersonalSiteTest {

    private static final int ROUNDS = 6;
    private static final String OWN = "site-1";

    @TempDir
    Path folder;

    private LocalStudy study(String algorithm, boolean masked) {
        return study(
                algorithm,
                masked,
                algorithm.endsWith("gram") ? Map.of("network-to-sites", "true") : Map.of("vote-rounds", "3"));
    }

    private LocalStudy study(String algorithm, boolean masked, Map<String, String> parameters) {
        LocalStudy study = new LocalStudy(
                folder.resolve("study"),
                new LocalStudy.Terms(algorithm, parameters, Optional.empty(), masked, ROUNDS, 0, Duration.ofMinutes(1)),
                InstantSource.system());
        study.create(TestFederation.rows(3));
        return study;
    }

    private static void allow(LocalStudy study) throws Exception {
        Path rules = study.site(OWN).resolve("join.yaml");
        Files.writeString(rules, "  personalWeights: true\n", StandardOpenOption.APPEND);
    }

    private static Membership join(LocalStudy study, String name, String address) {
        SignedPlan plan = SignedPlan.read(study.plan());
        return Site.open(study.site(name)).join(plan, plan.rows(study.site(name).resolve("rows.csv")), address);
    }

    @ParameterizedTest
    @CsvSource({
        "fed-sparse, false",
        "fed-sparse, true",
        "fed-bnsl, false",
        "gram, false",
        "gram, true",
        "feature-gram, true"
    })
    void personalised_hasTheCoordinatorsStructure_alsoWhenAskedAfterTheEnd(String algorithm, boolean masked)
            throws Exception {
        LocalStudy study = study(algorithm, masked);
        allow(study);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try (LocalHub hub = new LocalHub(study, (report, consensus) -> {})) {
            List<Future<StudyEnd>> ends = new ArrayList<>();
            for (String name : study.names()) {
                Membership membership = join(study, name, hub.address());
                Membership asked = name.equals(OWN) ? membership.personalised() : membership;
                ends.add(threads.submit(() -> asked.run(event -> {})));
            }
            NamedNetwork own = ends.get(0).get().personal().orElseThrow();
            assertTrue(ends.get(1).get().personal().isEmpty(), "nobody asked there");
            Finished finished = hub.finished();
            WeightMatrix common = LearnedNetwork.shown(own.schema(), finished.ended())
                    .orElseThrow()
                    .shown();
            assertEquals(edges(common), edges(own.weights()));
            assertEquals(finished.ended().voteShares(), own.voteShares());
            assertEquals(
                    directed(
                            LearnedNetwork.shown(own.schema(), finished.ended()).orElseThrow()),
                    directed(own));
            assertFalse(common.equals(own.weights()), "weights are the site's");

            EgressTotals before = egress(study);
            StudyEnd again = join(study, OWN, hub.address()).personalised().run(event -> {});
            assertTrue(again.before());
            assertEquals(own, again.personal().orElseThrow());
            assertEquals(before, egress(study), "nothing more left");
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(1, TimeUnit.MINUTES); // before the directory is deleted
        }
    }

    /** Nobody else knows it: it comes from the site's own journal, also after a restart. */
    @Test
    void personalised_ofAMethodWithOwnNetworks_isTheSitesOwn() throws Exception {
        LocalStudy study = study("pfdbnl", true);
        allow(study);
        LearnedNetwork inProcess = Learning.of(
                        Method.named("pfdbnl").with("vote-rounds", "3").withRounds(ROUNDS),
                        new MaskedSites(AggregationPolicy.standard()))
                .learn(TestFederation.rows(3));
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try (LocalHub hub = new LocalHub(study, (report, consensus) -> {})) {
            List<Future<StudyEnd>> ends = new ArrayList<>();
            for (String name : study.names()) {
                Membership membership = join(study, name, hub.address());
                Membership asked = name.equals(OWN) ? membership.personalised() : membership;
                ends.add(threads.submit(() -> asked.run(event -> {})));
            }
            NamedNetwork own = ends.get(0).get().personal().orElseThrow();
            assertEquals(inProcess.personal().get(SiteId.numbered(3).get(0)), own);
            assertFalse(inProcess.network().equals(own.weights()));
            assertEquals(inProcess.schema().names(), own.schema().names());
            hub.finished();
            StudyEnd again = join(study, OWN, hub.address()).personalised().run(event -> {});
            assertEquals(own, again.personal().orElseThrow());
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(1, TimeUnit.MINUTES); // before the directory is deleted
        }
    }

    private static EgressTotals egress(LocalStudy study) {
        return EgressLog.verify(Site.open(study.site(OWN)).home().egress());
    }

    private static List<Boolean> directed(NamedNetwork network) {
        return network.edges().stream().map(NetworkEdge::directed).toList();
    }

    private static List<Boolean> edges(WeightMatrix weights) {
        List<Boolean> edges = new ArrayList<>();
        for (double weight : weights.toRows()) {
            edges.add(weight != 0);
        }
        return edges;
    }

    @Test
    void commandLine_writesLeastSquaresOfTheSitesRows() throws Exception {
        LocalStudy study = study("fed-sparse", false);
        allow(study);
        Path out = folder.resolve("own");
        StringWriter printed = new StringWriter();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try (LocalHub hub = new LocalHub(study, (report, consensus) -> {})) {
            String address = hub.address();
            List<Future<StudyEnd>> others = new ArrayList<>();
            for (String name : study.names().subList(1, 3)) {
                Membership membership = join(study, name, address);
                others.add(threads.submit(() -> membership.run(event -> {})));
            }
            assertEquals(0, command(study, printed, address, "--personalise", "--out=" + out), printed.toString());
            for (Future<StudyEnd> other : others) {
                assertTrue(other.get().personal().isEmpty());
            }
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(1, TimeUnit.MINUTES); // before the directory is deleted
        }
        Path file = out.resolve("personal/site-1.csv");
        assertTrue(printed.toString().contains("wrote " + file), printed.toString());
        LeastSquares.require(file, study.site(OWN).resolve("rows.csv"));
        assertTrue(Files.readString(file).startsWith("from,to,directed,weight,"), Files.readString(file));
    }

    private static int command(LocalStudy study, StringWriter printed, String address, String... more) {
        Path home = study.site(OWN);
        List<String> words = new ArrayList<>(List.of("site", "join", "--site=" + OWN, "--study=" + study.plan()));
        words.addAll(List.of(
                "--rules=" + home.resolve("join.yaml"),
                "--policy=" + home.resolve("policy.yaml"),
                "--identity=" + home.resolve("identity"),
                "--data=" + home.resolve("rows.csv"),
                "--home=" + home.resolve("home"),
                "--coordinator=" + address));
        words.addAll(List.of(more));
        PrintWriter writer = new PrintWriter(printed);
        Terminal terminal = new Terminal(writer, writer, false, false, InstantSource.system());
        return new CommandLineApplication(List.of(new SiteCommand()), terminal).run(words.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--personalise", "--out"})
    void optionsThatBelongTogether_areRefusedAlone(String option) {
        LocalStudy study = study("fed-sparse", false);
        StringWriter printed = new StringWriter();
        String given = option.equals("--out") ? "--out=" + folder.resolve("own") : option;
        assertEquals(2, command(study, printed, "127.0.0.1:1", given));
        assertTrue(printed.toString().contains("--personalise"), printed.toString());
        assertFalse(Files.exists(folder.resolve("own")));
    }

    @Test
    void siteWhoseRulesDoNotAllowIt_isRefused_andNothingHappens() throws Exception {
        try (DoorSite door = new DoorSite(study("fed-sparse", false))) {
            Membership membership = door.site().join(door.plan, door.rows, door.address());
            PolicyRefusedException e = assertThrows(PolicyRefusedException.class, membership::personalised);
            assertTrue(String.valueOf(e.getMessage()).contains("personalWeights: true"), e.getMessage());
            door.requireNothingHappened();
        }
    }

    @ParameterizedTest
    @CsvSource({"gram, are not told it", "dp-gram, privacy budget"})
    void methodWhoseSitesDoNotKnowTheNetwork_orABudget_isRefused(String algorithm, String said) throws Exception {
        LocalStudy study = algorithm.equals("gram")
                ? study("gram", false, Map.of())
                : Agreed.PRIVATE.study(folder.resolve("private"), 4, 0);
        allow(study);
        try (DoorSite door = new DoorSite(study)) {
            Membership membership = door.site().join(door.plan, door.rows, door.address());
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, membership::personalised);
            assertTrue(String.valueOf(e.getMessage()).contains(said), e.getMessage());
            door.requireNothingHappened();
        }
    }
}
