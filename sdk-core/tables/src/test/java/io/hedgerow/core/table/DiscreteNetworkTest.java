// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class DiscreteNetworkTest {

    private static final VariableKind YES_NO = VariableKind.categorical("yes", "no");

    /** Rain and sprinkler wet the grass; rain keeps the sprinkler off. */
    private static DiscreteNetwork grass() {
        return DiscreteNetwork.of(
                new VariableSchema(List.of("rain", "sprinkler", "wet"), List.of(YES_NO, YES_NO, YES_NO)),
                List.of(
                        ProbabilityTable.of(new int[0], new double[][] {{0.2, 0.8}}),
                        ProbabilityTable.of(new int[] {0}, new double[][] {{0.01, 0.99}, {0.4, 0.6}}),
                        ProbabilityTable.of(
                                new int[] {1, 0}, new double[][] {{0.99, 0.01}, {0.9, 0.1}, {0.8, 0.2}, {0, 1}})));
    }

    @Test
    void posterior_isThatOfTheTextbook() {
        // P(rain | wet) = 0.2 (0.01 * 0.99 + 0.99 * 0.8) / (that + 0.8 * 0.4 * 0.9) = 0.16038 / 0.44838
        assertEquals(
                0.16038 / 0.44838,
                grass().posterior("rain", Map.of("wet", "yes")).get("yes"),
                1e-15);
        assertEquals(
                List.of("yes", "no"),
                List.copyOf(grass().posterior("rain", Map.of()).keySet()));
    }

    @Test
    void doing_isNotSeeing() {
        DiscreteNetwork network = grass();
        assertEquals(
                0.2,
                network.intervene("sprinkler", "yes")
                        .posterior("rain", Map.of())
                        .get("yes"),
                1e-15);
        double seen = network.posterior("rain", Map.of("sprinkler", "yes")).get("yes");
        assertEquals(0.002 / 0.322, seen, 1e-15);
        assertEquals(grass(), network);
    }

    @Test
    void tables_areMeansOfDirichletPosteriors() {
        double[][] counts = {{3, 1}, {0, 0}};
        ProbabilityTable table = ProbabilityTable.ofCounts(new int[] {0}, counts, 2);
        // 2 rows of the prior, half a row for each of four cells
        assertEquals(3.5 / 5, table.probability(0, 0));
        assertEquals(0.5, table.probability(1, 1));
        assertEquals(5, table.rows(0).orElseThrow());
        assertEquals(1, table.rows(1).orElseThrow());
        assertEquals(Math.sqrt(0.7 * 0.3 / 6), table.deviation(0, 0).orElseThrow(), 1e-15);
        DiscreteNetwork network = DiscreteNetwork.ofCounts(
                new VariableSchema(List.of("a", "b"), List.of(YES_NO, YES_NO)),
                Dag.of(WeightMatrix.ofRows(2, new double[] {0, 1, 0, 0})),
                List.of(new double[][] {{4, 0}}, counts),
                2);
        assertEquals(table, network.table(1));
        assertEquals(5.0 / 6, network.table(0).probability(0, 0));
        counts[0][0] = 99;
        assertEquals(3.5 / 5, table.probability(0, 0));
        assertTrue(grass().table(0).rows(0).isEmpty());
        assertTrue(grass().table(0).deviation(0, 0).isEmpty());
    }

    /**
     * The eight cells of the joint distribution, one of which cannot be. Chi-square with 6 degrees of freedom exceeds
     * 38.3 with probability 10⁻⁶; the seed is fixed. With P(rain) wrong by 0.02 it would be about 50.
     */
    @Test
    void drawnRows_haveTheJointDistribution() {
        DiscreteNetwork network = grass();
        int n = 20_000;
        double[] counts = new double[8];
        network.sample(n, 11).forEachRow(row -> counts[(int) (row[0] * 4 + row[1] * 2 + row[2])]++);
        double chiSquare = 0;
        double[] joint = network.posterior(new int[] {0, 1, 2}, network.row(Map.of()));
        for (int cell = 0; cell < 8; cell++) {
            double expected = n * joint[cell];
            if (expected == 0) {
                assertEquals(0, counts[cell], "a row that cannot be was drawn");
            } else {
                chiSquare += (counts[cell] - expected) * (counts[cell] - expected) / expected;
            }
        }
        assertTrue(chiSquare < 38.3, "chi-square was " + chiSquare);
        assertTrue(chiSquare > 0.01, "drawn rows must scatter, chi-square was " + chiSquare);
    }

    @Test
    void drawnRows_areTheSameForASeed() {
        assertArrayEquals(firstRows(3), firstRows(3));
        assertNotEquals(List.of(firstRows(3)), List.of(firstRows(4)));
        assertTrue(grass().sample(1, 1).keepsOrder());
        assertThrows(IllegalArgumentException.class, () -> grass().sample(-1, 1));
    }

    private static double[] firstRows(long seed) {
        List<Double> cells = new ArrayList<>();
        grass().sample(50, seed).forEachRow(row -> {
            for (double cell : row) {
                cells.add(cell);
            }
        });
        return cells.stream().mapToDouble(cell -> cell).toArray();
    }

    @Test
    void likelihoodOfARow_isTheProductOfItsTables() {
        DiscreteNetwork network = grass();
        network.sample(20, 5)
                .forEachRow(row -> assertEquals(
                        Math.log(RandomNetworks.probability(network, row)), network.logLikelihood(row), 1e-12));
    }

    @Test
    void muchEvidence_doesNotUnderflow() {
        int d = 1500;
        List<ProbabilityTable> tables = new ArrayList<>();
        for (int j = 0; j < d; j++) {
            tables.add(ProbabilityTable.of(
                    j == 0 ? new int[0] : new int[] {j - 1},
                    j == 0 ? new double[][] {{0.5, 0.5}} : new double[][] {{0.5, 0.5}, {0.25, 0.75}}));
        }
        DiscreteNetwork chain = DiscreteNetwork.of(
                new VariableSchema(
                        IntStream.range(0, d).mapToObj(j -> "x" + j).toList(), Collections.nCopies(d, YES_NO)),
                tables);
        double[] row = new double[d];
        assertEquals(d * Math.log(0.5), chain.logLikelihood(row), 1e-9);
        row[d - 1] = Double.NaN;
        assertEquals((d - 1) * Math.log(0.5), chain.logLikelihood(row), 1e-9);
        assertArrayEquals(new double[] {0.5, 0.5}, chain.posterior(new int[] {d - 1}, row), 1e-15);
    }

    @Test
    void fiftyVariables_areFast_andTooWideOnesAreRefused() {
        Random random = new Random(7);
        List<ProbabilityTable> tables = new ArrayList<>();
        int d = 50;
        for (int j = 0; j < d; j++) {
            int first = Math.max(0, j - 4);
            int[] parents = random.ints(first, Math.max(j, 1))
                    .filter(i -> i < 50)
                    .limit(20)
                    .distinct()
                    .limit(j == 0 ? 0 : 3)
                    .toArray();
            double[][] lines = new double[1 << parents.length][];
            for (int c = 0; c < lines.length; c++) {
                double p = random.nextDouble();
                lines[c] = new double[] {p, 1 - p};
            }
            tables.add(ProbabilityTable.of(parents, lines));
        }
        VariableSchema schema = new VariableSchema(
                IntStream.range(0, d).mapToObj(j -> "x" + j).toList(), Collections.nCopies(d, YES_NO));
        DiscreteNetwork network = DiscreteNetwork.of(schema, tables);
        double[] row = network.row(Map.of("x49", "yes", "x20", "no"));
        double[] before = network.posterior(new int[] {0}, row);
        assertEquals(1, before[0] + before[1], 1e-12);
        assertFalse(Double.isNaN(network.completed(row)[3]));

        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> network.posterior(IntStream.range(0, 30).toArray(), network.row(Map.of())));
        assertTrue(
                refused.getMessage()
                        .startsWith(
                                "exact inference must need factors of at most 8388608 cells, needs one of 1.07e+09"),
                refused.getMessage());
    }

    @Test
    void wrongNetworks_areRefusedByName() {
        VariableSchema two = new VariableSchema(List.of("a", "b"), List.of(YES_NO, YES_NO));
        ProbabilityTable root = ProbabilityTable.of(new int[0], new double[][] {{0.5, 0.5}});
        double[][] lines = {{0.5, 0.5}, {1, 0}};
        assertComplaint(
                "a network must have no cycle, has one through ",
                () -> DiscreteNetwork.of(
                        two,
                        List.of(ProbabilityTable.of(new int[] {1}, lines), ProbabilityTable.of(new int[] {0}, lines))));
        assertComplaint(
                "every variable of a discrete network must be categorical, b is not",
                () -> DiscreteNetwork.of(
                        new VariableSchema(List.of("a", "b"), List.of(YES_NO, VariableKind.NUMERIC)),
                        List.of(root, root)));
        assertComplaint(
                "the table of b must have 2 configurations of its parents and 2 levels, had 1 and 2",
                () -> DiscreteNetwork.of(two, List.of(root, ProbabilityTable.of(new int[] {0}, new double[][] {
                    {0.5, 0.5}
                }))));
        assertComplaint(
                "the parents of b must be places of other variables, from 0 to 1, was 1",
                () -> DiscreteNetwork.of(two, List.of(root, ProbabilityTable.of(new int[] {1}, lines))));
        assertComplaint(
                "a network must have a table for each of its 2 variables, had 1",
                () -> DiscreteNetwork.of(two, List.of(root)));
        assertComplaint(
                "the probabilities of configuration 1 must sum to 1, sum to 0.9",
                () -> ProbabilityTable.of(new int[] {0}, new double[][] {{0.5, 0.5}, {0.5, 0.4}}));
        assertComplaint(
                "a probability must be from 0 to 1, was NaN",
                () -> ProbabilityTable.of(new int[0], new double[][] {{Double.NaN, 1}}));
        assertComplaint("parents must be distinct", () -> ProbabilityTable.of(new int[] {1, 1}, lines));
        assertComplaint(
                "equivalentSampleSize must be finite and > 0, was 0.0",
                () -> ProbabilityTable.ofCounts(new int[0], lines, 0));
        assertComplaint(
                "a count must be finite and >= 0, was -1.0",
                () -> ProbabilityTable.ofCounts(new int[0], new double[][] {{-1, 2}}, 1));
        assertComplaint(
                "rows must be finite and > 0, was 0.0",
                () -> ProbabilityTable.of(new int[0], new double[][] {{1, 0}}, new double[] {0}));
    }

    @Test
    void wrongQuestions_areRefused() {
        DiscreteNetwork network = grass();
        assertComplaint(
                "a variable of the network must be one of rain, sprinkler, wet, was \"rainn\"; did you mean \"rain\"?",
                () -> network.posterior("rainn", Map.of()));
        assertComplaint(
                "a level of wet must be one of yes, no, was \"maybe\"",
                () -> network.posterior("rain", Map.of("wet", "maybe")));
        assertComplaint(
                "a query must be of variables without evidence, was of rain",
                () -> network.posterior("rain", Map.of("rain", "yes")));
        assertComplaint(
                "evidence must be possible, has probability 0",
                () -> network.intervene("sprinkler", "no")
                        .intervene("rain", "no")
                        .posterior("rain", Map.of("wet", "yes")));
        assertComplaint("a row must have 3 cells, had 2", () -> network.completed(new double[2]));
        assertComplaint(
                "a cell of wet must be NaN or a whole number from 0 to 1",
                () -> network.logLikelihood(new double[] {0, 0, 0.5}));
        assertThrows(IndexOutOfBoundsException.class, () -> network.table(0).probability(0, 2));
    }

    private static void assertComplaint(String begins, Executable code) {
        String message = assertThrows(IllegalArgumentException.class, code).getMessage();
        assertTrue(message.startsWith(begins), message);
    }
}
