// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import io.hedgerow.core.search.CategoricalModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Weights, tables, equations and the misfit of given graphs against what raw rows say. */
class NetworkFamiliesTest {

    /** Categories 0 to 3 of 3, 2, 4 and 2 levels; numbers 4 and 5. */
    private static final CategoryColumns COLUMNS = CategoryColumnsTest.of(3, 2, 4, 2, 0, 0);

    private static final int D = 6;

    /** v0 → v1, v0 → v2 ← v1, v3 apart; v4 by v2, and v5 by v4, v2 and v1 without any noise. */
    private static double[][] rows(int count) {
        SplittableRandom random = new SplittableRandom(5);
        double[][] rows = new double[count][D];
        for (double[] row : rows) {
            row[0] = random.nextInt(3);
            row[1] = random.nextDouble() < 0.25 + 0.25 * row[0] ? 1 : 0;
            row[2] = random.nextDouble() < 0.5 ? (row[0] + row[1]) % 4 : random.nextInt(4);
            row[3] = random.nextInt(2);
            row[4] = 2 * row[2] * (4 - row[2]) + random.nextGaussian();
            row[5] = 7 - 1.5 * row[4] + new double[] {0, 3, -2, 8}[(int) row[2]] + 4 * row[1];
        }
        return rows;
    }

    private static CountTable counts(double[][] rows, int... set) {
        int[] levels = COLUMNS.levels(set);
        double[] counts = new double[CountTable.cells(levels)];
        for (double[] row : rows) {
            int cell = 0;
            int stride = 1;
            for (int v : set) {
                cell += stride * (int) row[v];
                stride *= COLUMNS.levels(v);
            }
            counts[cell]++;
        }
        return CountTable.of(set, levels, counts);
    }

    private static NetworkFamilies families(double[][] rows, int[]... edges) {
        FirstSums first = new FirstSums(COLUMNS, 1, new SummedSites(COLUMNS, List.<double[][]>of(rows)).first());
        TableStore tables = first.tables().with(List.of(counts(rows, 0, 1, 2, 3)));
        return new NetworkFamilies(COLUMNS, first, first.covariance(), tables, graph(edges));
    }

    private static ParentSets graph(int[]... edges) {
        ParentSets graph = ParentSets.empty(D);
        for (int[] edge : edges) {
            graph.add(edge[1], edge[0]);
        }
        return graph;
    }

    private static double entropy(double[][] rows, int... set) {
        Map<String, Long> counts = Arrays.stream(rows)
                .collect(Collectors.groupingBy(
                        row -> Arrays.toString(
                                Arrays.stream(set).map(v -> (int) row[v]).toArray()),
                        HashMap::new,
                        Collectors.counting()));
        double n = rows.length;
        return counts.values().stream()
                .mapToDouble(k -> -k / n * Math.log(k / n))
                .sum();
    }

    /** I(a; b | given) in nats. */
    private static double information(double[][] rows, int a, int b, int... given) {
        return entropy(rows, joined(given, a))
                + entropy(rows, joined(given, b))
                - entropy(rows, joined(given, a, b))
                - entropy(rows, given);
    }

    private static int[] joined(int[] set, int... more) {
        return IntStream.concat(IntStream.of(set), IntStream.of(more)).toArray();
    }

    /** Linfoot's coefficient of I(cause; effect | other parents) − degrees / 2n, from raw counts. */
    @Test
    void weight_betweenCategories_isThatOfTheInformationGivenTheOtherParents() {
        double[][] rows = rows(400);
        WeightMatrix weights = families(rows, new int[] {0, 1}, new int[] {0, 2}, new int[] {1, 2})
                .weights();
        double first = information(rows, 0, 1) - 2 / 2.0 / 400;
        assertEquals(Math.sqrt(1 - Math.exp(-2 * first)), weights.get(0, 1), 1e-9);
        double second = information(rows, 0, 2, 1) - 2 * (2 * 3) / 2.0 / 400;
        assertEquals(Math.sqrt(1 - Math.exp(-2 * second)), weights.get(0, 2), 1e-9);
        double third = information(rows, 1, 2, 0) - 3 * (1 * 3) / 2.0 / 400;
        assertEquals(Math.sqrt(1 - Math.exp(-2 * third)), weights.get(1, 2), 1e-9);
        assertEquals(3, weights.edgeCount());
    }

