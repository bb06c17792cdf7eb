// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.queue.QueuedStudy;
import io.hedgerow.samples.queue.StudyQueue;
import io.hedgerow.transport.internal.admission.ConnectionLimits;
import io.hedgerow.transport.internal.egress.EgressLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One coordinator's process with several studies, and one process of each site. */
@Tag("slow")
@Timeout(300)
class SeveralStudiesTest {

    @TempDir
    Path temp;

    private static Map<String, QueuedStudy.State> states(Path studies) throws IOException {
        return new StudyQueue(studies).list().stream().collect(Collectors.toMap(QueuedStudy::name, QueuedStudy::state));
    }

    private static String reason(Path studies, String name) throws IOException {
        return new StudyQueue(studies)
                .list().stream()
                        .filter(study -> study.name().equals(name))
                        .map(QueuedStudy::reason)
                        .findFirst()
                        .orElseThrow();
    }

    private static void submit(SeveralStudies all, String... studies) {
        for (String study : studies) {
            assertEquals(0, all.submitToHub(study).exitCode());
            for (String site : all.sites()) {
                assertEquals(0, all.submitTo(site, study).exitCode());
            }
        }
    }

    private static List<Child> agents(SeveralStudies all) throws IOException {
        List<Child> agents = new ArrayList<>();
        for (String site : all.sites()) {
            agents.add(all.agent(site, "--once"));
        }
        return agents;
    }

    private static void awaitLines(Path file, int lines) throws Exception {
        while (!Files.exists(file) || Files.readString(file).lines().count() < lines) {
            Thread.sleep(20); // other threads write it, and files cannot be waited for
        }
    }

    /** One plain, one masked, one private study, and one that fails, killed in the middle of all of them. */
    @Test
    void threeStudiesAtOnce_withAKilledHub_giveWhatTheyGiveAlone() throws Exception {
        try (SeveralStudies all = new SeveralStudies(temp)) {
            all.plain("plain");
            all.masked("masked");
            all.spending("private", 600);
            all.elsewhere("foreign");
            assertEquals(0, all.submitToHub("foreign").exitCode());
            submit(all, "plain", "masked", "private");
            List<Child> agents = agents(all);
            Child hub = all.hubProcess("--at-once", "3");
            for (String site : all.sites()) {
                awaitLines(all.home(site).egress(), 7);
            }
            hub.kill();
            all.hub("--at-once", "3", "--once").ends(7);
            for (Child agent : agents) {
                agent.ends(0);
            }
            assertEquals(
                    Map.of(
                            "plain", QueuedStudy.State.ENDED,
                            "masked", QueuedStudy.State.ENDED,
                            "private", QueuedStudy.State.ENDED,
                            "foreign", QueuedStudy.State.FAILED),
                    states(all.studies()));
            assertTrue(reason(all.studies(), "foreign").contains("its plan names another"));
            assertEquals(all.networkAlone("plain"), all.network("plain"));
            assertEquals(all.networkAlone("masked"), all.network("masked"));
            assertTrue(reason(all.studies(), "private").startsWith("rounds-completed"));
            for (String site : all.sites()) {
                for (String study : List.of("plain", "masked", "private")) {
                    AnsweredRounds.of(site, all.home(site).journal(study)).requireOnce(true);
                }
                SpentOnce.require(site, LedgerHistory.read(all.home(site).ledger()), true);
                assertTrue(EgressLog.verify(all.home(site).egress()).messages() > 12);
            }
        }
    }

    /** The rest of the budget pays for one of two: the second is refused at every site, and then cancelled. */
    @Test
    void oneLedgerPaysForAll_andWhatItDoesNotCoverIsRefused() throws Exception {
        try (SeveralStudies all = new SeveralStudies(temp)) {
            all.spending("first", 600);
            all.spending("second", 600);
            all.plain("third");
            submit(all, "first", "second", "third");
            List<Child> agents = agents(all);
            Child hub = all.hub("--once");
            for (Child agent : agents) {
                agent.ends(7);
            }
            assertEquals(QueuedStudy.State.RUNNING, states(all.studies()).get("second"));
            new StudyQueue(all.studies()).cancel("second");
            hub.ends(7);
            assertEquals(QueuedStudy.State.CANCELLED, states(all.studies()).get("second"));
            assertTrue(reason(all.studies(), "first").startsWith("rounds-completed"));
            assertEquals(all.networkAlone("third"), all.network("third"));
            for (String site : all.sites()) {
                assertEquals(
                        Map.of(
                                "first", QueuedStudy.State.ENDED,
                                "second", QueuedStudy.State.FAILED,
                                "third", QueuedStudy.State.ENDED),
                        states(all.studiesOf(site)));
                assertTrue(reason(all.studiesOf(site), "second").contains("epsilon"));
                SpentOnce.require(site, LedgerHistory.read(all.home(site).ledger()), true);
            }
        }
    }

