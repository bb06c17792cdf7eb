// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
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
