// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code learn --algorithm dp-dynamic-gram}. */
class PrivateSeriesLearnTest {

    @TempDir
    static Path folder;

    private static SimulatedFile data;

    @BeforeAll
    static void simulate() throws IOException {
        data = new SimulatedFile(
                SimulatedSeries.of(4, 4, new WeightRange(0.3, 0.5), 3).writeOneSite(folder.resolve("data"), 900, 30));
    }

    /** ε = 100 for 900 series: at most one of some eight edges is wrong; with four times the noise in 15 of 15 runs. */
    @Test
    void users_areSeries() throws IOException {
        List<String> words =
                data.learnAndCompare("--algorithm dp-dynamic-gram --privacy epsilon=100,unit=realisation --time time"
                        + " --step 1 --length 30 --sites 3 --secure-aggregation --json");
        JsonNode json = SiteFolder.json(Shell.real(), words.toArray(String[]::new));
        assertEquals("dp-dynamic-gram", json.get("algorithm").asText());
        assertEquals("[\"x1\",\"x2\",\"x3\",\"x4\"]", json.get("variables").toString());
        assertTrue(
                json.get("metrics").get("shd").asInt() <= 1, json.get("metrics").toString());
        assertTrue(json.get("metrics").get("w").has("shd"));
        for (JsonNode site : json.get("privacy")) {
            assertTrue(site.get("epsilon").asDouble() <= 100);
            assertEquals("person:realisation", site.get("unit").asText());
        }
        String summary = json.get("trust").get("summary").asText();
        assertTrue(summary.endsWith("nothing shows whether the data agree with a linear network"), summary);
    }

    /** What the command line says of scales, means and lags is what the plan says. */
    @Test
    void scalesMeansAndLags_areParametersOfTheMethod() throws IOException {
        List<String> words = data.learn("--algorithm dp-dynamic-gram --privacy epsilon=20,unit=realisation --time time"
                + " --step 1 --sites 3 --own-units --lags auto --centre none --smallest-deviation 0.1 --json");
        JsonNode json = SiteFolder.json(Shell.real(), words.toArray(String[]::new));
        JsonNode said = json.get("settings");
        assertEquals("true", said.get("own-units").asText(), said.toString());
        assertEquals("auto", said.get("lags").asText(), said.toString());
        assertEquals("false", said.get("person-mean").asText(), said.toString());
        assertEquals("0.1", said.get("smallest-deviation").asText(), said.toString());
        JsonNode site = json.get("privacy").get(0);
        assertEquals(3, site.get("mechanisms").get("gaussian").asInt(), "scales twice, products");
    }

    /** Series behind a budget have one method; the result is of that one, and not of the method without a budget. */
    @Test
    void seriesWithABudget_needNoNameOfTheMethod() throws IOException {
        List<String> words =
                data.learn("--privacy epsilon=20,unit=realisation --time time --step 1 --sites 3 --length 40 --json");
        JsonNode json = SiteFolder.json(Shell.real(), words.toArray(String[]::new));
        assertEquals("dp-dynamic-gram", json.get("algorithm").asText());
        assertEquals(
                "differential-privacy", json.get("protection").get("guarantee").asText());
    }

    /** With a noise that would show nothing: what is required is in the network, and what is forbidden is not. */
    @Test
    void knownEdges_areKept() throws IOException {
        List<String> words = data.learn("--algorithm dp-dynamic-gram --privacy epsilon=0.1,unit=realisation --time time"
                + " --step 1 --sites 3 --required x4->x1,x2[t-1]->x3 --forbidden x1[t-1]->x2 --json");
        JsonNode json = SiteFolder.json(Shell.real(), words.toArray(String[]::new));
        List<String> edges = new ArrayList<>();
        json.get("edges")
                .forEach(edge -> edges.add(edge.get("from").asText() + "[t-"
                        + edge.get("lag").asInt() + "]->" + edge.get("to").asText()));
        assertTrue(edges.contains("x4[t-0]->x1"), json.get("edges").toString());
        assertTrue(edges.contains("x2[t-1]->x3"), json.get("edges").toString());
        assertFalse(edges.contains("x1[t-1]->x2"), json.get("edges").toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--algorithm dp-dynamic-gram --privacy epsilon=1|name their column with --privacy epsilon=E,unit=COLUMN",
                "--algorithm dp-dynamic-gram --privacy epsilon=1,unit=realisation --time time|time and step must be",
                "--algorithm dp-dynamic-gram --privacy epsilon=1,unit=realisation --lags 0|--lags auto or a number from 1",
                "--algorithm dp-dynamic-gram --privacy epsilon=1,unit=realisation --realisation time|column of users",
                "--algorithm dp-dynamic-gram --privacy epsilon=1,unit=realisation --centre private|about their own means",
                "--algorithm dp-dynamic-gram --privacy epsilon=1,unit=realisation --centre public|belong together",
                "--algorithm dp-dynamic-gram --privacy epsilon=1,unit=realisation --bound 3|--bound does not apply to --algorithm dp-dynamic-gram",
                "--algorithm dp-dynamic-gram --privacy epsilon=1,unit=realisation --time time --step 1 --missing use|has no parameter missing",
                "--algorithm dp-dynamic-gram --privacy epsilon=1,unit=realisation --scores|cannot be combined with a privacy",
                "--algorithm dp-dynamic-gram --privacy epsilon=1,unit=realisation --required x1->y|y",
                "--algorithm dp-gram --privacy epsilon=1 --length 3|--length does not apply to --algorithm dp-gram, only to dp-dynamic-gram"
            })
    void whatDoesNotFit_isRefused(String options, String part) {
        Shell shell = Shell.real();
        assertNotEquals(0, shell.run(data.learn(options).toArray(String[]::new)), options);
        assertTrue(shell.err().contains(part), shell.err());
    }
}
