// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.cli.CommandLineApplication;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.lab.speed.ReadingTable;
import io.hedgerow.samples.lab.trial.Candidate;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class ExperimentCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path directory;

    private int run(String... args) {
        Terminal terminal = new Terminal(
                new PrintWriter(out), new PrintWriter(err), false, true, InstantSource.fixed(Instant.EPOCH));
        return new CommandLineApplication(List.of(new ExperimentCommand()), terminal).run(args);
    }

    private JsonNode rows() throws IOException {
        return new ObjectMapper().readTree(out.toString()).get("rows");
    }

    @Test
    void structure_fillsACellForEverySizeAndMethod() throws IOException {
        String line = "experiment structure --d=4,5 --seeds=1-2 --sites=2 --rows=400 --methods=fed-sparse,gram --json";
        assertEquals(0, run(line.split(" ", -1)), err.toString());
        JsonNode rows = rows();
        assertEquals(4, rows.size());
        JsonNode first = rows.get(0);
        assertEquals(4, first.get("variables").asInt());
        assertEquals("fed-sparse", first.get("method").asText());
        assertEquals(2, first.get("runs").asInt());
        assertEquals(0, first.get("failures").asInt());
        assertTrue(first.get("megabytes").get("mean").asDouble() > 0);
        JsonNode last = rows.get(3);
        assertEquals(5, last.get("variables").asInt());
        assertEquals("gram", last.get("method").asText());
        // 800 rows of a network with weights of at least 0.5: a search that misses half of it is broken
        assertTrue(last.get("tpr").get("mean").asDouble() > 0.5, last.toString());
        assertEquals(
                rows.get(2).get("varsortability"), last.get("varsortability"), "both methods have seen the same data");
        assertTrue(err.toString().contains("run 8/8"), err.toString());
    }

    @Test
    void personal_whereSitesDiffer_ownWeightsAreNearerToTheTruth() throws IOException {
        String[] args = {
            "experiment",
            "personal",
            "--d=5",
            "--seeds=1-3",
            "--sites=4",
            "--rows=400",
            "--heterogeneity=0.5",
            "--confounders=1",
            "--methods=gram",
            "--json"
        };
        assertEquals(0, run(args), err.toString());
        JsonNode row = rows().get(0);
        assertEquals(3, row.get("runs").asInt());
        for (String figure : new String[] {"Weights", "Unexplained"}) {
            double common = row.get("common" + figure).get("mean").asDouble();
            double personal = row.get("personal" + figure).get("mean").asDouble();
            assertTrue(0 < personal && personal < common, row.toString());
        }
    }

    /** The same rows thrice: what is given directs edges, and what is given wrongly is noticed. */
    @ParameterizedTest
    @CsvSource({
        "--units=random, --units",
        "--mixed, --mixed",
        "--density=0, --density",
        "--rows=1, --rows",
        "--mechanism=mlp, --mechanism"
    })
    void personal_withoutTrueWeights_isRefused(String option, String named) {
        assertEquals(2, run("experiment", "personal", "--d=5", "--seeds=1", option), err.toString());
        assertTrue(err.toString().contains(named), err.toString());
    }

    @Test
    void structure_ofTheSameSeeds_isTheSame() throws IOException {
        String line = "experiment structure --d=5 --seeds=3 --sites=2 --rows=300 --units=random --json";
        run(line.split(" ", -1));
        JsonNode once = rows().get(0);
        out.getBuffer().setLength(0);
        run(line.split(" ", -1));
        for (String figure : new String[] {"shd", "tpr", "megabytes", "formulaMegabytes", "varsortability"}) {
            assertEquals(once.get(figure), rows().get(0).get(figure), figure);
        }
    }

    @ParameterizedTest
    @EnumSource
    void structure_runsEveryCandidate(Candidate candidate) throws IOException {
        assertEquals(
                0,
                run(
                        "experiment",
                        "structure",
                        "--d=4",
                        "--seeds=1",
                        "--sites=2",
                        "--rows=300",
                        "--json",
                        "--methods=" + candidate.label()));
        assertEquals(0, rows().get(0).get("failures").asInt(), err.toString());
    }

    @Test
    void structure_withWeakWeights_saysSoAndSortsByAThresholdBelowThem() throws IOException {
        String line = "experiment structure --d=5 --seeds=1 --sites=4 --rows=20000 --weights=0.05,0.1 --methods=gram"
                + " --json --noise=unequal";
        assertEquals(0, run(line.split(" ", -1)), err.toString());
        JsonNode document = new ObjectMapper().readTree(out.toString());
        assertTrue(document.get("remarks").get(0).asText().contains("weights ±U[0.05, 0.1]"), out.toString());
        JsonNode row = document.get("rows").get(0);
        // the weakest edge gains n (0.05 / 4)² = 12.5 at least in −2 ln likelihood, and costs ln n = 11.3
        assertEquals(0, row.get("skeletonErrors").get("mean").asDouble(), row.toString());
        // with the papers' threshold of 0.3 a regression in any order has no edge, and so this distance
        assertNotEquals(5, row.get("sortAndRegressShd").get("mean").asDouble(), row.toString());
    }

    @Test
    void structure_whenStandardised_hidesTheOrderFromSorting() throws IOException {
        run(
                "experiment",
                "structure",
                "--d=8",
                "--seeds=1",
                "--rows=2000",
                "--methods=gram",
                "--units=standardised",
                "--json");
        double hidden = rows().get(0).get("varsortability").get("mean").asDouble();
        out.getBuffer().setLength(0);
        run("experiment", "structure", "--d=8", "--seeds=1", "--rows=2000", "--methods=gram", "--json");
        double raw = rows().get(0).get("varsortability").get("mean").asDouble();
        assertTrue(raw > 0.8 && hidden < raw, raw + " and " + hidden);
    }

    @Test
    void structure_ofAPosterior_writesItsCalibration() throws IOException {
        Path target = directory.resolve("calibrated");
        assertEquals(
                0,
                run(
                        "experiment",
                        "structure",
                        "--d=6",
                        "--density=1.5",
                        "--seeds=1-2",
                        "--sites=3",
                        "--rows=200",
                        "--noise=laplace,unequal",
                        "--methods=order-mcmc,notears",
                        "--out=" + target),
                err.toString());
        List<String> csv = Files.readAllLines(target.resolve("calibration.csv"));
        assertEquals(1 + 16, csv.size(), "eight bins of adjacency and eight of direction");
        long pairs = csv.stream()
                .filter(line -> line.startsWith("6,order-mcmc,adjacency,"))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(',') + 1)))
                .sum();
        assertEquals(2 * 15, pairs, "every pair of both data sets");
        assertTrue(Files.readString(target.resolve("calibration.svg")).startsWith("<svg "));
        JsonNode rows = new ObjectMapper()
                .readTree(target.resolve("table.json").toFile())
                .get("rows");
        assertTrue(rows.get(0).get("calibration").get("adjacencyError").asDouble() < 0.5, rows.toString());
        assertTrue(rows.get(1).get("calibration").isNull(), rows.toString());
        assertTrue(out.toString().contains("adjacency ECE"), out.toString());
        assertTrue(
                out.toString().contains("with 1.5 d edges, weights ±U[0.5, 2], laplace noise of standard deviations "),
                out.toString());
    }

    @Test
    void structure_withoutAPosterior_hasNoCalibration() throws IOException {
        Path target = directory.resolve("plain");
        run("experiment", "structure", "--d=4", "--seeds=1", "--rows=50", "--methods=notears", "--out=" + target);
        assertFalse(Files.exists(target.resolve("calibration.csv")));
        assertFalse(out.toString().contains("ECE"), out.toString());
    }

    @Test
    void structure_underConditions_seesOtherData() throws IOException {
        Set<String> seen = new HashSet<>();
        for (String condition : List.of(
                "--noise=equal",
                "--noise=unequal",
                "--noise=laplace",
                "--units=standardised",
                "--units=random",
                "--offsets=1",
                "--heterogeneity=0.3",
                "--site-noise=0.3",
                "--confounders=2",
                "--mixed",
                "--transform=normal-scores",
                "--density=2")) {
            out.getBuffer().setLength(0);
            assertEquals(
                    0,
                    run(
                            "experiment",
                            "structure",
                            "--d=8",
                            "--seeds=1",
                            "--sites=3",
                            "--rows=200",
                            "--methods=gram",
                            condition),
                    err.toString());
            seen.add(out.toString().lines().findFirst().orElseThrow());
        }
        assertEquals(12, seen.size(), "every condition is said: " + seen);
    }

    @Test
    void speed_writesItsTable() throws IOException {
        Path target = directory.resolve("times");
        assertEquals(
                0,
                run(
                        "experiment",
                        "speed",
                        "--d=4",
                        "--rows=50",
                        "--sites=2",
                        "--warmup=1",
                        "--runs=2",
                        "--out=" + target),
                err.toString());
        assertTrue(out.toString().contains("processors"), out.toString());
        assertTrue(out.toString().contains("wrote " + target.resolve("table.md")), out.toString());
        JsonNode row = new ObjectMapper()
                .readTree(target.resolve("table.json").toFile())
                .get("rows")
                .get(0);
        assertEquals(2, row.get("runs").asInt());
        assertEquals(4, row.get("steps").asInt(), "K = d unless said otherwise");
        assertTrue(row.get("wall").get("least").asDouble() > 0);
        assertTrue(row.get("peakHeapMegabytes").asDouble() > 0);
    }

    @Test
    void transport_saysWhatSilentSitesTake() throws IOException {
        assertEquals(
                0,
                run(
                        "experiment",
                        "transport",
                        "--sites=2",
                        "--bytes=100",
                        "--idle=1",
                        "--warmup=1",
                        "--runs=2",
                        "--json"),
                err.toString());
        assertEquals(100, rows().get(0).get("bytes").asInt());
        assertTrue(out.toString().contains("Connected and silent for 1 s after messages of 100 bytes"), out.toString());
    }

    @Test
    void speed_ofAPrivateMethod_hasARowForEveryBudget() throws IOException {
        assertEquals(
                0,
                run(
                        "experiment",
                        "speed",
                        "--private-methods=dp-fed-bnsl",
                        "--epsilon=1,5",
                        "--d=4",
                        "--rows=50",
                        "--sites=2",
                        "--warmup=1",
                        "--runs=2",
                        "--json"),
                err.toString());
        JsonNode rows = rows();
        assertEquals(2, rows.size());
        assertEquals(5, rows.get(1).get("epsilon").asDouble());
        assertEquals("dp-fed-bnsl", rows.get(1).get("method").asText());
        assertEquals(0, rows.get(1).get("steps").asInt(), "a closed form has none");
        assertEquals(2, rows.get(1).get("runs").asInt());
        assertTrue(rows.get(1).get("wall").get("least").asDouble() > 0);
        assertTrue(rows.get(1).get("cpu").get("most").asDouble() > 0);
    }

    @Test
    void reading_measuresAndLeavesNothing() throws IOException {
        assertEquals(0, run("experiment", "reading", "--rows=3000", "--columns=4", "--dir=" + directory, "--json"));
        assertEquals("bytes only", rows().get(0).get("what").asText());
        assertEquals("statistics", rows().get(1).get("what").asText());
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void wrongValues_areUsageErrors() {
        for (String[] args : new String[][] {
            {"experiment"},
            {"experiment", "weather"},
            {"experiment", "structure", "--d=1"},
            {"experiment", "structure", "--rows=1"},
            {"experiment", "structure", "--methods=fed-sparce"},
            {"experiment", "structure", "--density=3", "--d=5"},
            {"experiment", "structure", "--confounders=1", "--d=3"},
            {"experiment", "structure", "--mixed", "--rows=3", "--sites=1", "--seeds=1"},
            {"experiment", "structure", "--d=12", "--rows=4", "--sites=3", "--seeds=1"},
            {"experiment", "private", "--mixed", "--units=random"},
            {"experiment", "personal", "--transform=normal-scores"},
            {"experiment", "private", "--transform=normal-scores", "--private-methods=dp-fed-sparse"},
            {"experiment", "speed", "--k=0"},
            {"experiment", "speed", "--runs=0"},
            {"experiment", "speed", "--private-methods=fed-sparse"},
            {"experiment", "speed", "--private-methods=dp-gram", "--warmup=-1"},
            {"experiment", "transport", "--idle=-1"},
            {"experiment", "transport", "--idle=86401"},
            {"experiment", "reading", "--columns=0"}
        }) {
            assertEquals(2, run(args), String.join(" ", args));
        }
        assertTrue(err.toString().contains("did you mean 'fed-sparse'?"), err.toString());
        assertTrue(
                err.toString()
                        .contains(
                                "columns must vary at every site, one of d = 20 and seed 1 does not: take more --rows,"
                                        + " smaller --offsets or other --seeds"),
                err.toString());
        assertTrue(err.toString().contains("were 12 rows of d = 12: take more --rows or --sites"), err.toString());
        assertFalse(err.toString().contains("internal error"), err.toString());
    }

    @Test
    void appendFixed_hasSixDecimals() {
        StringBuilder text = new StringBuilder();
        ReadingTable.appendFixed(text, -0.000012);
        text.append(' ');
        ReadingTable.appendFixed(text, 12.3456789);
        assertEquals("-0.000012 12.345679", text.toString());
    }
}
