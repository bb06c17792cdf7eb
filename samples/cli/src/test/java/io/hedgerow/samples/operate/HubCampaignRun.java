// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.queue.QueuedStudy;
import io.hedgerow.samples.queue.StudyQueue;
import io.hedgerow.transport.internal.egress.EgressLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * A hub and its agents with a plain, a masked and a private study, killed again and again at times that a seed draws.
 * Every study ends with its network, every site pays once and answers each round once, and no agent takes a study for
 * over that is not. Not a part of the gate; {@code mvn -Pfaults -Dquick -pl samples/cli -am test -Dtest=HubCampaignRun}
 * runs it alone. {@code -Dfaults.first=N} and {@code -Dfaults.seeds=N} say which seeds.
 */
class HubCampaignRun {

    private static final int KILLS_OF_HUB = 5;
    private static final int KILLS_OF_AGENTS = 2;
    /** About as long as the three studies take undisturbed. */
    private static final int LONGEST_MILLIS = 2500;

    @TempDir
    Path temp;

    @TestFactory
    Stream<DynamicTest> hubAndAgents_killedAgainAndAgain_endEveryStudy() {
        long first = Long.getLong("faults.first", 1);
        return Stream.iterate(first, seed -> seed + 1)
                .limit(Long.getLong("faults.seeds", 50))
                .map(seed -> DynamicTest.dynamicTest("seed " + seed, () -> run(seed)));
    }

    private void run(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        try (SeveralStudies all = new SeveralStudies(temp.resolve("seed-" + seed))) {
            all.plain("plain");
            all.masked("masked");
            all.spending("private", 600);
            List<String> studies = List.of("plain", "masked", "private");
            for (String study : studies) {
                assertEquals(0, all.submitToHub(study).exitCode());
                for (String site : all.sites()) {
                    assertEquals(0, all.submitTo(site, study).exitCode());
                }
            }
            Child hub = all.hubProcess("--at-once", "3");
            List<Child> agents = new ArrayList<>();
            for (String site : all.sites()) {
                agents.add(all.agentProcess(site, "--once"));
            }
            int kills = 0;
            int agentsLeft = KILLS_OF_AGENTS;
            for (int k = 0; k < KILLS_OF_HUB; k++) {
                // a draw and no condition: a kill belongs to no step of the protocol
                TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_MILLIS));
                int which = random.nextInt(2 * agents.size());
                if (agentsLeft > 0 && which < agents.size()) {
                    agentsLeft--;
                    if (agents.get(which).process().isAlive()) {
                        agents.get(which).kill();
                        kills++;
                        agents.set(which, all.agentProcess(all.sites().get(which), "--once"));
                    }
                }
                hub.kill();
                kills++;
                hub = all.hubProcess("--at-once", "3");
            }
            for (Child agent : agents) {
                agent.ends(0);
            }
            // not before: a hub that is killed while it tells the end tells it for two minutes more, to no one
            while (new StudyQueue(all.studies())
                    .list().stream().anyMatch(study -> study.state().isOpen())) {
                assertTrue(hub.process().isAlive(), hub.errors());
                TimeUnit.MILLISECONDS.sleep(20); // files cannot be waited for
            }
            hub.kill();
            for (String study : List.of("plain", "masked")) {
                assertEquals(all.networkAlone(study), all.network(study));
            }
            for (QueuedStudy study : new StudyQueue(all.studies()).list()) {
                assertEquals(QueuedStudy.State.ENDED, study.state(), study.name() + ": " + study.reason());
            }
            for (String site : all.sites()) {
                for (QueuedStudy study : new StudyQueue(all.studiesOf(site)).list()) {
                    assertEquals(QueuedStudy.State.ENDED, study.state(), site + ", " + study.name());
                }
                for (String study : studies) {
                    // without a budget a round whose site was killed before it had stored the answer is computed again
                    AnsweredRounds.of(site, all.home(site).journal(study)).requireOnce(study.equals("private"));
                }
                SpentOnce.require(site, LedgerHistory.read(all.home(site).ledger()), true);
                assertTrue(EgressLog.verify(all.home(site).egress()).messages() > 0);
            }
            System.out.println("seed " + seed + ": " + kills + " kills, every study has ended with its network");
        }
    }
}
