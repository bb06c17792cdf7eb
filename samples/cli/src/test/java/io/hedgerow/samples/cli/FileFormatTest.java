// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as a spreadsheet writes them, by the options of {@code learn}. */
class FileFormatTest {

    @TempDir
    Path temp;

    private Path north;
    private Path south;

    @BeforeEach
    void write() throws IOException {
        north = file("north.csv", 1, "A");
        south = file("south.csv", 2, "B");
    }

    private Path file(String name, long seed, String first) throws IOException {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder("name;ward;dose;age\n");
        for (int k = 0; k < 60; k++) {
            double dose = random.nextGaussian();
            double age = 2 * dose + random.nextGaussian();
            text.append("\"Ann; ").append(k).append("\";").append(k == 0 ? first : String.valueOf("ABC".charAt(k % 3)));
            text.append(';').append(k == 5 ? "-" : String.valueOf(dose).replace('.', ','));
            text.append(';').append(String.valueOf(age).replace('.', ',')).append('\n');
        }
        return Files.writeString(temp.resolve(name), text);
    }

    private String learn(int code, String options) {
        Shell shell = Shell.real();
        String files = "learn --data " + north + " " + south + " --drop name --decimal-comma ";
        assertEquals(code, shell.run((files + options).split(" ")), shell.err());
        return shell.out() + shell.err();
    }

    @Test
    void learn_readsWhatASpreadsheetWrites() throws IOException {
        JsonNode found = SiteFolder.json(
                Shell.real(),
                ("learn --json --data " + north + " " + south
                                + " --drop name --decimal-comma --missing-text - --missing"
                                + " skip-row --categories ward")
                        .split(" "));
        assertEquals("[\"ward\",\"dose\",\"age\"]", found.get("variables").toString());
        assertEquals("{\"ward\":[\"A\",\"B\",\"C\"]}", found.get("levels").toString());
        assertEquals(59, found.at("/sites/0/rows").asInt());
    }

    @Test
    void levels_mustBeGivenWhereRowsWouldTellThem() {
        String told = learn(2, "--privacy epsilon=5 --categories ward --missing-text -");
        assertTrue(told.contains("--categories must give the levels of ward, as ward=LEVEL|LEVEL|..."), told);
        told = learn(0, "--privacy epsilon=5 --categories ward=A|B|C --missing-text -");
        assertTrue(told.contains("it releases products of numbers and levels of categories"), told);
    }

    /** A data set's own list of levels is one that it can be read with. */
    @Test
    void levelsThatAreFound_areCodesToTheLetter() throws IOException {
        String[] codes = {"I21.0", "I21.1", "250.1", "250.10"};
        Random random = new Random(3);
        StringBuilder text = new StringBuilder("code,age\n");
        for (int k = 0; k < 40; k++) {
            text.append(codes[k % 4]).append(',').append(random.nextGaussian()).append('\n');
        }
        Path file = Files.writeString(temp.resolve("codes.csv"), text);
        String[] learn = {"learn", "--json", "--data", file.toString(), "--categories", "code"};
        JsonNode found = SiteFolder.json(Shell.real(), learn);
        assertEquals("[\"code\",\"age\"]", found.get("variables").toString());
        assertEquals(
                "[\"250.1\",\"250.10\",\"I21.0\",\"I21.1\"]",
                found.at("/levels/code").toString());
    }

    @Test
    void whatIsWrong_isSaidWithTheOption() {
        String told = learn(3, "--categories ward=A|B --missing skip-row --missing-text -");
        assertTrue(told.contains("must be one of the levels A, B, was \"C\""), told);
        told = learn(2, "--delimiter x");
        assertTrue(told.contains("--delimiter must be one of"), told);
        told = learn(2, "--columns age");
        assertTrue(told.contains("--drop and --columns both choose columns"), told);
        told = learn(3, "--categories ward=A|B|C");
        assertTrue(told.contains("was \"-\""), told);
        Shell shell = Shell.real();
        assertEquals(3, shell.run("learn", "--data", north.toString(), south.toString(), "--columns", "age,dose"));
        assertTrue(shell.err().contains("with a decimal comma: read the file with --decimal-comma"), shell.err());
    }
}