    /** Levels that a stratum lacks are no degrees of freedom, wherever the variable stands among those given. */
    @Test
    void degrees_areOfTheLevelsThatAStratumHas() {
        double[][] rows = rows(400);
        for (double[] row : rows) {
            row[2] = row[0] == 0 ? row[2] % 2 : row[0] == 1 ? 3 - row[2] % 3 : row[2];
            row[2] = row[0] == 2 && row[3] == 1 ? 3 : row[2];
            row[1] = row[0] == 1 && row[3] == 0 ? 1 : row[1];
        }
        WeightMatrix weights = families(rows, new int[] {0, 2}, new int[] {1, 2}, new int[] {3, 2})
                .weights();
        for (int cause : new int[] {0, 1, 3}) {
            int[] given = IntStream.of(0, 1, 3).filter(v -> v != cause).toArray();
            double degrees = 0;
            for (int l = 0; l < COLUMNS.levels(given[0]); l++) {
                for (int m = 0; m < COLUMNS.levels(given[1]); m++) {
                    int[] at = {l, m};
                    double[][] stratum = Arrays.stream(rows)
                            .filter(row -> row[given[0]] == at[0] && row[given[1]] == at[1])
                            .toArray(double[][]::new);
                    degrees += Math.max(0, present(stratum, cause) - 1) * Math.max(0, present(stratum, 2) - 1);
                }
            }
            double beyond = information(rows, cause, 2, given) - degrees / 2 / 400;
            assertEquals(Math.sqrt(1 - Math.exp(-2 * Math.max(1e-6, beyond))), weights.get(cause, 2), 1e-9);
        }
    }

    private static long present(double[][] rows, int v) {
        return Arrays.stream(rows).mapToDouble(row -> row[v]).distinct().count();
    }

    /** An edge of the graph is an edge of the network also where it tells less than chance does. */
    @Test
    void weight_ofAnEdgeThatTellsNothing_isSmallAndNotZero() {
        WeightMatrix weights =
                families(rows(400), new int[] {3, 0}, new int[] {3, 4}).weights();
        assertTrue(weights.hasEdge(3, 0) && weights.get(3, 0) < 0.05, "" + weights.get(3, 0));
        assertTrue(weights.hasEdge(3, 4) && weights.get(3, 4) < 0.1, "" + weights.get(3, 4));
    }

    /** Without noise an equation gives every cell, whichever levels were left out; its intercept is that of those. */
    @Test
    void equation_givesEveryRow_whereThereIsNoNoise() {
        double[][] rows = rows(300);
        NetworkFamilies families = families(rows, new int[] {4, 5}, new int[] {2, 5}, new int[] {1, 5});
        CategoricalModel.Line line = families.model(1).equations().get(1);
        assertEquals(5, line.target());
        assertEquals(1 + 3 + 1, line.terms().size());
        assertEquals(0, line.noiseVariance(), 1e-6);
        for (double[] row : rows) {
            double sum = line.intercept();
            for (CategoricalModel.Term term : line.terms()) {
                sum += term.weight()
                        * (term.level() < 0 ? row[term.cause()] : row[term.cause()] == term.level() ? 1 : 0);
            }
            assertEquals(row[5], sum, 1e-6);
        }
        assertEquals(-1.5, families.weights().get(4, 5), 1e-8);
    }

    /** Of a number without parents the mean and the variance, with n − 1. */
    @Test
    void equation_ofANumberWithoutParents_isItsMean() {
        double[][] rows = rows(200);
        CategoricalModel.Line line = families(rows).model(1).equations().get(0);
        double mean = Arrays.stream(rows).mapToDouble(row -> row[4]).average().orElseThrow();
        double squares = Arrays.stream(rows)
                .mapToDouble(row -> (row[4] - mean) * (row[4] - mean))
                .sum();
        assertEquals(4, line.target());
        assertEquals(List.of(), line.terms());
        assertEquals(mean, line.intercept(), 1e-9);
        assertEquals(squares / 199, line.noiseVariance(), 1e-9);
    }

