// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.samples.output.JsonOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A learned network is written, read back, compared, predicted with and exported. */
class ExchangeCommandsTest {

    @TempDir
    private static Path temp;

    private static SiteFolder data;

    @BeforeAll
    static void learn() {
        data = SiteFolder.simulated(temp.resolve("sites"));
        for (String algorithm : List.of("gram", "hill-climbing")) {
            Shell shell = Shell.real();
            String out = result(algorithm);
            assertEquals(0, shell.run(data.learn("--algorithm", algorithm, "--truth", data.truth(), "--out", out)));
        }
    }

    private static String result(String algorithm) {
        return temp.resolve(algorithm).toString();
    }

    private static JsonNode written(String algorithm) throws IOException {
        return JsonOutput.object(Files.readString(temp.resolve(algorithm).resolve("result.json")));
    }

    private static JsonNode json(String... args) throws IOException {
        return SiteFolder.json(Shell.real(), args);
    }

    private static String refused(int code, String... args) {
        Shell shell = Shell.real();
        assertEquals(code, shell.run(args), shell.err());
        return shell.err();
    }

    @Test
    void resultOfAProgram_isReadAsThatOfLearn() throws IOException {
        for (String algorithm : List.of("hill-climbing", "gram")) {
            Path own = temp.resolve(algorithm + "-own.json");
            LearnedNetwork.read(Path.of(result(algorithm), "result.json")).write(own);
            JsonNode found = json("compare", result(algorithm), own.toString(), "--json");
            assertEquals(0, found.get("shdOfIdentified").asInt());
            assertEquals(found.get("edgesOfA"), found.get("edgesOfB"));
            assertEquals(
                    json("export", "--network", result(algorithm), "--format", "csv", "--json"),
                    json("export", "--network", own.toString(), "--format", "csv", "--json"));
        }
        String[] rows = {"--data", data.site(1), "--given", "x1", "--json"};
        assertEquals(
                predicted(result("hill-climbing"), rows),
                predicted(temp.resolve("hill-climbing-own.json").toString(), rows));
    }

    private static JsonNode predicted(String network, String... rows) throws IOException {
        List<String> words = new ArrayList<>(List.of("predict", "--network", network));
        words.addAll(List.of(rows));
        return json(words.toArray(String[]::new)).get("variables");
    }

    @Test
    void result_hasEveryEquation() throws IOException {
        JsonNode fitted = written("hill-climbing").get("parameters");
        assertEquals("linear", fitted.get("model").asText());
        assertEquals(6, fitted.get("equations").size());
        int parents = 0;
        for (JsonNode equation : fitted.get("equations")) {
            parents += equation.get("parents").size();
            // simulated with variance 1; of 900 rows the deviation of the estimate is 0.047, so this is 6 deviations
            assertEquals(1, equation.get("noiseVariance").asDouble(), 0.3);
        }
        assertEquals(written("hill-climbing").get("edges").size(), parents);
    }

    @Test
    void compare_countsAsLearnDoes() throws IOException {
        for (String algorithm : List.of("gram", "hill-climbing")) {
            JsonNode metrics = written(algorithm).get("metrics");
            for (String file : List.of("", "/result.json")) {
                JsonNode found = json("compare", result(algorithm) + file, data.truth(), "--json");
                assertEquals(metrics.get("shd"), found.get("shd"), algorithm);
                assertEquals(metrics.get("cpdagShd"), found.get("cpdagShd"), algorithm);
                assertEquals(metrics.get("skeletonErrors"), found.get("skeletonErrors"), algorithm);
                assertEquals(metrics.get("trueEdges"), found.get("edgesOfB"), algorithm);
            }
        }
    }

    @Test
    void compare_ofAResultAndItsOwnFiles_findsNothing() throws IOException {
        for (String file : List.of("", "/result.json", "/network.csv")) {
            JsonNode found = json("compare", result("gram"), result("gram") + file, "--json");
            assertEquals(0, found.get("shd").asInt());
            assertEquals(0, found.get("open").size(), file);
        }
    }