    /** Two have paid, one has joined; none may take the study for over because a coordinator says that it has none. */
    @Test
    void studyThatTheHubDoesNotKnow_isWaitedForByAgentsThatHaveJoinedIt_whoSaySoAlsoWithQuiet() throws Exception {
        try (SeveralStudies all = new SeveralStudies(temp)) {
            all.spending("study", 600);
            submit(all, "study");
            Child hub = all.hubProcess();
            List<Child> agents = new ArrayList<>();
            for (String site : all.sites()) {
                all.wire(site).stallUp(site.equals("site-3"));
                agents.add(all.agent(site, "--once", "--quiet"));
            }
            for (String site : List.of("site-1", "site-2")) {
                awaitLines(all.home(site).egress(), 1);
            }
            hub.kill();
            all.wire("site-3").cut();
            all.wire("site-3").stallUp(false);
            Child other = all.hubOfNothing();
            for (Child agent : agents) {
                agent.awaitOutput("has no study study with site");
            }
            for (String site : all.sites()) {
                assertTrue(new StudyQueue(all.studiesOf(site))
                        .list().stream().allMatch(study -> study.state().isOpen()));
            }
            other.process().destroy();
            other.process().waitFor();
            all.hub("--once").ends(0);
            for (Child agent : agents) {
                agent.ends(0);
            }
            assertTrue(reason(all.studies(), "study").startsWith("rounds-completed"));
            for (String site : all.sites()) {
                SpentOnce.require(site, LedgerHistory.read(all.home(site).ledger()), true);
            }
        }
    }

    /** The disks of the hub and of a site break while both are away; two others have paid or joined. */
    @Test
    void planAndStateThatCannotBeReadAtTheNextStart_areWaitedForInAStudyThatHasBegun() throws Exception {
        try (SeveralStudies all = new SeveralStudies(temp)) {
            all.spending("study", 600);
            submit(all, "study");
            Child hub = all.hubProcess();
            all.wire("site-3").stallUp(true);
            Child killed = all.agentProcess("site-1", "--once");
            List<Child> agents = new ArrayList<>();
            agents.add(all.agent("site-2", "--once"));
            agents.add(all.agent("site-3", "--once"));
            awaitLines(all.home("site-1").egress(), 1);
            awaitLines(all.home("site-2").egress(), 1);
            while (!Files.exists(all.home("site-1").journal("study"))) {
                Thread.sleep(20); // a site that has only said hello has not begun
            }
            hub.kill();
            killed.kill();
            Path atHub = all.folder("study").resolve("study.yaml");
            byte[] plan = Files.readAllBytes(atHub);
            Files.delete(atHub);
            Files.createDirectory(atHub); // reading it is an error of the file system
            Path atSite = all.studiesOf("site-1").resolve("study").resolve("study.yaml");
            Files.write(atSite, Arrays.copyOf(plan, plan.length / 2));

            Path state = all.folder("study").resolve("state.json");
            byte[] noted = Files.readAllBytes(state);
            Files.write(state, new byte[noted.length]);

            Child again = all.hub("--once");
            agents.add(all.agent("site-1", "--once", "--quiet"));
            again.awaitOutput("study study is unreadable: has begun, and waits until this is mended: " + state);
            Files.write(state, noted);
            again.awaitOutput("study study is running: has begun, and waits until this is mended: " + atHub);
            agents.get(2).awaitOutput("study study is running: has begun, and waits until this is mended: " + atSite);
            all.wire("site-3").cut();
            all.wire("site-3").stallUp(false);
            Files.delete(atHub);
            Files.write(atHub, plan);
            assertEquals(0, all.submitTo("site-1", "study").exitCode());
            again.ends(0);
            for (Child agent : agents) {
                agent.ends(0);
            }
            assertTrue(reason(all.studies(), "study").startsWith("rounds-completed"));
            for (String site : all.sites()) {
                SpentOnce.require(site, LedgerHistory.read(all.home(site).ledger()), true);
            }
        }
    }

    /** The site's own rules forbid what it has paid for: it waits for people, and the coordinator hears no refusal. */
    @Test
    void rulesThatDemandANewerList_whileAnAgentIsAway_keepItsPaidStudyOpen() throws Exception {
        try (SeveralStudies all = new SeveralStudies(temp)) {
            all.spending("study", 600);
            submit(all, "study");
            Child hub = all.hub("--once");
            Child first = all.agent("site-1", "--once");
            Child second = all.agent("site-2", "--once");
            hub.awaitOutput("site site-1 is connected");
            hub.awaitOutput("site site-2 is connected");
            Path rows = all.identity("site-2").resolveSibling("rows.csv");
            byte[] content = Files.readAllBytes(rows);
            Files.delete(rows);
            Child third = all.agent("site-3", "--once");
            second.awaitOutput("the data cannot be read now");
            awaitLines(all.home("site-1").egress(), 2);
            first.process().destroy();
            first.process().waitFor();
            Path rules = new StudyQueue(all.studiesOf("site-1"))
                    .list()
                    .get(0)
                    .rules()
                    .orElseThrow();
            String before = Files.readString(rules);
            Files.writeString(rules, before + "  minimumRevocationList: 5\n");
            Child again = all.agent("site-1", "--once", "--quiet");
            again.awaitOutput("study study is running: ");
            assertTrue(again.errors().contains("minimumRevocationList"), again.errors());
            assertTrue(states(all.studiesOf("site-1")).get("study").isOpen());
            assertTrue(!hub.errors().contains("rules"), hub.errors());
            Files.writeString(rules, before);
            Files.write(rows, content);
            for (Child end : List.of(hub, again, second, third)) {
                end.ends(0);
            }
            for (String site : all.sites()) {
                SpentOnce.require(site, LedgerHistory.read(all.home(site).ledger()), true);
            }
        }
    }

