// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.cli.SimulatedSeries;
import io.hedgerow.samples.cli.SiteFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateCommandTest {

    @TempDir
    Path temp;

    @Test
    void simulate_writesOneFilePerSiteAndTheTruth() throws IOException {
        Path folder = simulated(temp.resolve("made/here"));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(
                    Set.of("site-1.csv", "site-2.csv", "site-3.csv", "truth.csv"),
                    files.map(file -> file.getFileName().toString()).collect(Collectors.toSet()));
        }
        List<String> site = Files.readAllLines(folder.resolve("site-2.csv"));
        assertEquals("x1,x2,x3,x4,x5,x6", site.get(0));
        assertEquals(301, site.size());
        List<String> truth = Files.readAllLines(folder.resolve("truth.csv"));
        assertEquals(6, truth.size());
        long edges = 0;
        for (String line : truth) {
            String[] cells = line.split(",");
            assertEquals(6, cells.length);
            edges += Stream.of(cells)
                    .filter(cell -> Double.parseDouble(cell) != 0)
                    .count();
        }
        assertEquals(6, edges);
    }

    @Test
    void simulate_withTheSameSeed_writesTheSameBytes() throws IOException {
        simulated(temp.resolve("a"));
        simulated(temp.resolve("b"));
        assertEquals(SiteFolder.content(temp.resolve("a")), SiteFolder.content(temp.resolve("b")));
        Shell other = Shell.real();
        other.run(
                "simulate", "--d=6", "--edges=6", "--sites=3", "--rows=300", "--seed=4", "--out=" + temp.resolve("c"));
        assertNotEquals(
                SiteFolder.content(temp.resolve("a")).get("truth.csv"),
                SiteFolder.content(temp.resolve("c")).get("truth.csv"));
    }

    private static Path simulated(Path folder) {
        Shell shell = Shell.real();
        assertEquals(
                0,
                shell.run("simulate", "--d=6", "--edges=6", "--sites=3", "--rows=300", "--seed=3", "--out=" + folder),
                shell.err());
        return folder;
    }

    /** Tests of other commands learn from the same files. */
    @Test
    void simulate_writesWhatTheStudyOfItsOptionsHolds() throws IOException {
        SiteFolder.simulated(temp.resolve("study"));
        assertEquals(
                SiteFolder.content(simulated(temp.resolve("simulated"))), SiteFolder.content(temp.resolve("study")));
        Path series = temp.resolve("series");
        String line = "simulate --d 4 --edges 4 --lags 1 --steps 5 --realisations 7 --sites 1 --seed 3 --out " + series;
        Shell shell = Shell.real();
        assertEquals(0, shell.run(line.split(" ")), shell.err());
        SimulatedSeries.of(4, 4, new WeightRange(0.3, 0.5), 3).writeOneSite(temp.resolve("model"), 7, 5);
        assertEquals(SiteFolder.content(series), SiteFolder.content(temp.resolve("model")));
    }

    @Test
    void simulate_ofEveryKind_writesFiles() throws IOException {
        for (String noise : List.of("gaussian", "gumbel")) {
            for (String graph : List.of("erdos-renyi", "scale-free")) {
                Shell shell = Shell.real();
                String out = temp.resolve(noise + graph).toString();
                String[] args = {
                    "simulate",
                    "--d=4",
                    "--sites=2",
                    "--rows=9",
                    "--noise",
                    noise,
                    "--graph",
                    graph,
                    "--heterogeneity=0.3",
                    "--json",
                    "--out",
                    out
                };
                assertEquals(3, SiteFolder.json(shell, args).get("files").size());
            }
        }
    }

    @Test
    void simulate_withWeights_drawsTheSameGraphWithinThem() throws IOException {
        for (String graph : List.of("erdos-renyi", "scale-free", "weak-chain")) {
            Path weak = temp.resolve(graph);
            for (String[] more : new String[][] {{"--weights=0.05,0.3"}, {"--quiet"}}) {
                Path out = more[0].equals("--quiet") ? temp.resolve(graph + "-usual") : weak;
                Shell shell = Shell.real();
                String[] args = {
                    "simulate", "--d=6", "--sites=1", "--rows=2", "--graph", graph, more[0], "--out", out.toString()
                };
                assertEquals(0, shell.run(args), shell.err());
            }
            String[] cells = cells(weak);
            String[] usual = cells(temp.resolve(graph + "-usual"));
            for (int k = 0; k < cells.length; k++) {
                double weight = Math.abs(Double.parseDouble(cells[k]));
                assertEquals(Double.parseDouble(usual[k]) == 0, weight == 0);
                assertTrue(weight == 0 || (weight >= 0.05 && weight <= 0.3), "was " + weight);
            }
        }
    }

    private static String[] cells(Path folder) throws IOException {
        return Files.readString(folder.resolve("truth.csv")).strip().split("[,\\n]", -1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "simulate --weights 0.3 | must be two numbers, 0 < least <= greatest, such as 0.05,0.3, was [0.3]",
                "simulate --weights 0,1 | was [0.0, 1.0]",
                "simulate --weights 2,1 | was [2.0, 1.0]",
                "simulate --weights 1,NaN | was [1.0, NaN]",
                "simulate --weights 1,2 --mechanism mlp | --weights are of linear effects: leave out",
                "simulate --mechanism poisson --noise laplace | --noise and --site-noise are added: leave out",
                "simulate --heterogeneity 0.2 --mechanism binary | --heterogeneity is of linear weights: leave out",
                "simulate --weights 1,2 --lags 1 | of the conditions only --noise and --density go with time series",
                "experiment grid --named-methods fdbnl --grid threshold=1 --weights 1,2"
                        + " | of the conditions only --noise and --density go with time series"
            })
    void weightsThatCannotBe_areRefused(String line, String message) {
        Shell shell = Shell.real();
        assertEquals(2, shell.run((line + " --out " + temp.resolve("none")).split(" ")), shell.out());
        assertTrue(shell.err().contains(message), shell.err());
    }

    @Test
    void simulate_ofNonlinearMechanisms_writesEdgesThatWeighOne() throws IOException {
        for (String mechanism : List.of("mlp", "gp-add", "gp", "multi-index", "mixed", "binary")) {
            Path out = temp.resolve(mechanism);
            Shell shell = Shell.real();
            shell.run("simulate", "--d=5", "--sites=2", "--rows=20", "--mechanism", mechanism, "--out=" + out);
            assertTrue(shell.out().startsWith("5 variables, 5 edges, 2 sites"), shell.err());
            String truth = Files.readString(out.resolve("truth.csv"));
            assertEquals(Set.of("0.0", "1.0"), Stream.of(truth.split("[,\\n]")).collect(Collectors.toSet()));
            assertEquals(21, Files.readAllLines(out.resolve("site-2.csv")).size());
        }
    }

    @Test
    void simulate_ofCounts_takesWeightsAndWritesWholeNumbers() throws IOException {
        Shell shell = Shell.real();
        Path out = temp.resolve("counts");
        assertEquals(
                0,
                shell.run("simulate", "--d=5", "--mechanism=poisson", "--weights=0.1,0.3", "--out=" + out),
                shell.err());
        for (String line : Files.readAllLines(out.resolve("site-1.csv")).subList(1, 100)) {
            assertTrue(line.matches("\\d+(,\\d+){4}"), line);
        }
    }

    @Test
    void simulate_ofLinearMechanism_isWhatNobodyHasToSay() throws IOException {
        for (String[] more : new String[][] {{"--quiet"}, {"--mechanism=linear"}}) {
            Path out = temp.resolve(more[0]);
            Shell.real().run("simulate", "--d=4", "--sites=1", "--rows=9", more[0], "--out=" + out);
        }
        assertEquals(
                SiteFolder.content(temp.resolve("--quiet")), SiteFolder.content(temp.resolve("--mechanism=linear")));
    }

    @ParameterizedTest
    @CsvSource({
        "--heterogeneity=0.3, --heterogeneity",
        "--clients=jittered, --clients",
        "--mechanism=mlp, --mechanism",
        "--mechanism=trees, multi-index"
    })
    void simulate_ofMechanismsWithWhatTheyHaveNot_isRefused(String option, String named) {
        Shell shell = Shell.real();
        assertEquals(2, shell.run("simulate", "--mechanism=gp", option, "--out=" + temp.resolve("none")));
        assertTrue(shell.err().contains(named), shell.err());
        assertFalse(Files.exists(temp.resolve("none")));
    }

    @Test
    void simulate_ofSeriesThatBend_knowsNoWeights() throws IOException {
        Path out = temp.resolve("bent");
        Shell shell = Shell.real();
        assertEquals(
                0,
                shell.run("simulate", "--d=4", "--sites=2", "--lags=1", "--mechanism=gp-add", "--out=" + out),
                shell.err());
        List<String> truth = Files.readAllLines(out.resolve("truth.csv"));
        assertTrue(truth.size() > 1, truth.toString());
        assertTrue(truth.stream().skip(1).allMatch(line -> line.endsWith(",1.0")), truth.toString());
        assertEquals(
                2,
                shell.run(
                        "simulate", "--lags=1", "--mechanism=gp", "--clients=jittered", "--out=" + temp.resolve("no")));
        assertTrue(shell.err().contains("--clients"), shell.err());
    }

    @Test
    void simulate_ofMixedColumns_writesWhatIsRecorded() throws IOException {
        Path out = temp.resolve("mixed");
        Shell shell = Shell.real();
        assertEquals(
                0,
                shell.run(
                        "simulate",
                        "--d=6",
                        "--density=1.5",
                        "--sites=2",
                        "--rows=200",
                        "--confounders=1",
                        "--mixed",
                        "--out=" + out),
                shell.err());
        assertTrue(shell.out().startsWith("6 variables, 9 edges, 2 sites"), shell.out());
        List<String> lines = Files.readAllLines(out.resolve("site-1.csv"));
        assertEquals("x1,x2,x3,x4,x5,x6", lines.get(0));
        int binary = 0;
        for (int j = 0; j < 6; j++) {
            int column = j;
            Set<String> values = lines.stream()
                    .skip(1)
                    .map(line -> line.split(",", -1)[column])
                    .collect(Collectors.toSet());
            binary += values.equals(Set.of("0", "1")) ? 1 : 0;
        }
        assertEquals(2, binary, "a third of six");
    }

    @Test
    void simulate_ofTwoVariables_hasTheOnlyEdge() {
        Shell shell = Shell.real();
        assertEquals(0, shell.run("simulate", "--d=2", "--sites=1", "--rows=3", "--out=" + temp.resolve("two")));
        assertTrue(shell.out().startsWith("2 variables, 1 edge, 1 site with 3 rows each"), shell.out());
    }
}
