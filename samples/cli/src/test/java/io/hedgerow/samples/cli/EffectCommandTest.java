// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.LearnedNetwork;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.simulation.GraphGenerator;
import io.hedgerow.core.simulation.SimulatedStudy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a result says of total effects. */
class EffectCommandTest {

    @TempDir
    private static Path temp;

    private static SiteFolder data;

    /** One graph for every seed. */
    private record Known() implements GraphGenerator {
        @Override
        public int variables() {
            return 3;
        }

        @Override
        public WeightMatrix generate(long seed) {
            return WeightMatrix.ofRows(3, new double[] {0, 0.5, 1, 0, 0, -2, 0, 0, 0});
        }
    }

    /** age → dose .5, age → pulse 1, dose → pulse −2: x1 is age, x2 dose, x3 pulse. */
    @BeforeAll
    static void learn() {
        data = SiteFolder.written(
                temp.resolve("sites"),
                SimulatedStudy.of(new Known()).sites(3).rowsPerSite(300).seed(1));
        for (String algorithm : List.of("gram", "fed-sparse", "feature-gram")) {
            Shell shell = Shell.real();
            assertEquals(
                    0,
                    shell.run(data.learn(
                            "--algorithm",
                            algorithm,
                            "--out",
                            temp.resolve(algorithm).toString())),
                    shell.err());
        }
    }

    private static String result(String algorithm) {
        return temp.resolve(algorithm).toString();
    }

    private static String said(String... args) {
        Shell shell = Shell.real();
        assertEquals(0, shell.run(args), shell.err());
        return shell.out();
    }

    private static String refused(int code, String... args) {
        Shell shell = Shell.real();
        assertEquals(code, shell.run(args), shell.err());
        return shell.err();
    }

    @Test
    void effect_ofAPair_isAdjustedAndScaledByTheChange() throws IOException {
        JsonNode one = SiteFolder.json(
                Shell.real(), "effect", "--network", result("gram"), "--of", "x2", "--on", "x3", "--json");
        JsonNode five = SiteFolder.json(
                Shell.real(),
                "effect",
                "--network",
                result("gram"),
                "--of",
                "x2",
                "--on",
                "x3",
                "--change",
                "5",
                "--json");
        JsonNode effect = one.get("effects").get(0);
        // 900 rows and a residual of variance 1: the deviation is 1/30, so this is 6 of them
        assertEquals(-2, effect.get("median").asDouble(), 0.2);
        assertEquals("after adjusting for x1", effect.get("adjusting").asText());
        assertTrue(effect.get("identified").asBoolean());
        assertEquals(
                5 * effect.get("lower").asDouble(),
                five.get("effects").get(0).get("lower").asDouble(),
                1e-9);
    }

    @Test
    void effect_ofAPair_saysItInWords() {
        String text = said("effect", "--network", result("gram"), "--of", "x2", "--on", "x3", "--change", "5");
        assertTrue(text.contains("x3 when x2 is set 5 higher:"), text);
        assertTrue(text.contains("after adjusting for x1"), text);
        assertTrue(text.contains("P(affects)  0.99"), text);
        assertTrue(text.contains("assumes: relations are linear"), text);
        assertTrue(text.contains("rests on x2"), "marks leave room for a hidden cause: " + text);
    }

    @Test
    void effect_againstTheArrows_isNone() {
        String text = said("effect", "--network", result("gram"), "--of", "x3", "--on", "x1");
        assertTrue(text.contains("P(x3 affects x1) is below 0.05"), text);
    }

    @Test
    void effect_withoutAPair_isATable() {
        String text = said("effect", "--network", result("gram"));
        assertTrue(text.lines().anyMatch(line -> line.startsWith("| x2 → x3 ")), text);
        assertFalse(text.contains("x3 → x2"), text);
    }

    @Test
    void learn_writesThem_andJavaReadsThem() throws IOException {
        List<String> lines = Files.readAllLines(temp.resolve("gram/effects.csv"));
        assertEquals("from,to,probability,median,lower,upper,identified,least_size,adjustment,rests_on", lines.get(0));
        assertTrue(Files.readString(temp.resolve("gram/effects.svg")).startsWith("<svg"));
        LearnedNetwork read = LearnedNetwork.read(temp.resolve("gram/result.json"));
        assertEquals(lines.size() - 1, read.effects().orElseThrow().pairs().size());
        TotalEffects.Effect effect = read.effects("x1", "x3").get(0);
        assertEquals(1 - 2 * 0.5, effect.median(), 0.25, "both paths together");
        assertFalse(Files.exists(temp.resolve("fed-sparse/effects.csv")));
    }

    @Test
    void effect_whereThereIsNone_saysWhy() throws IOException {
        assertTrue(refused(3, "effect", "--network", result("fed-sparse")).contains("no posterior over networks"));
        assertTrue(refused(3, "effect", "--network", result("feature-gram")).contains("relations are curves"));
        Path list = Files.writeString(temp.resolve("list.csv"), "from,to\nx1,x2\n");
        assertTrue(refused(3, "effect", "--network", list.toString()).contains("must be a result.json"));
        assertTrue(refused(2, "effect", "--network", result("gram"), "--of", "x9")
                .contains("must be one of x1, x2, x3, was \"x9\""));
        assertTrue(refused(2, "effect", "--network", result("gram"), "--of", "x1", "--on", "x1")
                .contains("must be two variables"));
        assertTrue(refused(2, "effect", "--network", result("gram"), "--change", "0")
                .contains("--change must be finite and > 0, was 0.0"));
    }
}
