// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code learn --transform normal-scores} with a budget. */
@Tag("slow")
class PrivateScoresLearnTest {

    @TempDir
    static Path folder;

    private static SimulatedFile data;

    @BeforeAll
    static void simulate() {
        data = SimulatedFile.of(
                folder.resolve("data"),
                SiteFolder.study(4, 3).mixedColumns().rowsPerSite(9000).seed(3));
    }

    /**
     * ε = 200 for 9,000 rows: noise is a fiftieth of the rows' own error. With four times the noise none of 15 runs
     * failed, and with the 20 times of ε = 20 at three times its noise none of 40.
     */
    @Test
    void mixedColumns_areLearned_behindMasks_andCharged() throws IOException {
        List<String> words = data.learnAndCompare(
                "--transform normal-scores --privacy epsilon=200 --sites 3 --secure-aggregation --json --algorithm auto");
        JsonNode json = SiteFolder.json(Shell.real(), words.toArray(String[]::new));
        assertEquals("dp-gram", json.get("algorithm").asText());
        assertEquals("normal-scores", json.get("parameters").get("scale").asText());
        assertEquals("normal-scores", json.get("settings").get("transform").asText());
        assertEquals(0, json.get("metrics").get("skeletonErrors").asInt());
        for (JsonNode site : json.get("privacy")) {
            assertTrue(
                    site.get("epsilon").asDouble() <= 200 && site.get("epsilon").asDouble() > 199);
            assertTrue(site.get("noise").get("matrixSigma").asDouble() > 0);
        }
    }

    @Test
    void rowsOfUsers_areProtectedTogether() throws IOException {
        List<String> words = data.learn("--transform normal-scores --algorithm dp-gram --privacy epsilon=20 --json");
        words.set(2, users());
        words.set(words.indexOf("epsilon=20"), "epsilon=20,unit=who");
        JsonNode site = SiteFolder.json(Shell.real(), words.toArray(String[]::new))
                .get("privacy")
                .get(0);
        assertEquals("person:who", site.get("unit").asText());
        assertTrue(site.get("epsilon").asDouble() <= 20);
    }

    private static String users() throws IOException {
        Path file = folder.resolve("persons.csv");
        StringBuilder text = new StringBuilder("who,a,b\n");
        for (int row = 0; row < 600; row++) {
            text.append(row / 2)
                    .append(',')
                    .append(row % 2)
                    .append(',')
                    .append(row % 5)
                    .append('\n');
        }
        Files.writeString(file, text);
        return file.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--algorithm dp-fed-sparse|--transform normal-scores can be combined with a privacy budget only by",
                "--algorithm dp-feature-gram|only by --algorithm dp-gram, whose histograms pay for it, was dp-feature-gram",
                "--centre private|--centre private does not apply to --transform normal-scores",
                "--own-units|--own-units does not apply to --transform normal-scores",
                "--unit 4|--unit does not apply to --transform normal-scores",
                "--public-centre zz=1|must name variables of",
                "--smallest-deviation 9 --largest-deviation 3|smallest"
            })
    void whatDoesNotFit_isRefused(String options, String part) {
        Shell shell = Shell.real();
        List<String> words = data.learn("--transform normal-scores --privacy epsilon=1 " + options);
        assertNotEquals(0, shell.run(words.toArray(String[]::new)), options);
        assertTrue(shell.err().contains(part), shell.err());
    }
}
