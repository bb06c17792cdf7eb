// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

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
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code predict --do} and {@code synthesise}, against sums by hand. */
class WhatIfTest {

    private static final double ROUND_OFF = 1e-12;

    /** a = 1 + u (variance 4), b = 2 + 3 a + u (variance 1), c = −a + 2 b + u (variance 9). */
    private static final String LINEAR = """
            {"format": "hedgerow-learn", "version": 1, "variables": ["a", "b", "c"], "kind": "KIND", "edges": [
              {"from": "a", "to": "b", "directed": DIRECTED, "weight": 3},
              {"from": "a", "to": "c", "directed": true, "weight": -1},
              {"from": "b", "to": "c", "directed": true, "weight": 2}],
             "parameters": {"model": "MODEL", "meaning": "", "scale": "data", "equations": [
              {"variable": "a", "intercept": 1, "noiseVariance": 4, "parents": []},
              {"variable": "b", "intercept": 2, "noiseVariance": 1, "parents": [{"variable": "a", "weight": 3}]},
              {"variable": "c", "intercept": 0, "noiseVariance": 9, "parents": [
               {"variable": "a", "weight": -1}, {"variable": "b", "weight": 2}]}]},
             "trust": {"summary": "", "score": "unequal-variances", "margin": 0, "rows": 400, "effectiveRows": 400,
              "varianceRatio": 1, "trappedChains": 0, "chainGap": 0, "flags": [], "undecided": []}}
            """;

    /** severe → treated, (severe, treated) → cured. */
    private static final String TABLES = """
            network hospital { }
            variable severe { type discrete [ 2 ] { no, yes }; }
            variable treated { type discrete [ 2 ] { no, yes }; }
            variable cured { type discrete [ 2 ] { no, yes }; }
            probability ( severe ) { table 0.5, 0.5; }
            probability ( treated | severe ) { (no) 0.9, 0.1; (yes) 0.2, 0.8; }
            probability ( cured | severe, treated ) {
              (no, no) 0.2, 0.8; (no, yes) 0.1, 0.9; (yes, no) 0.8, 0.2; (yes, yes) 0.6, 0.4; }
            """;

    /** sex → dose ← age; group is a mean over age. dose = 1 + 2 [sex = M] + 0.5 age + u. */
    private static final String MIXED = """
            {"format": "hedgerow-learn", "version": 1, "variables": ["sex", "age", "dose", "group"],
             "levels": {"sex": ["F", "M"], "group": ["low", "high"]}, "kind": "cpdag", "edges": [
              {"from": "sex", "to": "dose", "directed": true, "weight": 0.4},
              {"from": "age", "to": "dose", "directed": true, "weight": 0.5},
              {"from": "age", "to": "group", "directed": true, "weight": 0.3}],
             "parameters": {"model": "tables", "meaning": "", "scale": "data", "equations": [
              {"variable": "sex", "parents": []},
              {"variable": "age", "intercept": 60, "noiseVariance": 100, "parents": []},
              {"variable": "dose", "intercept": 1, "noiseVariance": 4, "parents": [
               {"variable": "sex", "information": 0.4}, {"variable": "sex", "level": "M", "weight": 2},
               {"variable": "age", "weight": 0.5}]},
              {"variable": "group", "parents": [{"variable": "age", "information": 0.3}]}]},
             "tables": [{"target": "sex", "levels": ["F", "M"], "parents": [], "probabilities": [[0.75, 0.25]],
              "counts": [400], "prior": 1},
              {"target": "group", "levels": ["low", "high"], "parents": [], "probabilities": [[0.5, 0.5]],
              "counts": [400], "prior": 1}],
             "trust": {"summary": "", "score": "unequal-variances", "margin": 0, "rows": 400, "effectiveRows": 400,
              "varianceRatio": 1, "trappedChains": 0, "chainGap": 0, "flags": [], "undecided": []}}
            """;

    @TempDir
    private Path temp;

    private String linear = "";
    private String open = "";
    private String tables = "";
    private String mixed = "";

