// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.core.internal.result.TableSection;
import io.hedgerow.core.table.BifReader;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.cli.SiteFolder;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of categories are simulated, predicted, compared and exported. */
class CategoryCommandsTest {

    private static final String BIF = """
            network clinic { }
            variable smoker { type discrete [ 2 ] { yes, no }; }
            variable age { type discrete [ 3 ] { <40, 40-65, "65, or more" }; }
            variable code { type discrete [ 2 ] { I21.0, I21 }; }
            variable fever { type discrete [ 2 ] { 1, 0 }; }
            probability ( smoker | age ) { (<40) 0.4, 0.6; (40-65) 0.3, 0.7; ("65, or more") 0.1, 0.9; }
            probability ( age ) { table 0.2, 0.5, 0.3; }
            probability ( code | smoker, age ) {
              (yes, <40) 0.2, 0.8; (yes, 40-65) 0.6, 0.4; (yes, "65, or more") 0.9, 0.1;
              (no, <40) 0.05, 0.95; (no, 40-65) 0.2, 0.8; (no, "65, or more") 0.4, 0.6;
            }
            probability ( fever | code ) { (I21.0) 0.7, 0.3; (I21) 0, 1; }
            """;

    @TempDir
    Path temp;

    private Path bif = Path.of("");
    private DiscreteNetwork network = BifReader.read(BIF, "clinic");

    @BeforeEach
    void write() throws IOException {
        bif = Files.writeString(temp.resolve("clinic.bif"), BIF);
        network = BifReader.read(bif);
    }

    private static String run(String... args) {
        Shell shell = Shell.real();
        assertEquals(0, shell.run(args), shell.err());
        return shell.out();
    }

    private static String refused(int code, String... args) {
        Shell shell = Shell.real();
        assertEquals(code, shell.run(args), shell.err());
        return shell.err();
    }

    private Path simulated(String name, String... more) {
        Path folder = temp.resolve(name);
        List<String> all = new ArrayList<>(List.of("simulate", "--network=" + bif, "--sites=2", "--out=" + folder));
        all.addAll(List.of(more));
        if (all.stream().noneMatch(option -> option.startsWith("--rows"))) {
            all.add("--rows=400");
        }
        run(all.toArray(String[]::new));
        return folder;
    }

    @Test
    void simulate_writesLevelsAsTexts_andTheEdges() throws IOException {
        Path folder = simulated("sites");
        List<String> site = Files.readAllLines(folder.resolve("site-2.csv"));
        assertEquals(401, site.size());
        assertEquals("smoker,age,code,fever", site.get(0));
        assertTrue(site.stream().anyMatch(line -> line.contains(",\"65, or more\",I21.0,1")), site.toString());
        assertEquals(
                List.of("from,to", "smoker,code", "age,smoker", "age,code", "code,fever"),
                Files.readAllLines(folder.resolve("truth.csv")));
        assertEquals(SiteFolder.content(folder), SiteFolder.content(simulated("again")));
        assertNotEquals(
                SiteFolder.content(folder).get("site-1.csv"),
                SiteFolder.content(simulated("other", "--seed=2")).get("site-1.csv"));
    }

    @Test
    void simulate_without_leavesALevelOutAtOneSite() throws IOException {
        Path folder = simulated("sites", "--without=2:age=<40,2:code=I21.0");
        List<String> one = Files.readAllLines(folder.resolve("site-1.csv"));
        List<String> two = Files.readAllLines(folder.resolve("site-2.csv"));
        assertTrue(one.stream().anyMatch(line -> line.contains("<40")));
        assertTrue(two.stream().noneMatch(line -> line.contains("<40") || line.contains("I21.0")));
        assertEquals(401, two.size());
    }

