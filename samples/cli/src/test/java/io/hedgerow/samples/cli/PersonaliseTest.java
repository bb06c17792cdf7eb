// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.samples.learn.LeastSquares;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code learn --personalise}: files with least squares of each site's own rows. */
class PersonaliseTest {

    @TempDir
    static Path shared;

    private static SiteFolder data;

    @TempDir
    Path temp;

    @BeforeAll
    static void simulate() {
        data = SiteFolder.written(
                shared.resolve("data"),
                SiteFolder.study(6, 6)
                        .heterogeneity(0.3)
                        .sites(3)
                        .rowsPerSite(300)
                        .seed(3));
    }

    private static List<String> pairs(Path file) throws Exception {
        return Files.readAllLines(file).stream()
                .map(line -> line.replaceAll("^([^,]*,[^,]*).*", "$1"))
                .toList();
    }

    /** Sites' weights differ by 0.3, so four fifths of 300 rows tell more about a site than all sites together do. */
    @ParameterizedTest
    @ValueSource(strings = {"fed-sparse", "notears", "voting", "gram", "order-mcmc"})
    void everyMethod_givesEachSiteItsLeastSquares_onTheCommonStructure(String algorithm) throws Exception {
        Path out = temp.resolve("out");
        JsonNode json = data.json("--algorithm", algorithm, "--personalise", "--out", out.toString());
        assertEquals(3, json.get("personal").size());
        for (int p = 1; p <= 3; p++) {
            JsonNode site = json.get("personal").get(p - 1);
            assertEquals(data.site(p), site.get("site").asText());
            assertEquals("personal/site-" + p + ".csv", site.get("file").asText());
            assertEquals(300, site.get("rows").asInt());
            Path file = out.resolve(site.get("file").asText());
            LeastSquares.require(file, Path.of(data.site(p)));
            assertEquals(pairs(out.resolve("network.csv")), pairs(file));
            double own = site.get("normalisedMse").asDouble();
            double common = site.get("normalisedMseOfCommon").asDouble();
            assertTrue(0 < own && own < common && common < 1, site.toString());
        }
        assertEquals(
                Files.readAllLines(out.resolve("network.csv")).get(0),
                Files.readAllLines(out.resolve("personal/site-1.csv")).get(0));
    }

    @Test
    void withoutTheOption_nothingPersonalIsWritten() throws Exception {
        Path out = temp.resolve("out");
        assertFalse(data.json("--algorithm=gram", "--out", out.toString()).has("personal"));
        assertFalse(Files.exists(out.resolve("personal")));
    }

    @Test
    void filesOfOneName_getNamesOfTheirOwn() throws Exception {
        List<String> words = new ArrayList<>(List.of("learn", "--algorithm=gram", "--personalise", "--json", "--out"));
        words.addAll(List.of(temp.resolve("out").toString(), "--data"));
        for (int p = 1; p <= 3; p++) {
            Path folder = Files.createDirectory(temp.resolve("hospital" + p));
            words.add(Files.copy(Path.of(data.site(p)), folder.resolve("rows.csv"))
                    .toString());
        }
        JsonNode personal =
                SiteFolder.json(Shell.real(), words.toArray(String[]::new)).get("personal");
        assertEquals("personal/rows-3.csv", personal.get(2).get("file").asText());
        LeastSquares.require(temp.resolve("out/personal/rows-2.csv"), temp.resolve("hospital2/rows.csv"));
    }

    /** A site that cannot fit its own weights keeps the common ones, and the run does not fail. */
    @Test
    void siteWithTooFewRows_keepsTheCommonWeights() throws Exception {
        List<String> lines = Files.readAllLines(Path.of(data.site(3))).subList(0, 4);
        Path few = Files.write(temp.resolve("few.csv"), lines);
        Path out = temp.resolve("out");
        JsonNode json = SiteFolder.json(
                Shell.real(),
                "learn",
                "--algorithm=gram",
                "--personalise",
                "--json",
                "--out=" + out,
                "--data",
                data.site(1),
                data.site(2),
                few.toString());
        JsonNode site = json.get("personal").get(2);
        assertEquals(3, site.get("rows").asInt());
        assertEquals(site.get("normalisedMseOfCommon"), site.get("normalisedMse"));
        assertEquals(Files.readString(out.resolve("network.csv")), Files.readString(out.resolve("personal/few.csv")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--algorithm=gram|--personalise writes a file for each site: give --out DIR",
                "--privacy=epsilon=2 --out=@|--personalise cannot be combined with a privacy budget",
                "--algorithm=dp-gram --out=@|--personalise cannot be combined with a privacy budget",
            })
    void whatDoesNotGoTogether_isRefused_andNothingIsWritten(String options, String said) throws Exception {
        Shell shell = Shell.real();
        List<String> words = new ArrayList<>(List.of("--personalise"));
        words.addAll(
                List.of(options.replace("@", temp.resolve("out").toString()).split(" ")));
        assertEquals(2, shell.run(data.learn(words.toArray(String[]::new))));
        assertTrue(shell.err().contains(said), shell.err());
        try (Stream<Path> made = Files.list(temp)) {
            assertEquals(0, made.count());
        }
    }
}
