// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.samples.output.SchemaCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs write what they wrote when the release was made, and every command reads what every release wrote. */
@Tag("slow")
class ResultCorpusTest {

    @TempDir
    Path temp;

    /** What is read must have been written, and homes as well. */
    @BeforeAll
    static void update(@TempDir Path made) throws IOException {
        if (Corpus.isUpdated()) {
            StoredHomes.makeMissing(Corpus.current(), made.resolve("homes"));
            for (StoredRun run : runs()) {
                run.requireSame(made.resolve(run.name()));
            }
        }
    }

    static List<StoredRun> runs() {
        return StoredRun.of(Corpus.current(), "results");
    }

    static List<StoredRun> readers() {
        return Corpus.releases().stream()
                .flatMap(release -> StoredRun.of(release, "reading").stream())
                .toList();
    }

    static List<Path> results() throws IOException {
        List<Path> results = new ArrayList<>();
        for (Path release : Corpus.releases()) {
            try (Stream<Path> files = Files.walk(release.resolve("results"))) {
                files.filter(file -> file.endsWith("result.json")).forEach(results::add);
            }
        }
        return results;
    }

    @ParameterizedTest
    @MethodSource("runs")
    void run_writesWhatTheReleaseWrote(StoredRun run) throws IOException {
        run.requireSame(temp);
    }

    /** With fields that the release did not know, at most. */
    @ParameterizedTest
    @MethodSource("readers")
    void command_readsWhatARelease_wrote(StoredRun reader) throws IOException {
        reader.requireSame(temp, reader.release().equals(Corpus.current()) ? reader.sameness() : Sameness.KNOWN);
    }

    @ParameterizedTest
    @MethodSource("results")
    void result_isAsTheSchemaSays(Path result) throws IOException {
        JsonNode document = new ObjectMapper().readTree(result.toFile());
        assertEquals(List.of(), SchemaCheck.ofResult().problems(document));
    }

    /** All that a release wrote of a network is written again of what is read. */
    @ParameterizedTest
    @MethodSource("results")
    void program_readsWhatARelease_wrote(Path result) throws IOException {
        Path again = temp.resolve("again.json");
        LearnedNetwork.read(result).write(again);
        JsonNode before = new ObjectMapper().readTree(result.toFile());
        JsonNode after = new ObjectMapper().readTree(again.toFile());
        assertEquals(List.of(), SchemaCheck.ofResult().problems(after));
        for (String field : List.of("variables", "kind", "edges", "parameters", "series", "curves", "trust")) {
            assertEquals(
                    List.of(),
                    Sameness.KNOWN.differences(
                            field + ".json",
                            before.has(field) ? before.get(field).toString() : "{}",
                            after.has(field) ? after.get(field).toString() : "{}"));
        }
    }

    /** A result that no command reads would be kept for nothing. */
    @Test
    void everyResult_isRead() throws IOException {
        for (Path result : results()) {
            Path release = result.getParent().getParent().getParent();
            String name = "@/results/" + result.getParent().getFileName() + "/result.json";
            for (String command : List.of("compare ", "export ")) {
                assertTrue(
                        StoredRun.of(release, "reading").stream()
                                .anyMatch(reader -> reader.arguments().startsWith(command)
                                        && List.of(reader.arguments().split(" ", -1))
                                                .contains(name)),
                        command + name);
            }
        }
    }

    @Test
    void folders_areThoseOfTheTables() throws IOException {
        for (Path release : Corpus.releases()) {
            for (String table : List.of("results", "reading")) {
                try (Stream<Path> folders = Files.list(release.resolve(table))) {
                    List<String> named = StoredRun.of(release, table).stream()
                            .map(StoredRun::name)
                            .sorted()
                            .toList();
                    assertEquals(
                            named,
                            folders.map(folder -> folder.getFileName().toString())
                                    .sorted()
                                    .toList());
                }
            }
        }
    }
}
