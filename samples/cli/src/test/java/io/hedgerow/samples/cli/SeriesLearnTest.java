// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code learn} on time series. */
class SeriesLearnTest {

    private static final int D = 4;

    @TempDir
    static Path folder;

    private static StructuralVar model;
    private static String data;
    private static String truth;

    @BeforeAll
    static void simulate() throws IOException {
        WeightRange weights = new WeightRange(0.3, 0.5);
        model = StructuralVar.random(
                new ErdosRenyi(D, 4, weights), 1, D, weights, 1, new double[] {1, 1, 1, 1}, Noise.GAUSSIAN, 4);
        data = write("series.csv", model.series(8, 120, 6), "");
        StringBuilder edges = new StringBuilder("from,to,lag\n");
        WeightMatrix w = model.network();
        for (int i = 0; i < 2 * D; i++) {
            for (int j = 0; j < D; j++) {
                if (w.hasEdge(i, j)) {
                    edges.append("x%d,x%d,%d%n".formatted(i % D + 1, j + 1, i / D));
                }
            }
        }
        truth = Files.writeString(folder.resolve("truth.csv"), edges).toString();
    }

    private static String write(String name, RowSource rows, String last) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(String.join(",", rows.schema().names()));
        rows.forEachRow(row -> {
            List<String> cells = new ArrayList<>();
            for (double cell : row) {
                cells.add(Double.toString(cell));
            }
            lines.add(String.join(",", cells));
        });
        if (!last.isEmpty()) {
            lines.add(last);
        }
        return Files.write(folder.resolve(name), lines).toString();
    }

    private static JsonNode learn(String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of("learn", "--data", data, "--json"));
        words.addAll(List.of(more));
        return SiteFolder.json(Shell.real(), words.toArray(String[]::new));
    }

    @Test
    void series_giveADynamicNetwork() throws IOException {
        JsonNode json =
                learn("--realisation", "realisation", "--time", "time", "--sites", "4", "--truth", truth, "--scores");
        assertEquals("dynamic-gram", json.get("algorithm").asText());
        assertEquals("[\"x1\",\"x2\",\"x3\",\"x4\"]", json.get("variables").toString());
        JsonNode metrics = json.get("metrics");
        assertEquals(0, metrics.get("w").get("shd").asInt());
        assertEquals(0, metrics.get("a").get("shd").asInt());
        assertEquals(1, metrics.get("auroc").asDouble());
        assertEquals(1, metrics.get("aupr").asDouble());
        assertEquals(D * (D - 1), json.get("scores").size());
        int lagged = 0;
        for (JsonNode edge : json.get("edges")) {
            int lag = edge.get("lag").asInt();
            lagged += lag;
            int from = Integer.parseInt(edge.get("from").asText().substring(1)) - 1;
            int to = Integer.parseInt(edge.get("to").asText().substring(1)) - 1;
            JsonNode block = lag == 0
                    ? json.get("series").get("w")
                    : json.get("series").get("a").get(lag - 1);
            assertEquals(edge.get("weight").asDouble(), block.get(from).get(to).asDouble());
            double probability = edge.get("probability").asDouble();
            assertTrue(probability > 0.5 && probability <= 1, edge.toString());
        }
        assertTrue(lagged > 0 && lagged < json.get("edges").size(), "edges of both kinds");
        assertEquals(1, json.get("series").get("lags").asInt());
        assertEquals("[]", json.get("warnings").toString());
    }

    /** 152 columns are too many for a posterior; pairs are ranked by their lagged regressions, the edges first. */
    @Test
    @Tag("slow")
    void scoresOfManyVariables_areOfTheStepBefore() throws IOException {
        int d = 76;
        double[] weights = new double[4 * d * d];
        StringBuilder edges = new StringBuilder("from,to,lag\n");
        for (int j = 1; j < d; j++) {
            weights[(d + j - 1) * 2 * d + j] = 0.6;
            edges.append("x%d,x%d,1%n".formatted(j, j + 1));
        }
        double[] deviations = new double[d];
        Arrays.fill(deviations, 1);
        WeightMatrix chain = WeightMatrix.ofRows(2 * d, weights);
        RowSource rows = StructuralVar.of(chain, 1, deviations, Noise.GAUSSIAN).series(4, 60, 6);
        String many = write("many.csv", rows, "");
        String known = Files.writeString(folder.resolve("chain.csv"), edges).toString();
        JsonNode json = SiteFolder.json(
                Shell.real(),
                ("learn --json --scores --realisation realisation --time time --data " + many + " --truth " + known)
                        .split(" "));
        assertEquals(d * (d - 1), json.get("scores").size());
        for (int rank = 0; rank < d - 1; rank++) {
            JsonNode pair = json.get("scores").get(rank);
            assertEquals(1, pair.get("lag").asInt());
            int from = Integer.parseInt(pair.get("from").asText().substring(1));
            assertEquals("x" + (from + 1), pair.get("to").asText(), "rank " + rank);
        }
        assertEquals(1, json.get("metrics").get("aupr").asDouble());
    }

    /** The papers split rows of [X | Y]; a column can name the sites; a sum behind masks is the same sum. */
    @Test
    void waysToDivideRows_giveNearlyTheSameNetwork() throws IOException {
        String[] order = {"--realisation", "realisation", "--time", "time", "--truth", truth};
        for (List<String> more : List.of(
                List.of("--sites", "3", "--partition", "rows"),
                List.of("--sites", "4", "--secure-aggregation"),
                List.of("--sites", "8", "--centring", "none"))) {
            List<String> words = new ArrayList<>(List.of(order));
            words.addAll(more);
            JsonNode json = learn(words.toArray(String[]::new));
            assertEquals(0, json.get("metrics").get("shd").asInt(), more.toString());
        }
        JsonNode named = learn("--site-column", "realisation", "--time", "time", "--series", "--truth", truth);
        assertEquals(8, named.get("sites").size());
        assertEquals("site 1.0", named.get("sites").get(0).get("name").asText());
        assertEquals(119, named.get("sites").get(0).get("rows").asInt());
        assertEquals(0, named.get("metrics").get("shd").asInt());
    }

    /** Names tell series apart as numbers do, also beside numbers, and may name the sites. */
    @Test
    void realisationsWithNames_giveTheSameNetwork() throws IOException {
        Path named = folder.resolve("named.csv");
        Files.writeString(
                named, Files.readString(Path.of(data)).replaceAll("(?m)^([1-5])[.]0,", "\"patient-$1, ward\","));
        String[] order = {"--realisation", "realisation", "--time", "time", "--sites", "4"};
        JsonNode expected = learn(order);
        List<String> words = new ArrayList<>(List.of("learn", "--data", named.toString(), "--json"));
        words.addAll(List.of(order));
        JsonNode json = SiteFolder.json(Shell.real(), words.toArray(String[]::new));
        assertEquals(expected.get("edges"), json.get("edges"));
        JsonNode sites = SiteFolder.json(
                        Shell.real(),
                        "learn",
                        "--data",
                        named.toString(),
                        "--site-column",
                        "realisation",
                        "--time",
                        "time",
                        "--series",
                        "--json")
                .get("sites");
        assertEquals("site 6.0", sites.get(0).get("name").asText());
        assertEquals("site patient-1, ward", sites.get(3).get("name").asText());
        assertEquals(119, sites.get(3).get("rows").asInt());
    }

    /** 944 rows of four variables: the methods of the papers miss at most two of eight edges here. */
    @ParameterizedTest
    @ValueSource(strings = {"fdbnl", "pfdbnl", "dynotears", "dynotears-averaging", "dynotears-best"})
    void methodsOfThePapers_learnFromTheSameOptions(String algorithm) throws IOException {
        JsonNode json = learn(
                "--algorithm",
                algorithm,
                "--realisation",
                "realisation",
                "--time",
                "time",
                "--sites",
                "4",
                "--truth",
                truth);
        assertEquals(algorithm, json.get("algorithm").asText());
        assertTrue(
                json.get("metrics").get("shd").asInt() <= 2, json.get("metrics").toString());
        assertEquals(1, json.get("series").get("lags").asInt());
        assertEquals(algorithm.equals("pfdbnl") ? 4 : 0, json.path("personal").size());
        boolean rounds = algorithm.endsWith("fdbnl");
        assertEquals(rounds ? 100 : 0, json.get("rounds").asInt());
    }

    @Test
    void sitesOfPfdbnl_haveNetworksOfTheirOwn() {
        Shell shell = Shell.real();
        String command = "learn --data " + data + " --algorithm pfdbnl --realisation realisation --time time --sites 4";
        assertEquals(0, shell.run(command.split(" ")), shell.err());
        assertTrue(shell.out().contains("part 4 of 4: own network" + System.lineSeparator()), shell.out());
    }

    @Test
    void whatCouldNotBeUsed_isSaid() throws IOException {
        Path mended = folder.resolve("gaps.csv");
        List<String> lines = new ArrayList<>(Files.readAllLines(Path.of(data)));
        lines.remove(50);
        lines.add("99,0,1,1,1,1");
        Files.write(mended, lines);
        JsonNode json = SiteFolder.json(
                Shell.real(),
                "learn",
                "--data",
                mended.toString(),
                "--realisation",
                "realisation",
                "--time",
                "time",
                "--json");
        String warnings = json.get("warnings").toString();
        assertTrue(warnings.contains("1 of 9 realisations are shorter"), warnings);
        assertTrue(warnings.contains("1 gap between rows"), warnings);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--algorithm dynamic-gram|say --series when each file is one series",
                "--series --realisation realisation|leave one of them out",
                "--algorithm gram --series|--series is for time series",
                "--realisation who|must be one of",
                "--realisation realisation --lags 51|--lags must be auto or a whole number from 0 to 50",
                "--realisation realisation --lags 0|--lags 0 is a static network, which dynamic-gram does not learn",
                "--algorithm dynotears --realisation realisation --lags 0|which dynotears does not learn",
                "--realisation realisation --step 2|needs times to measure it by",
                "--realisation realisation --missing skip-row|would make rows neighbours",
                "--realisation realisation --sites 3 --partition shuffle|would tear series apart",
                "--algorithm gram --sites 3 --partition rows|--partition rows is for series",
                "--site-column x1 --sites 2 --algorithm gram|--site-column names the sites of one file",
                "--site-column x1 --algorithm gram|needs at least 2 rows, has 1",
                "--algorithm fdbnl --realisation realisation --participants 2|does not apply to --algorithm fdbnl, only to pfdbnl",
                "--algorithm gram --lag-lambda 1|--lag-lambda does not apply to --algorithm gram, only to fdbnl",
                "--algorithm fdbnl --realisation realisation --preset paper-sachs|must be recommended or paper",
                "--algorithm dynotears-best --realisation realisation|needs the known network",
                "--realisation realisation --sites 9|must have a series for each of 9 parts, has 8"
            })
    void whatDoesNotFit_isRefused(String options, String part) {
        List<String> words = new ArrayList<>(List.of("learn", "--data", data));
        words.addAll(List.of(options.split(" ")));
        Shell shell = Shell.real();
        assertNotEquals(0, shell.run(words.toArray(String[]::new)), options);
        assertTrue(shell.err().contains(part), shell.err());
    }
}
