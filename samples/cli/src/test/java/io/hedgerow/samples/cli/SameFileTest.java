// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that read files of rows find the same columns, levels and missing cells in the same file. */
@Tag("slow")
class SameFileTest {

    private static final int ROWS = 300;
    private static final List<String> NAMES = List.of("age", "dose, mg", "ward");
    private static final List<String> LEVELS = List.of("north, old", "south");

    @TempDir
    Path folder;

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    /** Names and levels contain a comma, so they are quoted; some cells are missing; spreadsheets begin with a mark. */
    private Path file(String separator, String start, String end) throws IOException {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder(start);
        text.append(
                String.join(separator, NAMES.stream().map(SameFileTest::quoted).toList()));
        text.append(end);
        for (int row = 0; row < ROWS; row++) {
            double age = 50 + 10 * random.nextGaussian();
            boolean south = random.nextBoolean();
            double dose = 0.1 * age + random.nextGaussian() + (south ? 2 : 0);
            String cell = row % 50 == 7 ? "NA" : String.format(Locale.ROOT, "%.3f", dose);
            text.append(String.format(Locale.ROOT, "%.3f", age))
                    .append(separator)
                    .append(cell)
                    .append(separator);
            text.append(quoted(LEVELS.get(south ? 1 : 0))).append(end);
        }
        return Files.writeString(folder.resolve("rows.csv"), text);
    }

    private JsonNode json(String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(words));
        all.add("--json");
        return SiteFolder.json(Shell.real(), all.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "of a spreadsheet"})
    void everyCommandFindsTheSame(String kind) throws IOException {
        boolean plain = kind.equals("plain");
        String rows = (plain ? file(",", "", "\n") : file(";", "\uFEFF", "\r\n")).toString();
        String result = folder.resolve("result").toString();
        long complete = ROWS - ROWS / 50;

        JsonNode learned = json("learn", "--data", rows, "--missing", "skip-row", "--out", result);
        assertEquals(
                complete,
                learned.at("/sites/0/rows").asLong(),
                () -> learned.get("sites").toString());
        JsonNode predicted = json("predict", "--network", result, "--data", rows, "--given", "age,ward");
        List<String> found = new ArrayList<>();
        predicted.get("variables").forEach(one -> found.add(one.get("variable").asText()));
        assertEquals(List.of(NAMES.get(1)), found);
        assertEquals(complete, predicted.at("/variables/0/compared").asLong(), predicted::toString);

        JsonNode seen = json("inspect", "--data", rows);
        NAMES.forEach(name -> assertTrue(seen.toString().contains(name), seen::toString));

        Path draft = folder.resolve("plan.yaml");
        Shell shell = Shell.real();
        assertEquals(0, shell.run("study", "init", draft.toString(), "--data", rows, "--rows-are-units"), shell::err);
        String plan = Files.readString(draft);
        NAMES.forEach(name -> assertTrue(plan.contains(name), plan));
        LEVELS.forEach(level -> assertTrue(plan.contains(level), plan));
    }

    /** How a file is written stands in the mapping that inspect drafts, and the other commands follow it. */
    @Test
    void everyCommandFollowsTheMappingOfInspect() throws IOException {
        Path rows = file(";", "", "\n");
        Files.writeString(
                rows,
                Files.readString(rows).replaceAll("([0-9])[.]([0-9])", "$1,$2").replace(";NA;", ";k.A.;"));
        String mappings = folder.resolve("mappings").toString();
        json("inspect", "--data", rows.toString(), "--write-mappings", mappings);
        String result = folder.resolve("result").toString();
        long complete = ROWS - ROWS / 50;
        JsonNode learned = json(
                "learn", "--data", rows.toString(), "--mapping", mappings, "--missing", "skip-row", "--out", result);
        assertEquals(
                complete,
                learned.at("/sites/0/rows").asLong(),
                () -> learned.get("sites").toString());
        Path mapping;
        try (Stream<Path> written = Files.list(Path.of(mappings))) {
            mapping = written.filter(path -> path.toString().endsWith(".yaml"))
                    .findFirst()
                    .orElseThrow();
        }
        JsonNode predicted = json(
                "predict",
                "--network",
                result,
                "--data",
                rows.toString(),
                "--given",
                "age,ward",
                "--mapping",
                mapping.toString());
        assertEquals(complete, predicted.at("/variables/0/compared").asLong(), predicted::toString);
        Path draft = folder.resolve("plan.yaml");
        Shell shell = Shell.real();
        assertEquals(
                0,
                shell.run(
                        "study",
                        "init",
                        draft.toString(),
                        "--data",
                        rows.toString(),
                        "--mapping",
                        mapping.toString(),
                        "--rows-are-units"),
                shell::err);
        String plan = Files.readString(draft);
        assertFalse(plan.contains("k.A."), plan);
        assertEquals(2, plan.lines().filter(line -> line.contains("bounds")).count(), plan);
        LEVELS.forEach(level -> assertTrue(plan.contains(level), plan));
    }
}