    @Test
    void simulate_categories_writesNumbersAndLevels() throws IOException {
        Path folder = temp.resolve("mixed");
        String said = run(
                "simulate",
                "--d=10",
                "--categories=0.3",
                "--interactions",
                "--sites=2",
                "--rows=50",
                "--out=" + folder);
        assertTrue(said.startsWith("10 variables, 3 of them categories, 10 edges, 2 sites with 50 rows each"), said);
        List<String> rows = Files.readAllLines(folder.resolve("site-1.csv"));
        String[] cells = rows.get(1).split(",", -1);
        assertEquals(
                3, Arrays.stream(cells).filter(cell -> cell.matches("[abcd]")).count(), rows.get(1));
        assertEquals(11, Files.readAllLines(folder.resolve("truth.csv")).size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--network BIF --d 4|--network says variables and edges",
                "--network BIF --noise laplace|--network brings the whole network",
                "--network BIF --categories 0.5|--network brings its categories",
                "--network BIF --lags 1|--network does not go with --lags",
                "--network BIF --without 3:age=<40|--without must name a site from 1 to 2",
                "--network BIF --without 1:age=40|--without must name a site, a column and one of its levels",
                "--network BIF --without 1:fever=1,1:fever=0|--without must leave at least 1 row in 100",
                "--categories 1.5|the share of categories must be from 0 to 1, was 1.5",
                "--categories 0.5 --mixed|of the conditions only --graph, --density and --weights go with --categories",
                "--categories 0.5 --without 1:x1=a|--without is of a network in BIF",
                "--interactions|--interactions is of categories",
            })
    void simulate_refusesWhatDoesNotGoTogether(String options, String message) {
        String line = "simulate --sites 2 --out " + temp.resolve("no") + " " + options.replace("BIF", bif.toString());
        String said = refused(2, line.split(" "));
        assertTrue(said.contains(message), said);
        assertFalse(Files.exists(temp.resolve("no/site-1.csv")));
    }

    @Test
    void predict_fromParents_isAsGoodAsItsTables() throws IOException {
        Path folder = simulated("sites", "--rows=4000");
        JsonNode found = SiteFolder.json(
                Shell.real(), "predict", "--network", bif.toString(), "--data", folder + "/site-1.csv", "--json");
        assertEquals("parents", found.get("from").asText());
        JsonNode code = found.get("variables").get(2);
        // entropy of code given its parents, and how often its likelier level is right; 4 deviations of 4,000 rows
        double loss = 0;
        double accuracy = 0;
        double[] weights = network.posterior(new int[] {0, 1}, network.row(Map.of()));
        for (int c = 0; c < 6; c++) {
            double p = network.table(2).probability(c, 0);
            loss -= weights[c] * (p * Math.log(p) + (1 - p) * Math.log(1 - p));
            accuracy += weights[c] * Math.max(p, 1 - p);
        }
        assertEquals(loss, code.get("logLoss").asDouble(), 0.04);
        assertEquals(accuracy, code.get("accuracy").asDouble(), 0.03);
        assertEquals(4000, code.get("compared").asInt());
        assertTrue(code.get("mostCommon").asDouble() < code.get("accuracy").asDouble());
    }

    @Test
    void predict_whatAFileLacks_fromWhatItHas() throws IOException {
        Path rows =
                Files.writeString(temp.resolve("rows.csv"), "fever,other,age\n1,7,<40\n0,8,\"65, or more\"\n0,8,NA\n");
        Path out = temp.resolve("predicted.csv");
        String said = run("predict", "--network", bif.toString(), "--data", rows.toString(), "--out", out.toString());
        assertTrue(said.contains("3 rows, each variable from age, fever"), said);
        List<String> lines = Files.readAllLines(out);
        assertEquals("smoker,smoker=yes,smoker=no,code,code=I21.0,code=I21", lines.get(0));
        List<Map<String, String>> evidence = List.of(
                Map.of("fever", "1", "age", "<40"), Map.of("fever", "0", "age", "65, or more"), Map.of("fever", "0"));
        for (int r = 0; r < 3; r++) {
            String[] cells = lines.get(r + 1).split(",", -1);
            Map<String, Double> smoker = network.posterior("smoker", evidence.get(r));
            Map<String, Double> code = network.posterior("code", evidence.get(r));
            assertEquals(smoker.get("yes"), Double.parseDouble(cells[1]));
            assertEquals(code.get("I21"), Double.parseDouble(cells[5]));
            assertEquals(smoker.get("yes") > 0.5 ? "yes" : "no", cells[0]);
        }
        assertEquals("I21.0", lines.get(1).split(",", -1)[3]);
    }

