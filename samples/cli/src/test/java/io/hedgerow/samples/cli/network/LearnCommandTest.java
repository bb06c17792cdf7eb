// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.cli.SiteFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LearnCommandTest {
    @TempDir
    static Path shared;

    private static SiteFolder data;

    @TempDir
    Path temp;

    @BeforeAll
    static void simulate() {
        data = SiteFolder.simulated(shared.resolve("data"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fed-sparse",
                "fed-bnsl",
                "fed-bnsl-fw",
                "notears",
                "voting",
                "averaging",
                "best",
                "hill-climbing",
                "order-mcmc",
                "gram"
            })
    void learn_withEveryAlgorithm_findsTheNetwork(String algorithm) throws IOException {
        JsonNode json = data.json("--algorithm", algorithm, "--truth", data.truth());
        assertEquals(algorithm, json.get("algorithm").asText());
        // Six edges of weight 0.5 and more, 900 rows: all algorithms but the Frank-Wolfe baseline find them; one edge
        // is allowed for, since the methods with a penalty may turn or lose the weakest.
        assertTrue(
                json.get("metrics").get("shd").asInt() <= 1, json.get("metrics").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"recommended", "gradual", "paper", "paper-admm", "paper-sachs"})
    void learn_withEveryPreset_runsItsSettings(String preset) throws IOException {
        JsonNode json = data.json("--preset", preset, "--truth", data.truth());
        assertEquals(preset, json.get("preset").asText());
        assertEquals(preset.equals("paper-admm") ? 200 : 100, json.get("rounds").asInt());
        // The published settings do worse than the recommended ones; an empty or random network has far less.
        assertTrue(
                json.get("metrics").get("tpr").asDouble() >= 0.6,
                json.get("metrics").toString());
    }

    /** Every twentieth row of one site in another unit: its first update is far from those of the two others. */
    @ParameterizedTest
    @ValueSource(strings = {"fed-sparse", "gram", "hill-climbing", "order-mcmc", "direct-lingam"})
    void learn_namesASiteWhoseUpdateStandsOut(String algorithm) throws IOException {
        List<String> rows = Files.readAllLines(Path.of(data.site(2)));
        for (int row = 1; row < rows.size(); row += 20) {
            rows.set(row, rows.get(row).replace(",", "e4,") + "e4");
        }
        Path changed = Files.write(temp.resolve("changed.csv"), rows);
        String[] words = {
            "learn", "--algorithm", algorithm, "--data", data.site(1), changed.toString(), data.site(3), "--json"
        };
        JsonNode json = SiteFolder.json(Shell.real(), words);
        String warnings = json.get("warnings").toString();
        assertTrue(warnings.contains("the first update of site site-002 stands out"), warnings);
        String honest = data.json("--algorithm", algorithm).get("warnings").toString();
        assertFalse(honest.contains("stands out"), honest);
    }

    @Test
    void learn_orderMcmc_showsProbabilitiesAndWhatItAssumed() throws IOException {
        JsonNode json = data.json("--algorithm=order-mcmc");
        for (JsonNode edge : json.get("edges")) {
            double probability = edge.get("adjacent").asDouble();
            assertTrue(probability > 0 && probability <= 0.99, edge.toString());
            assertTrue(edge.get("adjacentRaw").asDouble() >= probability, edge.toString());
            assertTrue(edge.get("directed").asBoolean(), edge.toString());
        }
        assertEquals("dag", json.get("kind").asText());
        JsonNode trust = json.get("trust");
        assertEquals("equal-variances", trust.get("score").asText());
        assertEquals(900, trust.get("rows").asInt());
        assertEquals(0, trust.get("flags").size(), trust.toString());
        assertEquals(6, json.get("parameters").get("equations").size());
        assertTrue(trust.get("summary").asText().contains("agree with one linear network"), trust.toString());
    }

    /** The known network backwards: what is required is in the result, and no edge is against it. */
    @ParameterizedTest
    @ValueSource(strings = {"gram", "hill-climbing", "order-mcmc", "dp-gram"})
    void learn_withKnownEdges_keepsThem(String algorithm) throws IOException {
        String budget = algorithm.startsWith("dp-") ? "--privacy=epsilon=1000" : "--seed=1";
        JsonNode free = data.json("--algorithm", algorithm, budget);
        String from = free.get("edges").get(0).get("from").asText();
        String to = free.get("edges").get(0).get("to").asText();
        String other = free.get("edges").get(1).get("from").asText() + "->"
                + free.get("edges").get(1).get("to").asText();
        Path tiers = Files.writeString(temp.resolve("tiers.yaml"), "tiers: [[" + to + "], [" + from + "]]\n");
        JsonNode json = data.json(
                "--algorithm",
                algorithm,
                budget,
                "--required",
                to + "->" + from,
                "--forbidden",
                from + "->" + to + "," + other,
                "--tiers",
                tiers.toString());
        List<String> edges = new ArrayList<>();
        for (JsonNode edge : json.get("edges")) {
            edges.add(edge.get("from").asText() + "->" + edge.get("to").asText());
            if (edge.get("from").asText().equals(to) && edge.get("to").asText().equals(from)) {
                assertTrue(edge.get("directed").asBoolean(), edge.toString());
            }
        }
        assertTrue(edges.contains(to + "->" + from), edges.toString());
        assertFalse(edges.contains(from + "->" + to) || edges.contains(other), edges.toString());
        JsonNode known = json.get("settings").get("known");
        assertEquals(to, known.get("required").get(0).get("from").asText());
        assertEquals(2, known.get("forbidden").size());
        assertEquals(to, known.get("tiers").get(0).get(0).asText());
    }

    /**
     * exp of a column, in another unit, and a column of whole numbers: the scores of the first are those of the column
     * itself.
     */
    @Test
    void learn_inNormalScores_doesNotCareForTheShapeOfColumns() throws IOException {
        Path[] files = new Path[3];
        for (int site = 1; site <= 3; site++) {
            List<String> rows = new ArrayList<>(Files.readAllLines(Path.of(data.site(site))));
            for (int row = 1; row < rows.size(); row++) {
                String[] cells = rows.get(row).split(",");
                cells[0] = String.valueOf(1e6 * Math.exp(2 * Double.parseDouble(cells[0])));
                rows.set(row, String.join(",", cells));
            }
            files[site - 1] = Files.write(temp.resolve("skewed-" + site + ".csv"), rows);
        }
        List<String> words =
                List.of("learn", "--data", files[0].toString(), files[1].toString(), files[2].toString(), "--json");
        JsonNode plain = SiteFolder.json(Shell.real(), with(words, "--algorithm=gram"));
        assertTrue(
                plain.get("warnings").toString().contains("skewed \\\"x1\\\": far from normal"),
                plain.get("warnings").toString());
        for (String algorithm : List.of("gram", "hill-climbing", "order-mcmc")) {
            String option = "--algorithm=" + algorithm;
            JsonNode scored = SiteFolder.json(Shell.real(), with(words, option, "--transform=normal-scores"));
            assertEquals(data.json(option, "--transform=normal-scores").get("edges"), scored.get("edges"));
            assertFalse(scored.get("warnings").toString().contains("normal"));
        }
        assertFalse(plain.get("warnings").toString().contains("variances range"), "of units, which gram does not mind");
        JsonNode penalised = SiteFolder.json(Shell.real(), with(words, "--algorithm=fed-sparse", "--rounds=1"));
        assertTrue(penalised.get("warnings").toString().contains("one penalty treats them very differently"));
        JsonNode rounds =
                SiteFolder.json(Shell.real(), with(words, "--algorithm=fed-sparse", "--transform=normal-scores"));
        assertTrue(rounds.get("warnings").toString().contains("fed-sparse rests on equal noise variances"));
    }

    private static String[] with(List<String> words, String... more) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void learn_gramAndHillClimbing_haveTheSameEdges() throws IOException {
        JsonNode gram = data.json("--algorithm=gram").get("edges");
        JsonNode pooled = data.json("--algorithm=hill-climbing").get("edges");
        assertEquals(pooled.size(), gram.size());
        for (int k = 0; k < gram.size(); k++) {
            assertEquals(pooled.get(k).get("from"), gram.get(k).get("from"));
            assertEquals(pooled.get(k).get("to"), gram.get(k).get("to"));
            // the released sums are those of the pooled rows up to the rounding of doubles
            assertEquals(
                    pooled.get(k).get("weight").asDouble(),
                    gram.get(k).get("weight").asDouble(),
                    1e-9);
        }
    }

    @Test
    void learn_fromOneFileInParts_readsEveryRowOnce() throws IOException {
        for (String how : List.of("blocks", "shuffle")) {
            JsonNode json = learnOne(data.site(1), "--sites=4", "--partition", how);
            assertEquals(4, json.get("sites").size());
            long rows = 0;
            for (JsonNode site : json.get("sites")) {
                rows += site.get("rows").asLong();
            }
            assertEquals(300, rows);
        }
        String[] shuffled = {"--sites=2", "--partition=shuffle", "--seed=1"};
        JsonNode one = learnOne(data.site(1), shuffled).get("edges");
        shuffled[2] = "--seed=2";
        assertNotEquals(one, learnOne(data.site(1), shuffled).get("edges"), "another seed, other parts");
    }

    @Test
    void learn_fromOneSite_worksAndSaysThatNothingIsFederated() {
        Shell shell = Shell.real();
        assertEquals(0, shell.run("learn", "--algorithm=fed-sparse", "--data", data.site(1)));
        assertTrue(shell.err().startsWith("hedgerow: note: there is one site"), shell.err());
        Shell baseline = Shell.real();
        assertEquals(0, baseline.run("learn", "--algorithm=notears", "--data", data.site(1)));
        assertEquals("", baseline.err());
    }

    @Test
    void learn_fromOtherFormsOfTheSameRows_findsTheSame() throws IOException {
        JsonNode edges = learnOne(data.site(1)).get("edges");
        String text = Files.readString(Path.of(data.site(1)));
        Path semicolons = Files.writeString(temp.resolve("semicolons.csv"), text.replace(',', ';'));
        assertEquals(edges, learnOne(semicolons.toString()).get("edges"));
        Path zipped = temp.resolve("rows.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        assertEquals(edges, learnOne(zipped.toString()).get("edges"));
        Path bare = Files.writeString(temp.resolve("bare.csv"), text.substring(text.indexOf('\n') + 1));
        assertEquals(edges, learnOne(bare.toString(), "--no-header").get("edges"));
    }

    @Test
    void learn_fromSomeColumns_knowsOnlyThose() throws IOException {
        JsonNode json = learnOne(data.site(1), "--columns=x5,x2,x6");
        assertEquals("[\"x5\",\"x2\",\"x6\"]", json.get("variables").toString());
    }

    @Test
    void learn_withASmallThreshold_alsoSendsSmallWeights() throws IOException {
        JsonNode communication = data.json("--algorithm=fed-sparse", "--threshold=0.03")
                .get("settings")
                .get("communication");
        assertEquals(0.01, communication.get("supportThreshold").asDouble(), 1e-12);
    }

    @Test
    void learn_ofDoubtfulData_notesItOnStandardError() throws IOException {
        Path twins = Files.writeString(temp.resolve("twins.csv"), "a,b,c\n1,2,2\n3,2,2\n4,3,3\n5,9,9\n8,1,1\n");
        Shell shell = Shell.real();
        assertEquals(0, shell.run("learn", "--algorithm=gram", "--data", twins.toString()));
        assertTrue(shell.err().startsWith("hedgerow: note: " + twins + ": \"c\" repeats \"b\""), shell.err());
        assertFalse(shell.out().contains("repeats"));
        Shell quiet = Shell.real();
        quiet.run("learn", "--algorithm=gram", "--quiet", "--data", twins.toString());
        assertEquals("", quiet.err());
    }

    @Test
    void learn_withATruth_saysWhatSortingKnows() throws IOException {
        JsonNode checks = data.json("--truth", data.truth()).get("checks");
        for (String share : new String[] {"varsortability", "r2Sortability"}) {
            assertTrue(checks.get(share).asDouble() >= 0 && checks.get(share).asDouble() <= 1, checks.toString());
        }
        Shell shell = Shell.real();
        shell.run(data.learn("--truth", data.truth()));
        String said = String.format(
                Locale.ROOT,
                "SHD %d by sorting variances and regressing (varsortability %.2f), %d by sorting R2 (R2-sortability"
                        + " %.2f)",
                checks.get("sortAndRegressShd").asInt(),
                checks.get("varsortability").asDouble(),
                checks.get("r2SortAndRegressShd").asInt(),
                checks.get("r2Sortability").asDouble());
        assertTrue(shell.out().contains(said), shell.out());
    }

    @Test
    void learn_withATruthThatNothingCanBeComparedWith_leavesTheComparisonOut() throws IOException {
        Path none = Files.writeString(temp.resolve("none.csv"), "0,0,0,0,0,0\n".repeat(6));
        JsonNode json = data.json("--truth", none.toString());
        assertFalse(json.has("checks"));
        assertEquals(0, json.get("metrics").get("trueEdges").asInt());
        Path cyclic = Files.writeString(temp.resolve("cyclic.csv"), "cause,effect\nx1,x2\nx2,x3\nx3,x1\n");
        JsonNode compared = data.json("--truth", cyclic.toString());
        assertTrue(compared.get("checks").has("sortAndRegressShd"), compared.toString());
        assertTrue(compared.get("warnings").toString().contains("the known network has a cycle"), compared.toString());
    }

    private static JsonNode learnOne(String file, String... more) throws IOException {
        String[] words = new String[more.length + 4];
        System.arraycopy(new String[] {"learn", "--json", "--data", file}, 0, words, 0, 4);
        System.arraycopy(more, 0, words, 4, more.length);
        return SiteFolder.json(Shell.real(), words);
    }
}
