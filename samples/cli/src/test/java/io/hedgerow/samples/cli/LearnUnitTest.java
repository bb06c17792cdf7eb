// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code learn --unit}: what counts as a noise variance of 1. */
class LearnUnitTest {

    @TempDir
    static Path shared;

    private static SiteFolder data;
    private static SiteFolder thousandfold;

    @BeforeAll
    static void simulate() throws IOException {
        data = SiteFolder.simulated(shared.resolve("data"));
        Path folder = Files.createDirectory(shared.resolve("thousandfold"));
        thousandfold = new SiteFolder(folder);
        for (int p = 1; p <= 3; p++) {
            List<String> lines = new ArrayList<>();
            for (String line : Files.readAllLines(Path.of(data.site(p)))) {
                lines.add(lines.isEmpty() ? line : timesAThousand(line));
            }
            Files.write(Path.of(thousandfold.site(p)), lines);
        }
    }

    private static String timesAThousand(String line) {
        return Stream.of(line.split(","))
                .map(number -> String.valueOf(1000 * Double.parseDouble(number)))
                .collect(Collectors.joining(","));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fed-sparse", "fed-bnsl"})
    void learn_whenAllColumnsAreAThousandfold_findsTheSameEdgesAndWeights(String algorithm) throws IOException {
        JsonNode raw = data.json("--algorithm", algorithm, "--unit=auto");
        JsonNode large = thousandfold.json("--algorithm", algorithm);
        assertTrue(raw.get("edges").size() >= 5, raw.get("edges").toString());
        assertEquals(raw.get("edges").size(), large.get("edges").size());
        for (int k = 0; k < raw.get("edges").size(); k++) {
            JsonNode edge = raw.get("edges").get(k);
            JsonNode same = large.get("edges").get(k);
            assertEquals(edge.get("from"), same.get("from"));
            assertEquals(edge.get("to"), same.get("to"));
            // the columns have one common factor, which a weight does not see; sent values have steps of about 1e-4
            assertEquals(edge.get("weight").asDouble(), same.get("weight").asDouble(), 0.01);
        }
        double unit = large.get("settings").get("unit").asDouble();
        double expected = 1e6 * raw.get("settings").get("unit").asDouble();
        assertEquals(expected, unit, 1e-9 * expected);
        assertTrue(large.get("warnings").toString().contains("smallest variance"), large.get("warnings")::toString);
    }

    @Test
    void learn_withoutUnit_leavesVariancesNearOneAndPublishedSettingsAlone() throws IOException {
        for (JsonNode json : List.of(
                data.json("--algorithm=fed-sparse"),
                thousandfold.json("--preset=paper"),
                thousandfold.json("--unit=1"))) {
            assertEquals(1, json.get("settings").get("unit").asDouble());
            assertTrue(!json.get("warnings").toString().contains("smallest variance"), json.get("warnings")::toString);
        }
        // the broken variant: without the unit the same columns give something else, or the test above tests nothing
        JsonNode broken = thousandfold.json("--algorithm=fed-bnsl", "--unit=1");
        JsonNode whole = thousandfold.json("--algorithm=fed-bnsl");
        assertTrue(!broken.get("edges").equals(whole.get("edges")));
    }

    @Test
    void learn_withANumber_usesIt() throws IOException {
        assertEquals(2.5, data.json("--unit=2.5").get("settings").get("unit").asDouble());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "NaN", "Infinity", "large"})
    void learn_whenTheUnitIsNone_saysWhatIsAllowed(String unit) {
        Shell shell = Shell.real();
        assertTrue(shell.run(data.learn("--unit=" + unit)) != 0);
        assertTrue(shell.err().contains("--unit must be auto, or a finite number > 0, was " + unit), shell.err());
    }

    @Test
    void learn_whenTheAlgorithmHasNoUnit_saysSo() {
        Shell shell = Shell.real();
        assertTrue(shell.run(data.learn("--algorithm=gram", "--unit=2")) != 0);
        assertTrue(shell.err().contains("--unit does not apply"), shell.err());
    }
}