    @BeforeEach
    void write() throws IOException {
        linear = file(
                "linear.json",
                LINEAR.replace("KIND", "dag").replace("MODEL", "linear").replace("DIRECTED", "true"));
        open = file(
                "open.json",
                LINEAR.replace("KIND", "cpdag").replace("MODEL", "class-member").replace("DIRECTED", "false"));
        tables = file("tables.bif", TABLES);
        mixed = file("mixed.json", MIXED);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(temp.resolve(name), text).toString();
    }

    private static JsonNode json(String... args) throws IOException {
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--json");
        return SiteFolder.json(Shell.real(), all.toArray(String[]::new));
    }

    private static JsonNode of(JsonNode found, String variable, String level) {
        return StreamSupport.stream(found.get("variables").spliterator(), false)
                .filter(own -> own.get("variable").asText().equals(variable)
                        && (level.isEmpty() || own.get("level").asText().equals(level)))
                .findFirst()
                .orElseThrow();
    }

    private static String refused(int code, String... args) {
        Shell shell = Shell.real();
        assertEquals(code, shell.run(args), shell.err());
        return shell.err();
    }

    @Test
    void settingANumber_cutsItsCauses_andMovesWhatFollows() throws IOException {
        JsonNode found = json("predict", "--network", linear, "--do", "b=7");
        JsonNode c = of(found, "c", "");
        assertEquals(9, c.get("before").asDouble(), ROUND_OFF);
        // −1 + 2 · 7, and −a + u has variance 4 + 9
        assertEquals(13, c.get("after").asDouble(), ROUND_OFF);
        assertEquals(Math.sqrt(13), c.get("deviation").asDouble(), ROUND_OFF);
        JsonNode a = of(found, "a", "");
        assertEquals(1, a.get("after").asDouble(), ROUND_OFF, "a cause does not follow from its effect");
        assertFalse(a.get("follows").asBoolean());
        assertEquals(2, found.get("variables").size(), "what is set is not expected");
    }

    @Test
    void settingBoth_leavesNoiseAlone() throws IOException {
        JsonNode c = of(json("predict", "--network", linear, "--do", "b=7", "--do", "a=0"), "c", "");
        assertEquals(14, c.get("after").asDouble(), ROUND_OFF);
        assertEquals(3, c.get("deviation").asDouble(), ROUND_OFF);
    }

    @Test
    void doingIsNotSeeing() throws IOException {
        // by adjustment: Σ_s P(s) P(cured | s, treated) = (0.9 + 0.4) / 2; seen: P(severe | treated) = 8/9
        JsonNode done = of(json("predict", "--network", tables, "--do", "treated=yes"), "cured", "yes");
        assertEquals(0.65, done.get("after").asDouble(), ROUND_OFF);
        Path rows = Files.writeString(temp.resolve("rows.csv"), "treated\nyes\n");
        Path out = temp.resolve("seen.csv");
        json("predict", "--network", tables, "--data", rows.toString(), "--given", "treated", "--out", out.toString());
        List<String> lines = Files.readAllLines(out);
        int column = List.of(lines.get(0).split(",", -1)).indexOf("cured=yes");
        assertEquals(0.9 / 9 + 0.4 * 8 / 9, Double.parseDouble(lines.get(1).split(",", -1)[column]), ROUND_OFF);
    }

    @Test
    void rowsSeenAfterwards_areConditionedOn() throws IOException {
        Path rows = Files.writeString(temp.resolve("rows.csv"), "severe,treated\nyes,no\nno,no\n");
        Path out = temp.resolve("after.csv");
        JsonNode found = json(
                "predict",
                "--network",
                tables,
                "--data",
                rows.toString(),
                "--given",
                "severe",
                "--do",
                "treated=yes",
                "--out",
                out.toString());
        assertEquals("yes", found.at("/set/treated").asText());
        List<String> lines = Files.readAllLines(out);
        assertEquals("cured,cured=no,cured=yes", lines.get(0));
        assertEquals(0.4, Double.parseDouble(lines.get(1).split(",", -1)[2]), ROUND_OFF);
        assertEquals(0.9, Double.parseDouble(lines.get(2).split(",", -1)[2]), ROUND_OFF);
    }

