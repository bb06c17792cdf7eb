// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.cli.SiteFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Normal scores are taken where most columns are skewed and no one said how, and that is said. */
class TransformChoiceTest {

    private static final String TAKEN = "normal scores were taken within each site, because ";

    @TempDir
    private Path temp;

    private final List<String> files = new ArrayList<>();

    /** exp of 1.5 of each column but the last two, in deviations, of three sites. */
    @BeforeEach
    void write() throws IOException {
        SiteFolder data = SiteFolder.simulated(temp.resolve("sites"));
        for (int site = 1; site <= 3; site++) {
            files.add(write(Path.of(data.site(site)), 1));
        }
    }

    private String write(Path plain, double unit) throws IOException {
        List<String> lines = Files.readAllLines(plain);
        double[] deviations = new double[4];
        for (int c = 0; c < 4; c++) {
            int column = c;
            double[] values = lines.stream()
                    .skip(1)
                    .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[column]))
                    .toArray();
            double mean = Arrays.stream(values).average().orElseThrow();
            deviations[c] = Math.sqrt(Arrays.stream(values)
                    .map(value -> (value - mean) * (value - mean))
                    .average()
                    .orElseThrow());
        }
        for (int row = 1; row < lines.size(); row++) {
            String[] cells = lines.get(row).split(",");
            for (int c = 0; c < 4; c++) {
                cells[c] = String.valueOf(
                        (c == 0 ? unit : 1) * Math.exp(1.5 * Double.parseDouble(cells[c]) / deviations[c]));
            }
            lines.set(row, String.join(",", cells));
        }
        return Files.write(temp.resolve("skewed-" + plain.getFileName()), lines).toString();
    }

    private JsonNode learn(String options) throws IOException {
        return SiteFolder.json(
                Shell.real(), ("learn --json --data " + String.join(" ", files) + " " + options).split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--algorithm gram", "--algorithm hill-climbing", "--secure-aggregation"})
    void mostColumnsSkewed_areScored_andANoteSaysSo(String options) throws IOException {
        JsonNode found = learn(options);
        assertEquals("normal-scores", found.at("/parameters/scale").asText());
        assertEquals(learn(options + " --transform normal-scores").get("edges"), found.get("edges"));
        String warnings = found.get("warnings").toString();
        assertTrue(warnings.contains(TAKEN + "4 of 6 columns are skewed amounts or counts (\\\"x1\\\""), warnings);
        assertTrue(warnings.contains("--transform none learns from the values as they are"), warnings);
        assertFalse(warnings.contains("far from normal distributions"), warnings);
    }

    @Test
    void none_keepsValues_andTheOldNote() throws IOException {
        JsonNode found = learn("--transform none");
        assertEquals("data", found.at("/parameters/scale").asText());
        assertTrue(found.get("warnings").toString().contains("far from normal distributions"));
        assertFalse(found.get("warnings").toString().contains(TAKEN));
    }

    /** What rests on values, on their noise or on equal variances is not given ranks unasked. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--algorithm direct-lingam",
                "--algorithm gram --orient non-gaussian",
                "--algorithm fed-sparse --rounds 5",
                "--algorithm feature-gram",
                "--columns x1,x4,x5,x6"
            })
    void otherMethodsAndColumns_keepValues(String options) throws IOException {
        JsonNode found = learn(options);
        assertEquals("data", found.at("/parameters/scale").asText(), options);
        assertFalse(found.get("warnings").toString().contains(TAKEN));
    }

    /** Ranks would hide that one site writes a column in another unit. */
    @Test
    void anotherUnitAtOneSite_keepsValues_andSaysWhy() throws IOException {
        files.set(1, write(temp.resolve("sites/site-2.csv"), 1000));
        JsonNode found = learn("--algorithm gram");
        assertEquals("data", found.at("/parameters/scale").asText());
        String warnings = found.get("warnings").toString();
        assertTrue(warnings.contains("normal scores were not taken: most columns are skewed"), warnings);
        assertTrue(warnings.contains("\\\"x1\\\" varies at one site far more or far less"), warnings);
    }

    /** With a budget the choice would tell of records. */
    @Test
    void underABudget_nothingIsTakenFromData() throws IOException {
        JsonNode found = learn("--privacy epsilon=5 --algorithm dp-gram");
        assertEquals("data", found.at("/parameters/scale").asText());
        assertFalse(
                found.get("warnings").toString().contains("skewed"),
                found.get("warnings").toString());
    }
}
