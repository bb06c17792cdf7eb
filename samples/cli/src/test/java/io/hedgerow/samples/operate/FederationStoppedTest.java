// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.node.SiteHome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A federation that is stopped ends the processes it started and no others, and can go on. */
@Tag("slow")
@Timeout(300)
@DisabledOnOs(OS.WINDOWS) // processes are ended there without notice
class FederationStoppedTest {

    private static final int TERMINATED = 128 + 15;

    @TempDir
    Path temp;

    /** In the first round, whose task waits for its sites again, and in a later one; each message has a line. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void stopped_endsItsProcesses_andResumed_learnsTheSameNetwork(int messages) throws Exception {
        simulate();
        Path study = temp.resolve("study");
        Child stopped = federation(study);
        try {
            stopped.awaitOutput("2 sites started");
            Path log = new SiteHome(study.resolve("site-1/home")).egress();
            while (!Files.exists(log) || Files.readString(log).lines().count() < 1 + messages) {
                assertTrue(stopped.process().isAlive(), stopped.errors());
                Thread.sleep(5); // another process writes it, and files cannot be waited for
            }
            List<ProcessHandle> children =
                    stopped.process().toHandle().descendants().toList();
            assertEquals(3, children.size(), "a coordinator and two sites");
            stopped.process().destroy();
            stopped.ends(TERMINATED);
            for (ProcessHandle child : children) {
                assertFalse(child.isAlive(), "process " + child.pid() + " still runs");
            }
        } finally {
            stopped.process().descendants().forEach(ProcessHandle::destroyForcibly);
            stopped.kill();
        }
        assertTrue(stopped.errors().contains("give the same command with --resume"), stopped.errors());
        assertFalse(Files.exists(study.resolve("result/result.json")), "the study was not over");

        refused(study).fails(2, "give --resume to go on");
        Child resumed = federation(study, "--resume");
        resumed.ends(0);

        Path learned = temp.resolve("learned");
        List<String> learn = new ArrayList<>(List.of(
                "learn", "--algorithm=fed-sparse", "--rounds=60", "--vote-rounds=3", "--out=" + learned, "--data"));
        learn.addAll(data());
        Program.runs(learn);
        assertEquals(
                Files.readString(learned.resolve("network.csv")),
                Files.readString(study.resolve("result/network.csv")));
        int rounds = new ObjectMapper()
                .readTree(study.resolve("result/result.json").toFile())
                .get("rounds")
                .asInt();
        for (int p = 1; p <= 2; p++) {
            requireOneUpdateOfEachRound(new SiteHome(study.resolve("site-" + p).resolve("home")), rounds);
        }
    }

    /** The update that was under way at the stop may have left twice; then it was the stored one. */
    private static void requireOneUpdateOfEachRound(SiteHome home, int rounds) throws Exception {
        EgressLog.verify(home.egress());
        Map<Integer, Set<String>> digests = new TreeMap<>();
        for (String line : Files.readAllLines(home.egress())) {
            JsonNode entry = new ObjectMapper().readTree(line);
            if (entry.path("type").asText().equals("update")) {
                digests.computeIfAbsent(entry.get("round").asInt(), round -> new HashSet<>())
                        .add(entry.get("sha256").asText());
            }
        }
        assertEquals(rounds, digests.size());
        digests.forEach((round, different) -> assertEquals(1, different.size(), "updates of round " + round));
    }

    @Test
    void nothingToResume_saysSo_andSoDoesAStudyThatWasNotFinished() throws Exception {
        simulate();
        Path study = temp.resolve("study");
        refused(study, "--resume").fails(2, "holds no study to go on with");
        new LocalStudy(
                        study,
                        new LocalStudy.Terms(
                                "fed-sparse", Map.of(), Optional.empty(), false, 4, 0, Duration.ofSeconds(5)),
                        InstantSource.system())
                .create(TestFederation.rows(3));
        Files.delete(study.resolve("site-3/policy.yaml"));
        refused(study, "--resume").fails(2, "stopped while it was made", "remove the directory");
    }

    private Child federation(Path study, String... more) throws Exception {
        return Child.withChildren("federation", temp.resolve("out-" + System.nanoTime()), words(study, more));
    }

    /** One that starts no process. */
    private Child refused(Path study, String... more) throws Exception {
        return Child.inThisProcess("federation", temp.resolve("out-" + System.nanoTime()), words(study, more));
    }

    private List<String> words(Path study, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "federation",
                "--algorithm=fed-sparse",
                "--rounds=60",
                "--parameter=vote-rounds=3",
                "--deadline=300", // longer than a test waits for the end: no stop may cost a deadline
                "--out=" + study,
                "--data"));
        words.addAll(data());
        words.addAll(List.of(more));
        return words;
    }

    private void simulate() {
        Program.simulatesThreeSites(temp.resolve("data"));
    }

    private List<String> data() {
        return List.of(
                temp.resolve("data/site-1.csv").toString(),
                temp.resolve("data/site-2.csv").toString());
    }
}
