// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows, cells and columns that are not in the network are counted where people see it. */
class LeftOutLearnTest {

    private static final int ROWS = 60;

    @TempDir
    private Path temp;

    private Path north;
    private Path south;

    @BeforeEach
    void write() throws IOException {
        north = site("north.csv", 7);
        south = site("south.csv", 0);
    }

    /** The first rows have no dose, and the first of all has no age either. */
    private Path site(String name, int missing) throws IOException {
        Random random = new Random(name.hashCode());
        StringBuilder text = new StringBuilder("note,dose,age,stay\n");
        for (int k = 0; k < ROWS; k++) {
            double age = random.nextGaussian();
            text.append("a text,")
                    .append(k < missing ? "" : age + random.nextGaussian())
                    .append(',')
                    .append(missing > 0 && k == 0 ? "NA" : age)
                    .append(',')
                    .append(age - random.nextGaussian())
                    .append('\n');
        }
        return Files.writeString(temp.resolve(name), text);
    }

    private JsonNode json(String options) throws IOException {
        return SiteFolder.json(Shell.real(), ("learn --json --data " + north + " " + options).split(" "));
    }

    @Test
    void learn_countsWhatEachSiteLeavesOut() throws IOException {
        JsonNode found = json(south + " --drop note --missing skip-row");
        assertEquals(
                "[{\"source\":\"" + north + "\",\"records\":60,\"rows\":7,\"missing\":{\"age\":1,\"dose\":7},"
                        + "\"columns\":[\"note\"]},{\"source\":\"" + south + "\",\"columns\":[\"note\"]}]",
                found.get("leftOut").toString());
        assertEquals(53, found.at("/sites/0/rows").asInt());
    }

    @Test
    void learn_saysSoOnTheTerminal() {
        Shell shell = Shell.real();
        String told = "learn --drop note --missing skip-row --data " + north + " " + south;
        assertEquals(0, shell.run(told.split(" ")), shell.err());
        String line = "left out   " + north + ": 7 of 60 rows for missing cells of dose (7), age (1); column note";
        assertTrue(shell.out().lines().anyMatch(line::equals), shell.out());
    }

    /** Old people have no dose: people who may see the rows learn so, and readers of the result do not. */
    @Test
    void rowsLeftOutThatAreOthers_areComparedOnTheTerminalAlone() throws IOException {
        Random random = new Random(4);
        StringBuilder text = new StringBuilder("patient,age,dose,sex\n");
        for (int k = 0; k < 300; k++) {
            double age = 50 + 10 * random.nextGaussian();
            double dose = age + 10 * random.nextGaussian();
            text.append("P" + k + ",")
                    .append(age + ",")
                    .append(age > 55 ? "" : dose)
                    .append(random.nextBoolean() ? ",F\n" : ",M\n");
        }
        Path west = Files.writeString(temp.resolve("west.csv"), text);
        for (String algorithm :
                List.of("", " --algorithm fed-sparse --columns age,dose", " --site-column sex --columns age,dose")) {
            Shell shell = Shell.real();
            String told = "learn --missing skip-row --data " + west + algorithm + " --out " + temp + "/west";
            assertEquals(0, shell.run(told.split(" ")), shell.err());
            String note = west + ", rows left out: the ";
            assertEquals(2, shell.err().split(Pattern.quote(note), -1).length, shell.err());
            assertTrue(
                    shell.err().contains("rows with a missing cell are not like the others: mean age 6"), shell.err());
            String result = Files.readString(temp.resolve("west/result.json"));
            assertFalse(result.contains("not like the others"), result);
        }
        Shell few = Shell.real();
        assertEquals(
                0, few.run("learn", "--missing", "skip-row", "--data", north.toString(), "--drop", "note"), few.err());
        assertFalse(few.err().contains("not like the others"), "seven rows tell nothing: " + few.err());
    }

    /** The rows of a file that is divided are of no site before they are complete. */
    @Test
    void dividedFile_isCountedOnce() throws IOException {
        JsonNode found = json("--columns dose,age --missing skip-row --sites 2 --transform normal-scores");
        assertEquals(
                "[{\"source\":\"" + north + "\",\"records\":60,\"rows\":7,\"missing\":{\"age\":1,\"dose\":7},"
                        + "\"columns\":[\"note\",\"stay\"]}]",
                found.get("leftOut").toString());
    }

    @Test
    void wholeFile_isNotMentioned() throws IOException {
        Path clean = Files.writeString(
                temp.resolve("clean.csv"),
                Files.readString(south).replace("note,", "").replace("a text,", ""));
        assertFalse(SiteFolder.json(Shell.real(), "learn", "--json", "--data", clean.toString())
                .has("leftOut"));
    }

    /** One record more or less with a missing cell changes no word of what comes out of a run with a budget. */
    @ParameterizedTest
    @ValueSource(strings = {"", ",adjacency=zero-out,n0=50"})
    void underABudget_onlyColumnsAreNamed(String adjacency) throws IOException {
        JsonNode found = json("--drop note --privacy epsilon=5,unit=record" + adjacency + " --algorithm dp-gram");
        assertEquals(
                "[{\"source\":\"" + north + "\",\"columns\":[\"note\"]}]",
                found.get("leftOut").toString());
        assertFalse(found.toString().contains("missing"), found.toString());
    }
}
