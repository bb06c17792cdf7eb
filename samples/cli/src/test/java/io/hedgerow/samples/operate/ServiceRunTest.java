// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole study as a service manager runs it: every option in a file, every line on standard error for programs. */
@Tag("slow")
@Timeout(120)
class ServiceRunTest {

    @TempDir
    Path folder;

    private int files;

    /** {@code --name value --name value}, behind command and action, as a file. */
    private synchronized List<String> inAFile(List<String> words) {
        List<String> lines = new ArrayList<>(List.of("log-format: json", "probes: 127.0.0.1:0"));
        for (int k = 2; k < words.size(); k += 2) {
            lines.add(words.get(k).substring(2) + ": '" + words.get(k + 1) + "'");
        }
        Path file = folder.resolve("options-" + files++ + ".yaml");
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.of(words.get(0), words.get(1), "--config", file.toString());
    }

    @Test
    void study_fromFiles_tellsItsEventsInLinesOfJson() throws Exception {
        LocalStudy.Terms terms = new LocalStudy.Terms(
                "fed-sparse", Map.of("vote-rounds", "3"), Optional.empty(), false, 6, 0, Duration.ofSeconds(60));
        LocalStudy study = new LocalStudy(folder, terms, InstantSource.system());
        FederationRun commands = new FederationRun(folder, study, Optional.empty(), Optional.empty());
        List<String> sites = study.create(TestFederation.rows(3));
        Map<String, Program> ended = StudyInOneProcess.run(commands, folder.resolve("result"), sites, this::inAFile);

        List<JsonNode> hub = lines(ended.get(StudyInOneProcess.COORDINATOR));
        assertEquals("study-started", hub.get(0).get("event").asText());
        assertEquals("probes", hub.get(1).get("event").asText());
        // sites that have heard the end leave behind it
        assertEquals(
                1,
                hub.stream()
                        .filter(line -> line.get("event").asText().equals("study-ended"))
                        .count());
        int rounds = new ObjectMapper()
                .readTree(folder.resolve("result/result.json").toFile())
                .get("rounds")
                .asInt();
        assertTrue(rounds > 0);
        List<Integer> told = hub.stream()
                .filter(line -> line.get("event").asText().equals("round-ended"))
                .map(line -> line.get("round").asInt())
                .toList();
        assertEquals(IntStream.range(0, rounds).boxed().toList(), told);
        Set<String> connected = new TreeSet<>();
        hub.stream()
                .filter(line -> line.get("event").asText().equals("site-connected"))
                .forEach(line -> connected.add(line.get("site").asText()));
        assertEquals(new TreeSet<>(sites), connected);
        for (String site : sites) {
            List<JsonNode> lines = lines(ended.get(site));
            assertEquals(
                    rounds,
                    lines.stream()
                            .filter(line -> line.get("event").asText().equals("task"))
                            .count());
            assertEquals("probes", lines.get(0).get("event").asText());
            JsonNode last = lines.get(lines.size() - 1);
            assertEquals("study-ended", last.get("event").asText());
            assertEquals(site, last.get("site").asText());
        }
    }

    private static List<JsonNode> lines(Program program) throws IOException {
        assertEquals(0, program.exitCode(), program.errors());
        List<JsonNode> lines = new ArrayList<>();
        for (String line : program.errors().lines().toList()) {
            JsonNode json = new ObjectMapper().readTree(line);
            Instant.parse(json.get("time").asText());
            assertEquals("info", json.get("level").asText(), line);
            assertTrue(json.has("study"), line);
            lines.add(json);
        }
        return lines;
    }
}