    @Test
    void compare_ofASeriesWithMarks_andItself_findsNothing() throws IOException {
        String series = SimulatedSeries.of(4, 4, new WeightRange(0.3, 0.5), 4)
                .writeOneSite(temp.resolve("series"), 4, 150)
                .toString();
        Shell shell = Shell.real();
        String out = result("dynamic");
        String learn = "learn --realisation realisation --time time --sites 2 --hidden-causes --data ";
        assertEquals(0, shell.run((learn + series + " --out " + out).split(" ")), shell.err());
        JsonNode edges = written("dynamic").get("edges");
        boolean lagged = false;
        for (JsonNode edge : edges) {
            lagged |= edge.get("mark").asText().equals("o->") && edge.get("lag").asInt() == 1;
        }
        assertTrue(lagged, edges.toString());
        JsonNode found = json("compare", out, out, "--json");
        assertEquals(edges.size(), found.get("edgesOfA").asInt());
        assertEquals(0, found.get("shd").asInt());
        for (String list : List.of("missing", "extra", "reversed", "open", "marks")) {
            assertEquals(0, found.get(list).size(), list);
        }
    }

    @Test
    void predict_ofRowsThatWereLearned_leavesTheNoise() throws IOException {
        JsonNode found = json("predict", "--network", result("hill-climbing"), "--data", data.site(1), "--json");
        assertEquals(300, found.get("rows").asInt());
        for (JsonNode variable : found.get("variables")) {
            // the deviation of an rmse of 300 rows is 0.041 of it: five of them
            assertEquals(variable.get("noise").asDouble(), variable.get("rmse").asDouble(), 0.2, variable.toString());
        }
    }

    @Test
    void predict_givenColumns_needsOnlyThese_andWritesTheOthers() throws IOException {
        Path few = Files.writeString(temp.resolve("few.csv"), "x2,x1\n0.5,1\n-0.5,2\n");
        Path out = temp.resolve("predicted.csv");
        JsonNode found = json(
                "predict",
                "--network",
                result("gram"),
                "--data",
                few.toString(),
                "--given",
                "x1,x2",
                "--out",
                out.toString(),
                "--json");
        assertEquals(4, found.get("variables").size());
        assertFalse(found.get("variables").get(0).has("rmse"), "the rows do not have it");
        List<String> lines = Files.readAllLines(out);
        assertEquals("x3,x4,x5,x6", lines.get(0));
        assertEquals(3, lines.size());
    }

    @Test
    void predict_givenAllParents_isAsFromParents() throws IOException {
        JsonNode parents = json("predict", "--network", result("hill-climbing"), "--data", data.site(1), "--json");
        JsonNode equations = written("hill-climbing").get("parameters").get("equations");
        // a variable without children: the others tell of it through its parents alone
        for (int j = 0; j < 6; j++) {
            String name = equations.get(j).get("variable").asText();
            if (equations.findValuesAsText("variable").stream()
                            .filter(name::equals)
                            .count()
                    > 1) {
                continue;
            }
            String others = String.join(
                    ",",
                    List.of("x1", "x2", "x3", "x4", "x5", "x6").stream()
                            .filter(other -> !other.equals(name))
                            .toList());
            JsonNode given = json(
                    "predict",
                    "--network",
                    result("hill-climbing"),
                    "--data",
                    data.site(1),
                    "--given",
                    others,
                    "--json");
            assertEquals(
                    parents.get("variables").get(j).get("rmse").asDouble(),
                    given.get("variables").get(0).get("rmse").asDouble(),
                    1e-9,
                    "round-off of a system of five");
            return;
        }
        throw new AssertionError("the simulated network has no variable without children");
    }

