// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.GraphGenerator;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.search.TotalEffects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a result says of total effects. */
class EffectCommandTest {

    @TempDir
    private static Path temp;

    private static final ObjectMapper MAPPER = new ObjectMapper();

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
                SimulatedSites.of(new Known()).sites(3).rowsPerSite(300).seed(1));
        for (String algorithm : List.of("gram", "fed-sparse", "feature-gram", "direct-lingam")) {
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
        assertEquals(1 - 2 * 0.5, effect.change().median(), 0.25, "both paths together");
        assertFalse(Files.exists(temp.resolve("fed-sparse/effects.csv")));
    }

    @Test
    void effect_whereThereIsNone_saysWhy() throws IOException {
        assertTrue(refused(3, "effect", "--network", result("fed-sparse")).contains("no posterior over networks"));
        assertTrue(refused(3, "effect", "--network", result("direct-lingam")).contains("no posterior over networks"));
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

    /** What is said of a result whose effects are replaced by others, between x1 and x2. */
    private static String saidOf(String name, String effects, String... more) throws IOException {
        ObjectNode whole =
                (ObjectNode) MAPPER.readTree(temp.resolve("gram/result.json").toFile());
        whole.set("effects", MAPPER.readTree(effects));
        Path file = Files.writeString(temp.resolve(name + ".json"), whole.toString());
        List<String> args = new ArrayList<>(List.of("effect", "--network", file.toString()));
        args.addAll(List.of(more));
        return said(args.toArray(String[]::new));
    }

    private static String effects(double least, String more) {
        return "{\"leastProbability\": " + least + ", \"interval\": 0.9, \"pairs\": [{\"from\": \"x1\", \"to\": \"x2\","
                + " \"probability\": 0.98, \"median\": 0.5, \"lower\": 0.4, \"upper\": 0.6" + more + "}]}";
    }

    /** With more than 2,000 effects a pair that is not there can have an effect. */
    @Test
    void effect_thatWasCut_isNotSaidToBeNone() throws IOException {
        String cut = saidOf("cut", effects(0.97, ""), "--of", "x2", "--on", "x3");
        assertTrue(cut.contains("P(x2 affects x3) is at most 0.97: the effect is not among the 2,000 likeliest"), cut);
        assertFalse(cut.contains("median"), cut);
        String none = saidOf("none", effects(0.05, ""), "--of", "x2", "--on", "x3");
        assertTrue(none.contains("below 0.05: the median of the effect is 0"), none);
    }

    @Test
    void effect_thatTheShownClassSaysIs0_isNotIdentified() throws IOException {
        String zero = effects(0.05, ", \"possible\": [0.0]");
        String text = saidOf("zero", zero, "--of", "x1", "--on", "x2");
        assertTrue(text.contains("directions  in the shown class the effect is 0"), text);
        assertTrue(saidOf("zero", zero, "--json").contains("\"identified\" : false"));
        assertFalse(saidOf("one", effects(0.05, ", \"possible\": [0.5]"), "--of", "x1", "--on", "x2")
                .contains("directions"));
    }

    /** The other effect rests on a mark, so that hidden causes were looked for. */
    @Test
    void effect_ofAnOpenDirection_isNotIdentifiedWithHiddenCausesEither() throws IOException {
        for (String possible : List.of("[0.0, 0.5]", "[0.0]", "[0.4, 0.5]")) {
            String both = effects(0.05, ", \"possible\": " + possible).replace("}]}", """
                            }, {"from": "x2", "to": "x3", "probability": 0.9, "median": 1, "lower": 1, "upper": 1,
                            "restsOn": [{"from": "x2", "to": "x3", "mark": "o->"}]}]}""");
            String text = saidOf("hidden", both, "--of", "x1", "--on", "x2");
            assertEquals(possible.contains("0.4"), text.contains("identified also if causes are hidden"), text);
        }
    }

    /** A probability changes by what another level changes it, and not five times that. */
    @Test
    void effect_betweenCategories_isNotMultipliedByTheChange() throws IOException {
        Random random = new Random(1);
        StringBuilder rows = new StringBuilder("sex,smokes\n");
        for (int k = 0; k < 1200; k++) {
            boolean first = random.nextDouble() < 0.4;
            rows.append(first ? "F," : "M,").append(random.nextDouble() < (first ? 0.8 : 0.2) ? "yes\n" : "no\n");
        }
        Path file = Files.writeString(temp.resolve("levels.csv"), rows);
        Path out = temp.resolve("levels");
        said("learn", "--data", file.toString(), "--out", out.toString());
        for (String change : List.of("1", "5")) {
            String text =
                    said("effect", "--network", out.toString(), "--of", "sex", "--on", "smokes", "--change", change);
            assertTrue(text.contains("it may be 0, 0.6") || text.contains("it may be 0, 0.5"), text);
        }
    }

    /** Means of a number by level, and shares of a level by a number, which are for so many units. */
    @Test
    void effect_ofAndOnCategoriesBesideNumbers_isOfLevelsOrUnits() throws IOException {
        Random random = new Random(2);
        StringBuilder rows = new StringBuilder("ward,dose,fever,smokes\n");
        for (int k = 0; k < 1500; k++) {
            int ward = random.nextInt(3);
            double dose = 2 * ward + random.nextGaussian();
            double fever = dose + random.nextGaussian();
            boolean smokes = random.nextDouble() < 1 / (1 + Math.exp(-fever));
            rows.append("abc".charAt(ward)).append(',').append(dose).append(',').append(fever);
            rows.append(smokes ? ",yes\n" : ",no\n");
        }
        Path file = Files.writeString(temp.resolve("both.csv"), rows);
        Path out = temp.resolve("both");
        said("learn", "--data", file.toString(), "--out", out.toString(), "--required", "ward->dose,dose->fever");
        String means = said("effect", "--network", out.toString(), "--of", "ward", "--on", "fever", "--change", "5");
        assertTrue(means.contains("fever when ward is set to c and not to b:"), means);
        String shares = said("effect", "--network", out.toString(), "--of", "fever", "--on", "smokes");
        assertTrue(shares.contains("P(smokes = ") && shares.contains(") when fever is set 1 higher:"), shares);
        List<String> lines = Files.readAllLines(out.resolve("effects.csv"));
        assertTrue(lines.get(0).startsWith("from,to,level,reference,outcome,probability,"), lines.get(0));
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("dose,fever,,,,")), lines.toString());
        LearnedNetwork read = LearnedNetwork.read(out.resolve("result.json"));
        assertEquals(lines.size() - 1, read.effects().orElseThrow().pairs().size());
    }
}
