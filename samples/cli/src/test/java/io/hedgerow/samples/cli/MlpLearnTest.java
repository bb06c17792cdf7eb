// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.Mechanism;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code learn} with neural networks. */
@Tag("slow")
class MlpLearnTest {

    @TempDir
    static Path folder;

    private static String data;
    private static String truth;

    @BeforeAll
    static void simulate() throws IOException {
        SimulatedSites study = SimulatedSites.of(new ErdosRenyi(4, 3))
                .mechanism(Mechanism.MLP)
                .sites(1)
                .rowsPerSite(450)
                .seed(7)
                .build();
        List<double[]> rows = new ArrayList<>();
        study.rows(0).forEachRow(row -> rows.add(row.clone()));
        data = write("data.csv", "a,b,c,d", rows);
        double[] weights = study.truth().toRows();
        List<double[]> matrix = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            matrix.add(Arrays.copyOfRange(weights, 4 * i, 4 * i + 4));
        }
        truth = write("truth.csv", "", matrix);
    }

    private static String write(String name, String header, List<double[]> rows) throws IOException {
        String lines = rows.stream()
                .map(row -> Arrays.stream(row).mapToObj(Double::toString).collect(Collectors.joining(",")))
                .collect(Collectors.joining("\n", header.isEmpty() ? "" : header + "\n", "\n"));
        return Files.writeString(folder.resolve(name), lines).toString();
    }

    private static JsonNode learn(String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of("learn", "--sites", "3", "--truth", truth, "--json"));
        words.addAll(List.of(more));
        if (!words.contains("--data")) {
            words.addAll(List.of("--data", data));
        }
        if (words.stream().anyMatch(word -> word.startsWith("notears-mlp"))) {
            words.addAll(List.of("--hidden", "3"));
        }
        return SiteFolder.json(Shell.real(), words.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "notears-mlp",
                "notears-mlp-voting",
                "notears-mlp-averaging",
                "notears-mlp-best",
                "notears-mlp-admm --rounds 40"
            })
    void everyAlgorithm_findsTheNetwork_andSaysWhatWeightsAre(String options) throws IOException {
        List<String> words = new ArrayList<>(List.of("--algorithm"));
        words.addAll(List.of(options.split(" ", -1)));
        JsonNode json = learn(words.toArray(String[]::new));
        assertEquals(words.get(1), json.get("algorithm").asText());
        // three edges; sites alone have 150 rows each
        assertTrue(
                json.get("metrics").get("shd").asInt() <= 1, json.get("metrics").toString());
        assertTrue(json.get("warnings").toString().contains("norms of first-layer weights"), json.toString());
        json.get("edges").forEach(edge -> assertTrue(edge.get("weight").asDouble() > 0, edge.toString()));
    }

    /** Powers of two, so that nothing is rounded on the way. */
    @ParameterizedTest
    @ValueSource(strings = {"notears", "notears-mlp", "notears-mlp-admm"})
    void everyUnit_givesTheSameNetwork(String algorithm) throws IOException {
        List<String> edges = new ArrayList<>();
        for (double scale : new double[] {1.0 / 32, 128}) {
            List<double[]> rows = Files.readAllLines(Path.of(data)).stream()
                    .skip(1)
                    .map(line -> Arrays.stream(line.split(",", -1))
                            .mapToDouble(cell -> Double.parseDouble(cell) * scale)
                            .toArray())
                    .toList();
            String scaled = write("scaled.csv", "a,b,c,d", rows);
            JsonNode json = learn("--data", scaled, "--algorithm", algorithm);
            assertTrue(json.get("warnings").toString().contains("while the settings are for a noise variance near 1"));
            edges.add(json.get("edges").toString());
            assertFalse(learn("--data", scaled, "--algorithm", algorithm, "--unit", "1")
                    .get("edges")
                    .toString()
                    .equals(edges.get(0)));
        }
        assertEquals(edges.get(0), edges.get(1));
        assertTrue(edges.get(0).contains("weight"));
    }

    @Test
    void preset_andMasks_reachTheRounds() throws IOException {
        JsonNode paper = learn("--algorithm", "notears-mlp-admm", "--rounds", "20", "--preset", "paper");
        JsonNode masked = learn("--algorithm", "notears-mlp-admm", "--rounds", "20", "--secure-aggregation");
        // with the published λ₁ nothing is kept small
        assertTrue(paper.get("edges").size() > masked.get("edges").size(), paper.toString());
        assertEquals("published", paper.get("settings").get("preset").asText());
        assertEquals("3", masked.get("settings").get("hidden").asText());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--algorithm gram --hidden 5|--hidden does not apply to --algorithm gram, only to notears-mlp-admm",
                "--algorithm notears-mlp --hidden 0|--hidden must be a whole number from 1 to 100, was 0",
                "--algorithm notears-mlp-admm --unit 0|--unit must be auto, or a finite number > 0",
                "--algorithm gram --unit 4|--unit does not apply to --algorithm gram",
                "--algorithm notears-mlp-admm --vote-rounds 4|--vote-rounds does not apply",
                "--algorithm notears-mlp-admm --preset paper-sachs|must be recommended or paper",
                "--algorithm notears-mlp-admm --preset paper --centring local-mean|takes rows as they are",
                "--algorithm notears-mlp --rounds 5|--rounds does not apply",
                "--algorithm notears-mlp --secure-aggregation|needs an algorithm that sums over sites",
                "--algorithm notears-mlp-best|needs the known network",
                "--algorithm notears-mlp-admm --privacy epsilon=1|no noise would be enough"
            })
    void whatDoesNotFit_isRefused(String options, String part) {
        List<String> words = new ArrayList<>(List.of("learn", "--data", data, "--sites", "3"));
        words.addAll(List.of(options.split(" ", -1)));
        Shell shell = Shell.real();
        assertTrue(shell.run(words.toArray(String[]::new)) != 0, options);
        assertTrue(shell.err().contains(part), shell.err());
    }
}