    @Test
    void numbersSeenAfterwards_areConditionedOn() throws IOException {
        Path rows = Files.writeString(temp.resolve("rows.csv"), "a,b,c\n3,0,0\n");
        Path out = temp.resolve("after.csv");
        json(
                "predict",
                "--any-scale",
                "--network",
                linear,
                "--data",
                rows.toString(),
                "--given",
                "a",
                "--do",
                "b=7",
                "--out",
                out.toString());
        List<String> lines = Files.readAllLines(out);
        assertEquals("c", lines.get(0), "neither what is given nor what is set");
        assertEquals(-3 + 14, Double.parseDouble(lines.get(1)), 1e-9);
    }

    @Test
    void mixedNetworks_areDrawn_andSayWhereTheyCannotTell() throws IOException {
        JsonNode found = json("predict", "--network", mixed, "--do", "sex=M");
        JsonNode dose = of(found, "dose", "");
        // 1 + 2 · 0.25 + 30 and 1 + 2 + 30; √(0.25 · 100 + 4) / √100,000 = 0.017: five of them
        assertEquals(31.5, dose.get("before").asDouble(), 0.09);
        assertEquals(33, dose.get("after").asDouble(), 0.09);
        assertEquals(Math.sqrt(29), dose.get("deviation").asDouble(), 0.09);
        assertEquals(100_000, found.get("rows").asInt());
        JsonNode ofAge = json("predict", "--network", mixed, "--do", "age=70");
        assertEquals(36.5, of(ofAge, "dose", "").get("after").asDouble(), 0.05);
        assertTrue(ofAge.get("notes").toString().contains("nothing is said of group"), ofAge.toString());
        assertFalse(ofAge.get("variables").toString().contains("group"), ofAge.toString());
        assertTrue(refused(3, "synthesise", "--network", mixed, "--do", "age=70", "--rows", "9", "--out", "x.csv")
                .contains("the network does not say how group follows from age = 70"));
    }

    @Test
    void openDirections_areRefusedAtWhatIsSet_only() throws IOException {
        assertTrue(refused(3, "predict", "--network", open, "--do", "b=7")
                .contains("what follows from setting b is not known, because the direction of a - b is not"
                        + " identified"));
        assertEquals(
                0,
                json("predict", "--network", open, "--do", "c=7")
                        .at("/variables/0/follows")
                        .asInt());
    }

    /** Rows that were treated are in no other unit: they are compared with what follows, and b itself is not read. */
    @Test
    void treatedRows_areNotTakenForAnotherUnit() throws IOException {
        StringBuilder rows = new StringBuilder("a,b,c\n");
        for (int k = 0; k < 12; k++) {
            rows.append(k - 5).append(",500,").append(1000 - (k - 5)).append('\n');
        }
        Path data = Files.writeString(temp.resolve("treated.csv"), rows);
        JsonNode found =
                json("predict", "--network", linear, "--data", data.toString(), "--given", "a", "--do", "b=500");
        assertEquals(0, of(found, "c", "").get("rmse").asDouble(), 1e-9);
        String other = rows.toString().replace(",500,1", ",500,1000000");
        Files.writeString(data, other);
        assertTrue(
                refused(3, "predict", "--network", linear, "--data", data.toString(), "--given", "a", "--do", "b=500")
                        .contains("column c has mean"));
    }

    @Test
    void marksThatDenyACause_areRefusedAtWhatIsSet_andNamedBehindIt() throws IOException {
        String marked = LINEAR.replace("KIND", "pag")
                .replace("MODEL", "class-member")
                .replace("\"directed\": DIRECTED", "\"directed\": true, \"mark\": \"-->\"")
                .replace("true, \"weight\": -1", "true, \"mark\": \"-->\", \"weight\": -1")
                .replace("true, \"weight\": 2", "false, \"mark\": \"<->\", \"weight\": 2");
        String behind = file("behind.json", marked);
        assertTrue(json("predict", "--network", behind, "--do", "a=1")
                .get("notes")
                .toString()
                .contains("rests on b <-> c, by which the first is no cause of the last"));
        assertTrue(refused(3, "predict", "--network", behind, "--do", "b=1").contains("the marks say b <-> c"));
        JsonNode drawn = json(
                "synthesise",
                "--network",
                behind,
                "--rows",
                "5",
                "--do",
                "a=1",
                "--out",
                temp.resolve("rows.csv").toString());
        assertTrue(drawn.get("limits").toString().contains("rests on b <-> c"), drawn.toString());
    }