    @Test
    void predict_refusesWhatItCannotUse() throws IOException {
        String network = result("hill-climbing");
        Path wrong = Files.writeString(temp.resolve("wrong.csv"), "x1,x2,x3,x4,x5,X6\n1,2,3,4,5,6\n");
        assertTrue(refused(3, "predict", "--network", network, "--data", wrong.toString())
                .contains("has no x6 (but X6)"));
        assertTrue(refused(2, "predict", "--network", network, "--data", data.site(1), "--given", "x9")
                .contains("--given must name variables of the network"));
        StringBuilder grams = new StringBuilder();
        for (String line : Files.readAllLines(Path.of(data.site(1)))) {
            int comma = line.indexOf(',');
            String first = line.substring(0, comma);
            grams.append(first.startsWith("x") ? first : Double.parseDouble(first) * 1000)
                    .append(line.substring(comma))
                    .append('\n');
        }
        Path unit = Files.writeString(temp.resolve("unit.csv"), grams);
        assertTrue(refused(3, "predict", "--network", network, "--data", unit.toString())
                .contains("column x1 has mean"));
        assertEquals(
                300,
                json("predict", "--network", network, "--data", unit.toString(), "--any-scale", "--json")
                        .get("rows")
                        .asInt());
        String edges = network + "/network.csv";
        assertTrue(refused(3, "predict", "--network", edges, "--data", data.site(1))
                .contains("has no parameters"));
    }

    @Test
    void export_toTetrad_readsBack() throws IOException {
        Path file = temp.resolve("tetrad.txt");
        json("export", "--network", result("gram"), "--format", "tetrad", "--out", file.toString(), "--json");
        JsonNode found = json("compare", result("gram"), file.toString(), "--json");
        assertEquals(0, found.get("shdOfIdentified").asInt());
        assertEquals(0, found.get("open").size());
        assertNotEquals(0, found.get("edgesOfB").asInt());
    }

    @Test
    void export_asCsv_hasTheProbabilitiesOfNetworkCsv() throws IOException {
        List<String> learned = Files.readAllLines(temp.resolve("gram").resolve("network.csv"));
        List<String> exported = json("export", "--network", result("gram"), "--format", "csv", "--json")
                .get("text")
                .asText()
                .lines()
                .toList();
        assertEquals(learned.size(), exported.size());
        assertEquals(learned.get(0), exported.get(0));
        for (int line = 1; line < learned.size(); line++) {
            String[] before = learned.get(line).split(",");
            String[] after = exported.get(line).split(",");
            assertEquals(List.of(before).subList(0, 4), List.of(after).subList(0, 4));
            // the two directions' products are summed again, which rounds
            assertEquals(Double.parseDouble(before[4]), Double.parseDouble(after[4]), 1e-15);
            assertEquals(Double.parseDouble(before[5]), Double.parseDouble(after[5]), 1e-15);
        }
    }

    @Test
    void export_asScripts_hasEveryWeight() throws IOException {
        String r = json("export", "--network", result("hill-climbing"), "--format", "bnlearn", "--json")
                .get("text")
                .asText();
        String python = json("export", "--network", result("hill-climbing"), "--format", "pgmpy", "--json")
                .get("text")
                .asText();
        for (JsonNode equation : written("hill-climbing").get("parameters").get("equations")) {
            String sd = Double.toString(Math.sqrt(equation.get("noiseVariance").asDouble()));
            assertTrue(r.contains("), sd = " + sd + ")"), r);
            assertTrue(python.contains("std=" + sd + ","), python);
            for (JsonNode parent : equation.get("parents")) {
                String weight = parent.get("weight").asText();
                assertTrue(r.contains("\"" + parent.get("variable").asText() + "\" = " + weight), r);
                assertTrue(python.contains(weight), python);
            }
        }
    }

    @Test
    void export_toFormatsOfDiscreteNetworks_isRefused() {
        for (String format : List.of("bif", "xdsl")) {
            String said = refused(3, "export", "--network", result("gram"), "--format", format);
            assertTrue(said.contains("bnlearn or pgmpy"), said);
        }
    }
}