    /** A refusal would end their processes, which nothing starts again. */
    @Test
    void studyWhosePlanTheHubCannotReadYet_isWaitedForBySitesThatHaveNotJoinedIt() throws Exception {
        try (SeveralStudies all = new SeveralStudies(temp)) {
            all.plain("one");
            all.plain("two");
            assertEquals(0, all.submitToHub("two").exitCode());
            Path aside = Files.move(all.folder("two"), temp.resolve("two"));
            Path plan = aside.resolve("study.yaml");
            byte[] whole = Files.readAllBytes(plan);
            Files.write(plan, Arrays.copyOf(whole, whole.length / 2));
            assertEquals(0, all.submitToHub("one").exitCode());
            Child hub = all.hub("--at-once", "2");
            while (states(all.studies()).get("one") != QueuedStudy.State.RUNNING) {
                Thread.sleep(20); // another thread writes it, and files cannot be waited for
            }
            Files.move(aside, all.folder("two"), StandardCopyOption.ATOMIC_MOVE);
            while (states(all.studies()).get("two") != QueuedStudy.State.FAILED) {
                Thread.sleep(20);
            }
            List<Child> sites = new ArrayList<>();
            for (String site : all.sites()) {
                sites.add(all.site(site, "two"));
            }
            for (Child site : sites) {
                site.awaitOutput("does not know all of its studies");
            }
            Files.write(all.folder("two").resolve("study.yaml"), whole);
            assertEquals(0, all.submitToHub("two").exitCode());
            for (Child site : sites) {
                site.ends(0);
            }
            hub.process().destroy();
        }
    }

    /** The process may open too few connections for both. */
    @Test
    void studyThatFindsNoRoomForItsConnections_waitsForItAndSaysSo() throws Exception {
        try (SeveralStudies all = new SeveralStudies(temp)) {
            int sites = ConnectionLimits.ofStudies(4, 100).mostSites() * 6 / 10;
            for (String study : List.of("one", "two")) {
                all.crowded(study, sites);
                assertEquals(0, all.submitToHub(study).exitCode());
            }
            Child hub = all.hub("--memory", "1000000");
            hub.awaitOutput(
                    "study two is queued: waits for the connections of others, needs room for those of " + sites);
            assertEquals(QueuedStudy.State.RUNNING, states(all.studies()).get("one"));
            new StudyQueue(all.studies()).cancel("one");
            while (states(all.studies()).get("two") != QueuedStudy.State.RUNNING) {
                Thread.sleep(20); // another thread writes it, and files cannot be waited for
            }
            assertEquals("", reason(all.studies(), "two"));
            hub.process().destroy();
        }
    }

    /** It asks for a study that is over, is told to come again, and hears the end from its next run. */
    @Test
    void siteThatMissedTheEnd_hearsItWhenItDials() throws Exception {
        try (SeveralStudies all = new SeveralStudies(temp)) {
            all.patient("study", 3);
            submit(all, "study");
            List<Child> agents = agents(all);
            Child hub = all.hub();
            awaitLines(all.home("site-3").egress(), 2);
            all.wire("site-3").stallDown(true);
            all.wire("site-3").stallUp(true);
            while (states(all.studies()).get("study") != QueuedStudy.State.ENDED) {
                Thread.sleep(20); // another thread writes it, and files cannot be waited for
            }
            agents.get(0).ends(0);
            agents.get(1).ends(0);
            String network = all.network("study");
            all.wire("site-3").cut();
            all.wire("site-3").stallDown(false);
            all.wire("site-3").stallUp(false);
            agents.get(2).ends(0);
            assertEquals(network, all.network("study"));
            hub.process().destroy();
        }
    }

    /** Processes of sites that know nothing of several studies; the second waits for its turn by itself. */
    @Test
    void sitesOfOneStudyEach_takePartInTheStudiesOfAHub_oneAfterTheOther() throws Exception {
        try (SeveralStudies all = new SeveralStudies(temp)) {
            all.plain("one");
            all.plain("two");
            assertEquals(0, all.submitToHub("one").exitCode());
            assertEquals(0, all.submitToHub("two").exitCode());
            Child hub = all.hub("--at-once", "1", "--once");
            for (String study : List.of("one", "two")) {
                List<Child> sites = new ArrayList<>();
                for (String site : all.sites()) {
                    sites.add(all.site(site, study));
                }
                for (Child site : sites) {
                    site.ends(0);
                }
            }
            hub.ends(0);
            assertEquals(all.networkAlone("one"), all.network("one"));
            assertEquals(all.network("one"), all.network("two"));
        }
    }
}
