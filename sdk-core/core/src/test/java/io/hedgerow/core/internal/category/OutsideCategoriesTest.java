// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.block.EdgeShare;
import io.hedgerow.core.internal.block.SetScores;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.table.BifReader;
import io.hedgerow.core.table.DiscreteNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Data that were not drawn here: {@code -Dhedgerow.shared=DIR}, else the nearest folder {@code shared} above the
 * working directory; skipped where it is absent. Limits are those of Tetrad's BOSS with BDeu on pooled rows, and two.
 */
@Tag("slow")
class OutsideCategoriesTest {

    private static final Pattern LEVELS = Pattern.compile("\"([^\"]+)\":\\s*\\[([^\\]]*)\\]");

    private static Path outside() {
        String configured = System.getProperty("hedgerow.shared");
        for (Path p = Path.of("").toAbsolutePath(); configured == null && p != null; p = p.getParent()) {
            configured = Files.isDirectory(p.resolve("shared/data")) ? p.resolve("shared") + "" : null;
        }
        Path data = Path.of(configured == null ? "shared" : configured).resolve("data/outside");
        assumeTrue(Files.isDirectory(data), "skipped: no data in " + data);
        return data;
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file);
    }

    private static VariableSchema schema(Path folder) throws IOException {
        Map<String, VariableKind> kinds = new HashMap<>();
        Matcher levels = LEVELS.matcher(Files.readString(folder.resolve("levels.json")));
        while (levels.find()) {
            kinds.put(
                    levels.group(1),
                    new VariableKind.Categorical(Arrays.stream(levels.group(2).split(",", -1))
                            .map(level -> level.strip().replace("\"", ""))
                            .toList()));
        }
        return new VariableSchema(
                        List.of(lines(folder.resolve("site-1.csv")).get(0).split(",", -1)))
                .with(kinds);
    }

    /** Levels are numbered from 0. */
    private static List<RowSource> sites(Path folder, VariableSchema schema) throws IOException {
        List<RowSource> sites = new ArrayList<>();
        for (int p = 1; p <= 5; p++) {
            double[][] rows = lines(folder.resolve("site-" + p + ".csv")).stream()
                    .skip(1)
                    .map(line -> Arrays.stream(line.split(",", -1))
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .toArray(double[][]::new);
            sites.add(InMemoryRows.of(schema, rows));
        }
        return sites;
    }

    private static WeightMatrix truth(Path folder, VariableSchema schema) throws IOException {
        int d = schema.size();
        double[] edges = new double[d * d];
        for (String line : lines(folder.resolve("truth.csv"))
                .subList(1, lines(folder.resolve("truth.csv")).size())) {
            String[] ends = line.split(",", -1);
            edges[schema.indexOf(ends[0]) * d + schema.indexOf(ends[1])] = 1;
        }
        return WeightMatrix.ofRows(d, edges);
    }

    private static int distance(WeightMatrix found, WeightMatrix truth) {
        return EquivalenceClass.of(Dag.of(found)).distance(EquivalenceClass.of(Dag.of(truth)));
    }

    @ParameterizedTest
    @CsvSource({"discrete/asia, 5", "discrete/child, 2", "discrete/insurance, 30", "mixed/clgaussian.test, 2"})
    void rowsOfFiveSites_giveAlmostTheTrueClass(String set, int limit) throws IOException, InterruptedException {
        Path folder = outside().resolve(set);
        VariableSchema schema = schema(folder);
        LearnedNetwork found = Learning.of(Method.named("gram")).learn(sites(folder, schema));
        int errors = distance(found.network(), truth(folder, schema));
        assertTrue(errors <= limit, errors + " in the class of " + set);
    }

    /** With tables of candidates as with counts of any families from all rows in one place: 5 × 2,000 rows. */
    @ParameterizedTest
    @CsvSource({"child, 7", "sachs, 1", "sachs, 2", "sachs, 3", "survey, 1", "survey, 2", "survey, 3"})
    void tablesOfCandidates_areEnough(String name, int seed) throws InterruptedException {
        DiscreteNetwork network = BifReader.read(outside().resolve("networks/" + name + ".bif"));
        int d = network.schema().size();
        List<double[]> drawn = new ArrayList<>();
        network.sample(10_000, seed).forEachRow(row -> drawn.add(row.clone()));
        double[][] rows = drawn.toArray(double[][]::new);
        List<RowSource> sites = IntStream.range(0, 5)
                .<RowSource>mapToObj(
                        p -> InMemoryRows.of(network.schema(), Arrays.copyOfRange(rows, 2000 * p, 2000 * (p + 1))))
                .toList();
        LearnedNetwork found = Learning.of(Method.named("gram")).learn(sites);
        int[] levels = IntStream.range(0, d)
                .map(j -> network.schema().levels(j).size())
                .toArray();
        EdgeKnowledge none = EdgeKnowledge.none(d);
        SetScores pooled = SetScores.of(none, new PooledCounts(levels, rows, new BdeuScore(1, 1)), 0);
        WeightMatrix anchor = EdgeShare.search(none, pooled, 1).search().marks();
        WeightMatrix truth = network.dag().weights();
        assertTrue(distance(found.network(), truth) <= distance(anchor, truth) + 1, name + ", seed " + seed);
    }

    /** Twenty variables, a third of them categories, 5,000 rows. */
    @ParameterizedTest
    @CsvSource({"false, 2", "true, 2"})
    void numbersAndCategories_areFoundTogether(boolean interacting, int seed) throws InterruptedException {
        MixedRows network = new MixedRows(20, 25, 1.0 / 3, interacting, seed);
        double[][] rows = network.rows(5000, new SplittableRandom(seed + 100));
        List<RowSource> sites = IntStream.range(0, 5)
                .<RowSource>mapToObj(
                        p -> InMemoryRows.of(network.schema(), Arrays.copyOfRange(rows, 1000 * p, 1000 * (p + 1))))
                .toList();
        LearnedNetwork found = Learning.of(Method.named("gram")).learn(sites);
        int errors =
                StructureMetrics.of(found.network(), network.truth()).skeleton().errors();
        assertTrue(errors <= 3, errors + " pairs");
    }
}
