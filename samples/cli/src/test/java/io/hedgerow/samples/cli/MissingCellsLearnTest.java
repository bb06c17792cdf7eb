// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows with missing cells are kept for a method that uses the others, and for no other one. */
class MissingCellsLearnTest {

    private static final int ROWS = 300;

    @TempDir
    private Path temp;

    private Path north;
    private Path south;

    @BeforeEach
    void write() throws IOException {
        north = site("north.csv", 4);
        south = site("south.csv", 0);
    }

    /** The chain age, dose, stay; of every so many rows the dose is missing, and of every eighth the stay as well. */
    private Path site(String name, int every) throws IOException {
        Random random = new Random(name.hashCode());
        StringBuilder text = new StringBuilder("age,dose,stay\n");
        for (int k = 0; k < ROWS; k++) {
            double age = random.nextGaussian();
            double dose = age + random.nextGaussian();
            boolean missing = every > 0 && k % every == 1;
            text.append(String.format(
                    Locale.ROOT,
                    "%s,%s,%s%n",
                    age,
                    missing ? "NA" : dose,
                    missing && k % 8 == 1 ? "" : dose + random.nextGaussian()));
        }
        return Files.writeString(temp.resolve(name), text);
    }

    private JsonNode json(String options) throws IOException {
        return SiteFolder.json(Shell.real(), ("learn --json " + options).split(" "));
    }

    private static List<String> edges(JsonNode found) {
        List<String> edges = new ArrayList<>();
        found.get("edges")
                .forEach(edge -> edges.add(
                        edge.get("from").asText() + "-" + edge.get("to").asText()));
        return edges;
    }

    @Test
    void rowsWithMissingCells_areUsed_whereNothingWasSaid() throws IOException {
        JsonNode found = json("--data " + north + " " + south);
        assertEquals(
                "[{\"source\":\"" + north + "\",\"records\":300,\"rows\":0,\"kept\":75,\"missing\":{\"dose\":75,"
                        + "\"stay\":38},\"columns\":[]}]",
                found.get("leftOut").toString());
        assertEquals(ROWS, found.at("/sites/0/rows").asInt());
        assertEquals(2, edges(found).size(), found.toString());
        JsonNode equation = found.at("/parameters/equations/1");
        assertTrue(
                equation.has("intercept") && equation.has("noiseVariance"),
                found.get("parameters").toString());
        assertTrue(found.at("/provenance/components").asText().contains("missing cells"), found.toString());
        assertEquals(
                found.get("edges"),
                json("--missing use --data " + north + " " + south).get("edges"));
        Shell shell = Shell.real();
        assertEquals(0, shell.run("learn", "--data", north.toString(), south.toString()), shell.err());
        String line = "missing    " + north
                + ": 113 cells of dose (75), stay (38); other cells of these rows count, and leaving"
                + " rows out would have lost 75 of 300 rows";
        assertTrue(shell.out().lines().anyMatch(line::equals), shell.out());
    }

    /** Also divided into sites, in normal scores and behind masks. */
    @ParameterizedTest
    @CsvSource({"--sites 2", "--sites 3 --secure-aggregation", "--sites 2 --transform normal-scores"})
    void rowsWithMissingCells_areUsed_whateverIsMadeOfThem(String options) throws IOException {
        JsonNode found = json("--data " + north + " " + options);
        assertEquals(75, found.at("/leftOut/0/kept").asInt(), found.toString());
        assertEquals(2, edges(found).size(), found.toString());
    }

    @Test
    void columnsThatCannotBeUsed_areNamed() throws IOException {
        Path large = temp.resolve("large.csv");
        Files.writeString(large, Files.readString(north).replaceFirst("\n[^,]*,", "\n1e200,"));
        Shell shell = Shell.real();
        assertEquals(3, shell.run("learn", "--data", large.toString(), south.toString()), shell.err());
        assertTrue(shell.err().contains("large.csv, column \"age\": must have a finite variance"), shell.err());
        Path empty = temp.resolve("empty.csv");
        Files.writeString(
                empty, Files.readString(north).replaceAll(",[^,\n]*\n", ",\n").replace("dose,\n", "dose,stay\n"));
        Shell other = Shell.real();
        assertEquals(3, other.run("learn", "--data", empty.toString(), "--sites", "2"), other.err());
        assertTrue(other.err().contains("column \"stay\": must have a cell that is not missing"), other.err());
    }

    /** By one sum of moments, and not in rounds. */
    @Test
    void wholeRows_areLearnedFromAsBefore() throws IOException {
        JsonNode found = json("--data " + south);
        JsonNode strict = json("--missing refuse --data " + south);
        for (JsonNode one : List.of(found, strict)) {
            ((ObjectNode) one).remove("timing");
        }
        assertEquals(strict, found);
        assertFalse(found.has("leftOut"));
    }

    @Test
    void rowsThatWereLeftOut_couldBeKept() throws IOException {
        String said = "75 of 300 rows were left out for missing cells: --missing use keeps them, and uses their other"
                + " cells";
        assertTrue(json("--missing skip-row --data " + north)
                .get("warnings")
                .toString()
                .contains(said));
        assertFalse(json("--missing skip-row --algorithm fed-sparse --data " + north)
                .get("warnings")
                .toString()
                .contains("--missing use"));
        assertFalse(json("--missing skip-row --data " + south)
                .get("warnings")
                .toString()
                .contains("--missing use"));
    }

