// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.cli.CommandLineApplication;
import io.hedgerow.samples.cli.command.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of categories, effects and interventions. */
@Tag("slow")
class ExperimentTablesTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path directory;

    private int run(String... args) {
        Terminal terminal = new Terminal(
                new PrintWriter(out), new PrintWriter(err), false, true, InstantSource.fixed(Instant.EPOCH));
        return new CommandLineApplication(List.of(new ExperimentCommand()), terminal).run(args);
    }

    private JsonNode rows() throws IOException {
        return new ObjectMapper().readTree(out.toString()).get("rows");
    }

    @Test
    void structure_ofCategories_hasProbabilitiesAndNoSorting() throws IOException {
        String line = "experiment structure --d=6 --categories=0.5 --seeds=2-3 --sites=2 --rows=1000 --json";
        assertEquals(0, run(line.split(" ", -1)), err.toString());
        JsonNode document = new ObjectMapper().readTree(out.toString());
        assertTrue(document.at("/remarks/0").asText().contains("a share of 0.5 of them categories"), out.toString());
        JsonNode row = document.at("/rows/0");
        assertEquals(1, document.get("rows").size());
        assertEquals("gram", row.get("method").asText());
        assertEquals(0, row.get("failures").asInt(), err.toString());
        // measured: 0 and 1; two of six edges missed, or made up, would be a broken search of 2,000 rows
        assertTrue(row.at("/skeletonErrors/mean").asDouble() < 2, row.toString());
        assertTrue(row.at("/calibration/adjacencyError").isNumber(), row.toString());
        assertFalse(row.has("varsortability"), row.toString());
    }

    /** a → b ← c and b → e: what a site has of them is counted, with and without noise. */
    @Test
    void networkInAFile_isMeasured_plainAndUnderABudget() throws IOException {
        Path file = Files.writeString(directory.resolve("small.bif"), """
                network small { }
                variable a { type discrete [ 2 ] { no, yes }; }
                variable b { type discrete [ 2 ] { no, yes }; }
                variable c { type discrete [ 3 ] { low, mid, high }; }
                variable e { type discrete [ 2 ] { no, yes }; }
                probability ( a ) { table 0.6, 0.4; }
                probability ( c ) { table 0.3, 0.3, 0.4; }
                probability ( b | a, c ) {
                  (no, low) 0.95, 0.05; (no, mid) 0.7, 0.3; (no, high) 0.4, 0.6;
                  (yes, low) 0.6, 0.4; (yes, mid) 0.3, 0.7; (yes, high) 0.05, 0.95;
                }
                probability ( e | b ) { (no) 0.9, 0.1; (yes) 0.2, 0.8; }
                """);
        String data = " --network=" + file + " --seeds=1 --sites=3 --rows=4000 --json";
        assertEquals(0, run(("experiment structure" + data).split(" ", -1)), err.toString());
        JsonNode row = rows().get(0);
        assertEquals(4, row.get("variables").asInt());
        assertEquals(0, row.at("/shd/mean").asDouble(), row.toString());
        out.getBuffer().setLength(0);
        String budget = "experiment private --epsilon=20 --secure-aggregation" + data;
        assertEquals(0, run(budget.split(" ", -1)), err.toString());
        row = rows().get(0);
        assertEquals("dp-gram", row.get("method").asText());
        // noise of a masked sum at ε = 20 has a deviation of a few rows, and no dependence here is below 400
        assertEquals(0, row.at("/skeletonErrors/mean").asDouble(), row.toString());
        assertEquals(1, row.at("/skeletonF1/mean").asDouble(), row.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "structure --categories 0.5 --methods gram,notears|of the methods only gram learns from categories",
                "structure --categories 0.5 --transform normal-scores|leave out --transform",
                "structure --categories 0.5 --offsets 1|only --graph, --density and --weights go with --categories",
                "structure --interactions|--interactions is of categories",
                "structure --network no.bif --d 3|--d is what the file of --network says",
                "private --categories 1 --private-methods dp-fed-sparse|only dp-gram learns from categories",
                "nonlinear --categories 0.5|--categories cannot be combined with the action nonlinear",
            })
    void categories_refuseWhatIsOfNumbers(String options, String message) {
        assertEquals(2, run(("experiment " + options + " --seeds 1").split(" ", -1)), err.toString());
        assertTrue(err.toString().contains(message), err.toString());
    }

    /** A small case of the table of docs/results.md, with and without a budget. */
    @Test
    void effects_countsHowOftenIntervalsHold() throws IOException {
        String line =
                "experiment effects --d=5 --density=1 --weights=0.3,1 --seeds=1-4 --sites=2 --rows=2000 --epsilon=5"
                        + " --json";
        assertEquals(0, run(line.split(" ", -1)), err.toString());
        JsonNode rows = rows();
        assertEquals(2, rows.size());
        for (JsonNode row : rows) {
            assertEquals(0, row.get("without").asInt());
            // 80 pairs, most of them without an effect and surely so: a tenth missed would be 8
            assertTrue(row.get("held").asDouble() > 0.85, row.toString());
            assertTrue(row.get("error").asDouble() < row.get("errorOfAllOthers").asDouble(), row.toString());
        }
        assertTrue(rows.get(0).get("sure").asInt() > 10, rows.get(0).toString());
        assertEquals(1, rows.get(0).get("sureRight").asDouble());
        assertTrue(
                rows.get(1).get("width").asDouble() > rows.get(0).get("width").asDouble(), "noise makes them wider");
        assertEquals(rows.get(0).get("effects"), rows.get(1).get("effects"), "both are of the same studies");
    }

    @ParameterizedTest
    @CsvSource({"--units=random", "--mixed", "--mechanism=mlp"})
    void effects_withoutTrueWeights_isRefused(String option) {
        assertEquals(2, run("experiment", "effects", "--d=5", "--seeds=1", option), err.toString());
        assertTrue(err.toString().contains("leave out --mechanism, --mixed and --units"), err.toString());
    }

    /** 002, B.2.2: sites' weights differ by 0.5, so a site's own 400 rows know them better than the common weights. */
    @Test
    void interventions_areWorthDirections() throws IOException {
        String[] args = {
            "experiment", "interventions", "--d=11", "--seeds=1-2", "--rows=300", "--noise=unequal", "--json"
        };
        assertEquals(0, run(args), err.toString());
        JsonNode table = rows();
        assertEquals(9, table.size());
        for (int design = 0; design < 3; design++) {
            JsonNode given = table.get(3 * design + 1);
            assertTrue(given.get("design").asText().endsWith(", given"), given.toString());
            double errors = given.get("errors").get("mean").asDouble();
            assertTrue(errors < table.get(3 * design).get("errors").get("mean").asDouble(), table.toString());
            assertEquals(0, given.get("noticed").asDouble(), given.toString());
        }
        assertTrue(table.get(5).get("noticed").asDouble() > 0, table.get(5).toString());
    }

    @ParameterizedTest
    @CsvSource({"--d=10, --d", "--units=random, --units", "--confounders=1, --confounders", "--sites=3, --sites"})
    void interventions_ofWhatTheyDoNotVary_areRefused(String option, String named) {
        assertEquals(2, run("experiment", "interventions", "--seeds=1", option), err.toString());
        assertTrue(err.toString().contains(named), err.toString());
    }
}
