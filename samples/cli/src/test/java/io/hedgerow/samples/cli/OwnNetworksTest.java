// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.StructuralVar.Difference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code learn --personal}: networks of sites' own. */
class OwnNetworksTest {

    @TempDir
    static Path data;

    @TempDir
    Path temp;

    @BeforeAll
    static void simulate() throws IOException {
        SimulatedSeries.of(3, 2, new WeightRange(0.5, 0.7), 2)
                .writeClients(data.resolve("series"), Difference.SAME_GRAPH, 3, 41);
    }

    private static String file(String name) {
        return data.resolve("series").resolve(name).toString();
    }

    private int learn(Shell shell, String options) {
        List<String> words = new ArrayList<>(List.of("learn", "--data", file("series.csv"), "--realisation"));
        // series of different sites have one number
        words.addAll(List.of(options.contains("--site-column") ? "realisation" : "site", "--time", "time"));
        for (String word : options.split(" ", -1)) {
            words.add(word.startsWith("truth") ? file(word + ".csv") : word.replace("OUT", temp + "/out"));
        }
        return shell.run(words.toArray(String[]::new));
    }

    @Test
    void everySite_hasItsNetwork_besideTheCommonOne() throws IOException {
        Shell shell = Shell.real();
        String options = "--site-column site --personal structure --truth truth-1 truth-2 truth-3 --out OUT --json";
        assertEquals(0, learn(shell, options), shell.err());
        JsonNode json = new ObjectMapper().readTree(shell.out());
        assertEquals(3, json.get("personal").size());
        for (int p = 1; p <= 3; p++) {
            JsonNode site = json.get("personal").get(p - 1);
            assertEquals("site " + p, site.get("site").asText());
            assertEquals("structure", site.get("mode").asText());
            assertTrue(site.get("gainError").asDouble() > 0);
            List<String> own = Files.readAllLines(
                    temp.resolve("out").resolve(site.get("file").asText()));
            assertEquals(Files.readAllLines(temp.resolve("out/network.csv")).get(0), own.get(0));
            assertTrue(own.size() > 1);
        }
        JsonNode personal = json.get("metrics").get("personal");
        for (String part : List.of("w", "a")) {
            assertTrue(personal.get(part).get("shd").asDouble() <= 1, personal.toString());
            assertTrue(personal.get(part).get("tpr").asDouble() > 0.5, personal.toString());
            assertTrue(personal.get(part).get("fdr").asDouble() < 0.5, personal.toString());
        }
        assertFalse(json.get("metrics").has("w"), "nobody said the common network");
        assertTrue(
                json.get("warnings").toString().contains("scores of all graphs"),
                json.get("warnings").toString());
    }

    /** Masks hide the parts, and change nothing: sums are rounded far below what a choice depends on. */
    @Test
    void behindMasks_theNetworksAreTheSame() throws IOException {
        Shell plain = Shell.real();
        assertEquals(0, learn(plain, "--site-column site --personal --out OUT-plain"), plain.err());
        Shell masked = Shell.real();
        assertEquals(0, learn(masked, "--site-column site --personal --secure-aggregation --out OUT"), masked.err());
        JsonNode sites = new ObjectMapper()
                .readTree(temp.resolve("out/result.json").toFile())
                .get("personal");
        assertEquals(3, sites.size());
        for (JsonNode site : sites) {
            String file = site.get("file").asText();
            assertEquals(
                    edges(temp.resolve("out-plain").resolve(file)),
                    edges(temp.resolve("out").resolve(file)));
        }
    }

    /** Without weights, whose last digits depend on the mean of a sum. */
    private static List<String> edges(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> String.join(",", List.of(line.split(",")).subList(0, 4)))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--personal --columns x1,x2,x3 --out OUT|need at least 3 sites",
                "--personal --site-column site|give --out DIR",
                "--personal --site-column site --out OUT --personalise|leave --personalise out",
                "--personal --site-column site --out OUT --truth truth-1 truth-2|one for each of 3 sites",
                "--site-column site --truth truth-1 truth-2|--truth must be one file, were 2",
                "--personal nonsense --site-column site --out OUT|--personal",
                "--personal --columns x1,x2,x3 --sites 20 --partition rows --out OUT|at least 10 rows"
            })
    void whatDoesNotFit_isRefused(String options, String part) {
        Shell shell = Shell.real();
        assertNotEquals(0, learn(shell, options), options);
        assertTrue(shell.err().contains(part), shell.err());
        assertFalse(Files.exists(temp.resolve("out/result.json")));
    }
}