    /** Three parents of 3, 2 and 4 levels: the target's level fastest, then the last parent's; numbers are left out. */
    @Test
    void counts_areInTheOrderOfTheirDocumentation() {
        double[][] rows = rows(500);
        List<int[]> edges = List.of(new int[] {2, 3}, new int[] {4, 3}, new int[] {0, 3}, new int[] {1, 3});
        CategoricalModel.FamilyCounts family =
                families(rows, edges.toArray(int[][]::new)).model(2).tables().get(3);
        assertEquals(3, family.target());
        assertEquals(List.of(0, 1, 2), family.parents());
        assertEquals(2, family.levels());
        assertEquals(2, family.priorRows());
        List<Double> expected = new ArrayList<>();
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 2; b++) {
                for (int c = 0; c < 4; c++) {
                    for (int level = 0; level < 2; level++) {
                        int[] wanted = {a, b, c, level};
                        expected.add((double) Arrays.stream(rows)
                                .filter(row -> IntStream.range(0, 4).allMatch(v -> row[v] == wanted[v]))
                                .count());
                    }
                }
            }
        }
        assertEquals(expected, family.counts());
    }

    /** Without numbers the same counts; none where a family has no table. */
    @Test
    void counts_ofAnotherGraph_areThoseOfTheModel_orEmpty() {
        double[][] rows = rows(300);
        CategoryColumns four = CategoryColumnsTest.of(3, 2, 4, 2);
        double[][] categories =
                Arrays.stream(rows).map(row -> Arrays.copyOf(row, 4)).toArray(double[][]::new);
        FirstSums first = new FirstSums(four, 1, new SummedSites(four, List.<double[][]>of(categories)).first());
        ParentSets graph = ParentSets.empty(4);
        graph.add(2, 1);
        graph.add(2, 0);
        assertTrue(NetworkFamilies.counts(four, first.tables(), graph, 1).isEmpty());
        TableStore tables = first.tables().with(List.of(counts(rows, 0, 1, 2)));
        List<CategoricalModel.FamilyCounts> all =
                NetworkFamilies.counts(four, tables, graph, 1).orElseThrow();
        assertEquals(
                new NetworkFamilies(four, first, first.covariance(), tables, graph)
                        .model(1)
                        .tables(),
                all);
    }

    /** Q, of the right graph and of none: 2 n I over the degrees of pairs without an edge, from raw counts. */
    @Test
    void unexplained_isTheInformationOfPairsWithoutAnEdge_overItsDegrees() {
        double[][] rows = rows(400);
        CategoryColumns four = CategoryColumnsTest.of(3, 2, 4, 2);
        double[][] categories =
                Arrays.stream(rows).map(row -> Arrays.copyOf(row, 4)).toArray(double[][]::new);
        FirstSums first = new FirstSums(four, 1, new SummedSites(four, List.<double[][]>of(categories)).first());
        TableStore tables = first.tables().with(List.of(counts(rows, 0, 1, 2, 3)));
        ParentSets right = ParentSets.empty(4);
        right.add(1, 0);
        right.add(2, 0);
        right.add(2, 1);
        for (ParentSets graph : List.of(right, ParentSets.empty(4))) {
            int[] order = graph.topologicalOrder();
            double sum = 0;
            double degrees = 0;
            for (int at = 0; at < 4; at++) {
                int[] given = TableChoice.parents(graph, order[at]);
                int strata = Arrays.stream(given).map(four::levels).reduce(1, (a, b) -> a * b);
                for (int before = 0; before < at; before++) {
                    if (graph.positionOf(order[at], order[before]) < 0) {
                        sum += 2 * 400 * information(rows, order[before], order[at], given);
                        degrees += (four.levels(order[before]) - 1) * (four.levels(order[at]) - 1) * strata;
                    }
                }
            }
            NetworkFamilies families = new NetworkFamilies(four, first, first.covariance(), tables, graph);
            assertEquals(sum / degrees, families.unexplained().orElseThrow(), 1e-9);
            assertEquals(graph != right, families.structure().failed());
        }
    }

    /** Whatever is connected to all others leaves no pair to look at. */
    @Test
    void unexplained_isEmpty_whereEveryPairHasAnEdge() {
        CategoryColumns two = CategoryColumnsTest.of(3, 2);
        double[][] rows =
                Arrays.stream(rows(100)).map(row -> Arrays.copyOf(row, 2)).toArray(double[][]::new);
        FirstSums first = new FirstSums(two, 1, new SummedSites(two, List.<double[][]>of(rows)).first());
        ParentSets graph = ParentSets.empty(2);
        graph.add(1, 0);
        NetworkFamilies families = new NetworkFamilies(two, first, first.covariance(), first.tables(), graph);
        assertTrue(families.unexplained().isEmpty());
        assertFalse(families.structure().failed());
    }
}