    /** A site's placeholders of a column that it lacks are no measurements. */
    @Test
    void columnsThatASiteLacks_areMissingThere() throws IOException {
        Path east = Files.writeString(
                temp.resolve("east.csv"), Files.readString(site("east.csv", 0)).replaceAll("(?m),[^,\n]*$", ""));
        String told = " --optional-columns stay --data " + north + " " + south + " " + east;
        JsonNode found = json("--missing use" + told);
        assertEquals(2, edges(found).size(), found.toString());
        double weight = found.at("/edges/0/weight").asDouble();
        assertTrue(Math.abs(weight) > .4, found.get("edges").toString());
        assertEquals(2, edges(json(told.strip())).size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 | --missing refuse | or read with --missing use (gram) or skip-row",
                "3 | --algorithm fed-sparse | or read with --missing use (gram) or skip-row",
                "3 | --orient non-gaussian | or read with --missing use (gram) or skip-row",
                "3 | --personalise --out OUT | or read with --missing use (gram) or skip-row",
                "2 | --missing use --algorithm fed-sparse | --missing use is for gram, which uses the other cells",
                "2 | --missing use --orient non-gaussian | cannot be combined with orient: non-gaussian",
                "2 | --missing use --personalise --out OUT | --personalise refits weights by whole rows",
                "2 | --missing use --series --lags 1 | say --missing skip-row and --time",
                "2 | --missing skip-row --privacy epsilon=1 | --missing skip-row cannot be combined with a privacy budget"
            })
    void whatNeedsWholeRows_isRefused(int code, String options, String said) {
        Shell shell = Shell.real();
        String told = "learn --data " + north + " " + options.replace("OUT", temp + "/out");
        assertEquals(code, shell.run(told.split(" ")), shell.err());
        assertTrue(shell.err().contains(said), shell.err());
    }

    /**
     * The chain ward, drug, relapse with a budget: a cell of each is missing in a fifth of the rows, of the drug more
     * where a patient is in the first ward.
     */
    @Test
    void categoriesWithMissingCells_areUsed_withABudget() throws IOException {
        Random random = new Random(6);
        StringBuilder text = new StringBuilder("ward,drug,relapse\n");
        for (int k = 0; k < 6000; k++) {
            int ward = random.nextInt(3);
            int drug = random.nextInt(4) == 0 ? random.nextInt(2) : ward > 0 ? 1 : 0;
            int relapse = random.nextInt(4) == 0 ? random.nextInt(2) : drug;
            text.append(random.nextInt(5) == 0 ? "" : "w" + ward)
                    .append(random.nextInt(10) < (ward == 0 ? 4 : 1) ? "," : drug == 1 ? ",yes" : ",no")
                    .append(random.nextInt(5) == 0 ? "," : relapse == 1 ? ",yes" : ",no")
                    .append('\n');
        }
        Path wards = Files.writeString(temp.resolve("wards.csv"), text);
        String told = "--data " + wards + " --privacy epsilon=8 --categories ward=w0|w1|w2 --categories drug=no|yes"
                + " --categories relapse=no|yes";
        JsonNode used = json(told + " --missing use");
        assertEquals(2, used.get("edges").size(), used.toString());
        assertTrue(used.toString().contains("counts are of the rows that have all cells of a table"), used.toString());
        assertTrue(used.toString().contains("missing-depends-on"), used.toString());
        assertTrue(used.toString().contains("on ward"), used.toString());
        JsonNode zeros = json(told);
        assertTrue(zeros.toString().contains("tables are of unlike numbers of rows"), zeros.toString());
        assertTrue(zeros.toString().contains("say missing: use"), zeros.toString());
    }

    /** Learned from rows with missing cells, and asked about such rows: dose + u is the stay, and age + u the dose. */
    @Test
    void whatWasLearned_predictsRowsWithMissingCells_andHasEffects() throws IOException {
        Path out = temp.resolve("result");
        json("--data " + north + " " + south + " --out " + out);
        JsonNode found = SiteFolder.json(
                Shell.real(),
                ("predict --json --network " + out + " --data " + north + " --given age,dose").split(" "));
        assertEquals("{\"dose\":75}", found.get("missing").toString());
        JsonNode stay = found.at("/variables/0");
        assertEquals(
                List.of("stay", "262"),
                List.of(stay.get("variable").asText(), stay.get("compared").asText()));
        double rmse = stay.get("rmse").asDouble();
        assertTrue(rmse > 0.9 && rmse < 1.3, "between 1, and √2 where the dose is missing: " + rmse);
        JsonNode effect =
                SiteFolder.json(Shell.real(), ("effect --json --network " + out + " --of dose --on stay").split(" "));
        assertTrue(effect.toString().contains("\"dose\""), effect.toString());
    }

    @Test
    void categoriesUseTheirCells() throws IOException {
        Path wards = Files.writeString(
                temp.resolve("wards.csv"),
                Files.readString(north).replaceAll("(?m)^-[^,]*", "early").replaceAll("(?m)^[0-9][^,]*", "late"));
        JsonNode found = json("--data " + wards);
        assertEquals(2, edges(found).size(), found.toString());
        assertTrue(found.at("/provenance/components").asText().contains("missing cells"), found.toString());
        Shell shell = Shell.real();
        assertEquals(3, shell.run("learn", "--missing", "refuse", "--data", wards.toString()), shell.err());
        assertTrue(shell.err().contains("column \"dose\": must be a number, was \"NA\" (missing)"), shell.err());
    }
}