    /** a has mean 1 and deviation 2; b = 2 + 3 a + u, so that their correlation is 6 / √37. */
    @Test
    void rowsOfAPrivateNetwork_areComparedWithItsRelease() throws IOException {
        String figures = """
                "figures": {"interval": 0.95, "margins": [
                  {"variable": "a", "statistic": "mean", "lower": 0.9, "upper": 1.1},
                  {"variable": "a", "statistic": "deviation", "lower": 4, "upper": 5}],
                 "pairs": [{"one": "a", "other": "b", "lower": 0.98, "upper": 1}]},
                """;
        Path released = temp.resolve("released.json");
        Files.writeString(released, Files.readString(Path.of(linear)).replace("\"trust\"", figures + "\"trust\""));
        Path csv = temp.resolve("figures.csv");
        JsonNode drawn = json(
                "synthesise",
                "--network",
                released.toString(),
                "--rows",
                "20000",
                "--figures",
                csv.toString(),
                "--out",
                temp.resolve("rows.csv").toString());
        assertEquals(3, drawn.get("figures").size());
        assertEquals(2, drawn.at("/figures/1/rows").asDouble(), 0.05);
        assertEquals(6 / Math.sqrt(37), drawn.at("/figures/2/rows").asDouble(), 0.005);
        String said = drawn.get("limits").toString();
        assertTrue(said.contains("1 of 2 means, deviations and shares, 1 of 1 dependences of two are within"), said);
        assertTrue(said.contains("deviation of a: ") && said.contains("4.00 to 5.00 in the rows of the sites"), said);
        List<String> lines = Files.readAllLines(csv);
        assertEquals("figure,variable,other,level,rows,lower,upper", lines.get(0));
        assertTrue(lines.get(3).startsWith("dependence,a,b,,0.98"), lines.get(3));
        assertTrue(refused(2, "synthesise", "--network", linear, "--rows", "9", "--figures", "f.csv", "--out", "x.csv")
                .contains("--figures needs a network of a private release, and no --do"));
    }

    @ParameterizedTest
    @CsvSource({
        "b, 'must be VARIABLE=VALUE of a variable of the network, a, b, c, was b'",
        "d=3, 'of a variable of the network, a, b, c, was d=3'",
        "b=x, 'b must be a finite number, was x'",
        "b=NaN, 'b must be a finite number, was NaN'",
        "b=, b must be a finite number"
    })
    void badSettings_areRefused(String setting, String words) {
        String said = refused(2, "predict", "--network", linear, "--do", setting);
        assertTrue(said.contains(words), said);
    }

    @Test
    void badCombinations_areRefused() throws IOException {
        Path rows = Files.writeString(temp.resolve("rows.csv"), "a,b,c\n3,0,0\n");
        assertTrue(refused(2, "predict", "--network", tables, "--do", "treated=Yes")
                .contains("did you mean yes?"));
        assertTrue(refused(2, "predict", "--network", linear, "--do", "b=1", "--do", "b=2")
                .contains("sets b twice"));
        assertTrue(
                refused(2, "predict", "--network", tables, "--do", "treat=yes").contains("did you mean treated?"));
        assertTrue(refused(2, "predict", "--network", linear).contains("must have --data"));
        assertTrue(refused(2, "predict", "--network", linear, "--do", "b=1", "--data", rows.toString())
                .contains("--do with --data must have --given"));
        assertTrue(refused(2, "predict", "--network", linear, "--do", "b=1", "--given", "b", "--data", rows.toString())
                .contains("both name b"));
        assertTrue(refused(2, "synthesise", "--network", linear, "--rows", "0", "--out", "x.csv")
                .contains("--rows must be > 0, was 0"));
    }

