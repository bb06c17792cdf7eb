// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Six files of age → dose → pressure → stay, of which some were written where people drew the dose by lot. */
class InterventionsLearnTest {

    private static final List<String> HEADER = List.of("age,dose,pressure,stay");

    @TempDir
    Path temp;

    private static List<String> rows(boolean byLot, int seed) {
        Random random = new Random(seed);
        List<String> rows = new ArrayList<>(HEADER);
        for (int k = 0; k < 300; k++) {
            double age = random.nextGaussian();
            double dose = byLot ? 1.5 * random.nextGaussian() : age + random.nextGaussian();
            double pressure = 0.8 * dose + 0.7 * random.nextGaussian();
            rows.add(age + "," + dose + "," + pressure + "," + (pressure + random.nextGaussian()));
        }
        return rows;
    }

    /** The last of so many files are of trials. */
    private List<String> learn(int files, int trials, String... more) throws IOException {
        List<String> learn = new ArrayList<>(List.of("learn", "--algorithm", "gram", "--data"));
        for (int p = 1; p <= files; p++) {
            Path file = temp.resolve("ward" + p + ".csv");
            learn.add(Files.write(file, rows(p > files - trials, p)).toString());
        }
        learn.addAll(List.of(more));
        return learn;
    }

    private String targets(String... lines) throws IOException {
        return Files.write(temp.resolve("targets.yaml"), List.of(lines)).toString();
    }

    private static JsonNode json(List<String> words) throws IOException {
        return SiteFolder.json(
                Shell.real(), Stream.concat(words.stream(), Stream.of("--json")).toArray(String[]::new));
    }

    private static List<String> edges(JsonNode result) {
        List<String> edges = new ArrayList<>();
        for (JsonNode edge : result.get("edges")) {
            edges.add(edge.get("from").asText()
                    + (edge.get("directed").asBoolean() ? " -> " : " - ")
                    + edge.get("to").asText());
        }
        return edges.stream().sorted().toList();
    }

    private String refused(List<String> words) {
        Shell shell = Shell.real();
        int code = shell.run(words.toArray(String[]::new));
        assertTrue(code == 2 || code == 3, shell.err());
        return shell.err();
    }

    @Test
    void targets_directTheEdges_andAreInResultAndConsole() throws IOException {
        String file = targets("ward2.csv: {set: [dose]}", "ward1.csv: none");
        List<String> learn = learn(2, 1, "--interventions", file);
        JsonNode found = json(learn);
        assertEquals(List.of("age -> dose", "dose -> pressure", "pressure -> stay"), edges(found));
        JsonNode told = found.get("settings")
                .get("interventions")
                .get(temp.resolve("ward2.csv").toString());
        assertEquals("dose", told.get("set").get(0).asText());
        assertTrue(
                found.get("warnings").toString().contains("300 rows where dose was set"),
                found.get("warnings").toString());
        // all that follows is the same without the option: directions are open
        List<String> open = edges(json(learn.subList(0, learn.size() - 2)));
        assertTrue(open.stream().noneMatch(edge -> edge.contains("->")), open.toString());
        Shell shell = Shell.real();
        assertEquals(0, shell.run(learn.toArray(String[]::new)));
        assertTrue(shell.err().contains("interventions were used"), shell.err());
    }

    /** The rows of every regime in one file, and a column that names it. */
    @Test
    void aColumnMayNameTheRegime() throws IOException {
        List<String> all = new ArrayList<>(List.of("regime," + HEADER.get(0)));
        rows(false, 1).stream().skip(1).forEach(row -> all.add("seen," + row));
        rows(true, 2).stream().skip(1).forEach(row -> all.add("by lot," + row));
        Path file = Files.write(temp.resolve("all.csv"), all);
        JsonNode found = json(List.of(
                "learn",
                "--data",
                file.toString(),
                "--site-column",
                "regime",
                "--interventions",
                targets("by lot: {set: [dose]}")));
        assertEquals(List.of("age -> dose", "dose -> pressure", "pressure -> stay"), edges(found));
    }

    @Test
    void behindMasks_theNetworkIsTheSame_andFewSitesAreRefusedBeforeAnythingIsRead() throws IOException {
        String three = targets(IntStream.rangeClosed(4, 6)
                .mapToObj(p -> "ward" + p + ".csv: {set: [dose]}")
                .toArray(String[]::new));
        List<String> plain = learn(6, 3, "--interventions", three);
        List<String> masked =
                Stream.concat(plain.stream(), Stream.of("--secure-aggregation")).toList();
        assertEquals(edges(json(plain)), edges(json(masked)));
        targets("ward5.csv: {set: [dose]}", "ward6.csv: {set: [dose]}");
        String said = refused(masked);
        assertTrue(said.contains("dose is that of ") && said.contains("ward5.csv and "), said);
        assertTrue(said.contains("at least 3 sites"), said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ward3.csv: {set: [dose]}||\"ward3.csv\" must be one of the sites ward1.csv, ward2.csv, is none",
                "ward2.csv: {set: [doze]}||there is no variable \"doze\", did you mean \"dose\"?",
                "ward2.csv: {sets: [dose]}||targets.yaml:1: there is no key",
                "ward2.csv: {set: [dose]}|--hidden-causes|--interventions cannot be combined with --hidden-causes",
                "ward2.csv: {set: [dose]}|--orient=non-gaussian|--interventions cannot be combined with --orient",
                "ward2.csv: {set: [dose]}|--transform=normal-scores|cannot be combined with --interventions",
                "ward2.csv: {set: [dose]}|--algorithm=direct-lingam|does not apply to --algorithm direct-lingam",
                "ward2.csv: {set: [dose]}|--algorithm=dp-gram|does not apply to --algorithm dp-gram, only to gram"
            })
    void whatDoesNotFit_isRefused(String line, String option, String said) throws IOException {
        List<String> words = learn(2, 1, "--interventions", targets(line));
        if (option != null) {
            words.removeIf(
                    word -> option.startsWith("--algorithm") && (word.equals("--algorithm") || word.equals("gram")));
            words.add(option);
        }
        String error = refused(words);
        assertTrue(error.contains(said), error);
    }
}