    @Test
    void predict_givenColumns_leavesRowsThatCannotBeEmpty() throws IOException {
        Path rows = Files.writeString(
                temp.resolve("rows.csv"), "smoker,age,code,fever\nyes,<40,I21,1\nyes,<40,I21,0\nno,<40,I21,0\n");
        Path out = temp.resolve("predicted.csv");
        JsonNode found = SiteFolder.json(
                Shell.real(),
                "predict",
                "--network",
                bif.toString(),
                "--data",
                rows.toString(),
                "--given",
                "code,fever",
                "--out",
                out.toString(),
                "--json");
        assertEquals(1, found.get("impossible").asInt());
        assertEquals(2, found.get("variables").get(0).get("compared").asInt());
        assertEquals(",,,,,,", Files.readAllLines(out).get(1));
    }

    @Test
    void predict_refusesOtherLevels_andOtherColumns() throws IOException {
        Path rows = Files.writeString(temp.resolve("rows.csv"), "fever,age\n1,<41\n");
        String[] line = {"predict", "--network", bif.toString(), "--data", rows.toString()};
        String said = refused(3, line);
        assertTrue(
                said.contains("line 2, column \"age\": must be one of the levels <40, 40-65, 65, or more, was \"<41\","
                        + " did you mean \"<40\"?"),
                said);
        Files.writeString(rows, "fevr,ag\n1,<40\n");
        assertTrue(refused(3, line).contains("must have columns of the network"));
        String[] more = Arrays.copyOf(line, 7);
        more[5] = "--given";
        more[6] = "fevers";
        assertTrue(refused(2, more).contains("did you mean fever?"));
        more[5] = "--any-scale";
        assertTrue(refused(2, Arrays.copyOf(more, 6)).contains("--any-scale is of numbers"));
    }

    @Test
    void resultWithTables_predictsAndExports() throws IOException {
        String json = run("export", "--network", bif.toString(), "--format", "json");
        StringWriter section = new StringWriter();
        try (JsonGenerator out = new JsonFactory().createGenerator(section)) {
            out.writeStartObject();
            TableSection.write(network, out);
            out.writeEndObject();
        }
        String tables = section.toString();
        Path result = Files.writeString(
                temp.resolve("result.json"), json.strip().replaceFirst("\\}$", "," + tables.substring(1)));
        Path folder = simulated("sites");
        String data = folder + "/site-1.csv";
        JsonNode a = SiteFolder.json(Shell.real(), "predict", "--network", result.toString(), "--data", data, "--json");
        JsonNode b = SiteFolder.json(Shell.real(), "predict", "--network", bif.toString(), "--data", data, "--json");
        assertEquals(b.get("variables"), a.get("variables"));
        assertEquals(
                network, BifReader.read(run("export", "--network", result.toString(), "--format", "bif"), "again"));
    }

    @Test
    void bif_isComparedAndExported() throws IOException {
        Path folder = simulated("sites");
        JsonNode same = SiteFolder.json(Shell.real(), "compare", folder + "/truth.csv", bif.toString(), "--json");
        assertEquals(0, same.get("shd").asInt());
        assertEquals(4, same.get("same").asInt());
        Set<String> texts = List.of("bif", "xdsl", "bnlearn", "pgmpy", "dot", "csv", "tetrad", "graphml").stream()
                .map(format -> run("export", "--network", bif.toString(), "--format", format))
                .collect(Collectors.toSet());
        assertEquals(8, texts.size());
        assertTrue(texts.stream().anyMatch(text -> text.contains("DiscreteBayesianNetwork()")));
        String said = refused(2, "export", "--network", bif.toString(), "--format", "xmlbif");
        assertTrue(said.contains("bnlearn, pgmpy, bif, xdsl"), said);
        Files.writeString(bif, BIF.replace("0.2, 0.5, 0.3", "0.2, 0.5, 0.4"));
        said = refused(3, "compare", folder + "/truth.csv", bif.toString());
        assertTrue(said.contains("clinic.bif, line 7: the probabilities of all levels of \"age\" must sum to 1"), said);
    }
}