    @Test
    void levelsAndNamesWithEqualSigns_areRead() throws IOException {
        String odd = file("odd.bif", TABLES.replace("treated", "\"a=b\"").replace("no, yes };\n", "no, yes };\n"));
        JsonNode done = of(json("predict", "--network", odd, "--do", "a=b=yes"), "cured", "yes");
        assertEquals(0.65, done.get("after").asDouble(), ROUND_OFF);
    }

    @Test
    void drawnRows_haveTheMomentsOfTheNetwork() throws IOException {
        Path out = temp.resolve("rows.csv");
        json("synthesise", "--network", linear, "--rows", "20000", "--seed", "3", "--out", out.toString());
        List<String> lines = Files.readAllLines(out);
        assertEquals("a,b,c", lines.get(0));
        assertEquals(20_001, lines.size());
        double[] mean = new double[3];
        double product = 0;
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            for (int j = 0; j < 3; j++) {
                mean[j] += Double.parseDouble(cells[j]) / 20_000;
            }
            product += (Double.parseDouble(cells[1]) - 5) * (Double.parseDouble(cells[2]) - 9) / 20_000;
        }
        // five deviations of a mean: 5 √(113 / 20,000) = 0.38
        assertEquals(1, mean[0], 0.08);
        assertEquals(5, mean[1], 0.22);
        assertEquals(9, mean[2], 0.38);
        // Cov(b, c) = 62, with variance (37 · 113 + 62²) / 20,000: five deviations
        assertEquals(62, product, 5 * Math.sqrt((37 * 113 + 62 * 62) / 20_000.0));
    }

    @Test
    void drawnRows_areTheSameForASeed_alsoWhereNothingFollows() throws IOException {
        Path out = temp.resolve("rows.csv");
        List<List<String>> files = new ArrayList<>();
        for (String setting : List.of("", "b=7")) {
            List<String> args = new ArrayList<>(
                    List.of("synthesise", "--network", linear, "--rows", "50", "--out", out.toString()));
            if (!setting.isEmpty()) {
                args.addAll(List.of("--do", setting));
            }
            json(args.toArray(String[]::new));
            files.add(Files.readAllLines(out));
        }
        for (int r = 1; r <= 50; r++) {
            String[] before = files.get(0).get(r).split(",", -1);
            String[] after = files.get(1).get(r).split(",", -1);
            assertEquals(before[0], after[0], "a does not follow from b");
            assertEquals("7.0", after[1]);
        }
    }

    @Test
    void drawnLevels_areTexts_thatLearnReads() throws IOException {
        List<String> learn =
                new ArrayList<>(List.of("learn", "--out", temp.resolve("out").toString()));
        for (int site = 1; site <= 3; site++) {
            Path out = temp.resolve("site" + site + ".csv");
            json("synthesise", "--network", tables, "--rows", "2000", "--seed", site + "", "--out", out.toString());
            learn.addAll(List.of("--data", out.toString()));
            assertTrue(Files.readAllLines(out).get(1).matches("(no|yes),(no|yes),(no|yes)"));
        }
        json(learn.toArray(String[]::new));
        JsonNode found = json("compare", temp.resolve("out").toString(), tables);
        assertEquals(0, found.get("skeletonErrors").asInt(), found.toString());
    }

    @Test
    void describing_saysWhatChanges_andWhatItAssumes() {
        Shell shell = Shell.real();
        assertEquals(0, shell.run("predict", "--network", linear, "--do", "b=7"), shell.err());
        String text = shell.out();
        assertTrue(text.contains("means of numbers and probabilities of levels under do(b = 7)"), text);
        assertTrue(
                text.lines()
                        .anyMatch(line -> line.matches(
                                "c\\s+9\\s+13\\s+4\\s+3\\.606|c\\s+9\\.000\\s+13\\.00\\s+4\\.000\\s+3\\.606")),
                text);
        assertTrue(text.contains("unchanged: a"), text);
        assertTrue(
                text.contains("assumes that the arrows are causes and that no cause of two variables is missing"),
                text);
    }
}
