// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.core.internal.simulation.model.Mechanism;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code learn --algorithm dp-feature-gram}. */
class PrivateCurvesLearnTest {

    @TempDir
    static Path folder;

    private static SimulatedFile data;

    @BeforeAll
    static void simulate() {
        data = SimulatedFile.of(
                folder.resolve("data"),
                SiteFolder.study(4, 4)
                        .mechanism(Mechanism.GP_ADD)
                        .rowsPerSite(30_000)
                        .seed(4));
    }

    /**
     * ε = 1000 for 30,000 rows, of four effects at most one is too weak. With 20 times the noise, at ε = 12, none of 25
     * runs had any mistake, so there at most one in eight fails (1.1 deviations, at 95 %): here more than 20
     * deviations.
     */
    @Test
    void curvesAreLearned_behindMasks_andCharged() throws IOException {
        List<String> words =
                data.learnAndCompare("--algorithm dp-feature-gram --privacy epsilon=1000 --sites 3 --secure-aggregation"
                        + " --forbidden x1->x2 --public-centre x3=0.5 --json");
        JsonNode json = SiteFolder.json(Shell.real(), words.toArray(String[]::new));
        assertEquals("dp-feature-gram", json.get("algorithm").asText());
        assertTrue(
                json.get("metrics").get("shd").asInt() <= 2, json.get("metrics").toString());
        for (JsonNode site : json.get("privacy")) {
            assertTrue(site.get("epsilon").asDouble() <= 1000
                    && site.get("epsilon").asDouble() > 995);
            assertEquals("record", site.get("unit").asText());
            assertTrue(site.get("noise").get("matrixSigma").asDouble() > 0);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--centre private|--centre private does not apply to dp-feature-gram",
                "--own-units|--own-units does not apply to --algorithm dp-feature-gram, only to dp-gram, dp-inspect"
                        + " and dp-dynamic-gram",
                "--clip 3|--clip does not apply",
                "--length 3|--length does not apply to --algorithm dp-feature-gram, only to dp-dynamic-gram",
                "--bound 3|--bound does not apply to --algorithm dp-feature-gram, only to dp-fed-sparse",
                "--lambda 3|--lambda does not apply to --algorithm dp-feature-gram",
                "--no-pairs|--no-pairs does not apply",
                "--public-centre zz=1|must name variables of",
                "--required x1->zz|there is no variable \"zz\"",
                "--smallest-deviation 9 --largest-deviation 3|smallest"
            })
    void whatDoesNotFit_isRefused(String options, String part) {
        Shell shell = Shell.real();
        List<String> words = data.learn("--algorithm dp-feature-gram --privacy epsilon=1 " + options);
        assertNotEquals(0, shell.run(words.toArray(String[]::new)), options);
        assertTrue(shell.err().contains(part), shell.err());
    }
}
