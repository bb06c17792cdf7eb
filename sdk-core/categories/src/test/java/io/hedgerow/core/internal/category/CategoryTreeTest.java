// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Moments by the tree against sums over all combinations of levels, for counts that a chain of four makes. */
class CategoryTreeTest {

    private static final int[] LEVELS = {3, 2, 4, 2};
    /** Positions among six variables; the others are numbers. */
    private static final int[] CATEGORIES = {0, 2, 3, 5};

    /** In a chain 1 − 0 − 3 − 2 of these, exactly. */
    private static double count(int[] l) {
        double first = 1 + l[1];
        double second = l[0] == l[1] ? 4 : 1;
        double third = 1 + (l[0] + l[3]) % 2 * 5;
        double fourth = l[3] == 0 ? 1 + l[2] : 7 - l[2];
        return first * second * third * fourth;
    }

    private static List<int[]> combinations() {
        List<int[]> all = new ArrayList<>();
        for (int cell = 0; cell < 48; cell++) {
            all.add(new int[] {cell % 3, cell / 3 % 2, cell / 6 % 4, cell / 24});
        }
        return all;
    }

    private static CategoryTree tree() {
        double[] counts =
                combinations().stream().mapToDouble(CategoryTreeTest::count).toArray();
        CountTable all = CountTable.of(CATEGORIES, LEVELS, counts);
        List<CountTable> tables = new ArrayList<>();
        for (int a = 0; a < 4; a++) {
            tables.add(all.margin(new int[] {CATEGORIES[a]}));
            for (int b = 0; b < a; b++) {
                tables.add(all.margin(new int[] {CATEGORIES[b], CATEGORIES[a]}));
            }
        }
        return new CategoryTree(TableStore.of(6, tables), CATEGORIES);
    }

    @Test
    void moments_areThoseOfAllCombinations_whereTheCountsAreATree() {
        double[][] value = {{-1, 0.5, 2}, {0.3, -0.7}, {1, 0, -2, 0.25}, {-0.5, 1.5}};
        double[] expected = new double[7];
        double total =
                combinations().stream().mapToDouble(CategoryTreeTest::count).sum();
        for (int[] l : combinations()) {
            double sum = IntStream.range(0, 4).mapToDouble(c -> value[c][l[c]]).sum();
            for (int k = 0; k <= 6; k++) {
                expected[k] += count(l) / total * Math.pow(sum, k);
            }
        }
        assertArrayEquals(expected, tree().moments(value, 6), 1e-10);
    }

    /** Given a level without rows the others are as in all rows, and count for nothing. */
    @Test
    void levelWithoutRows_changesNothing() {
        CountTable all = CountTable.of(new int[] {0, 1}, new int[] {3, 2}, new double[] {10, 0, 20, 5, 0, 1});
        CategoryTree tree = new CategoryTree(
                TableStore.of(2, List.of(all, all.margin(new int[] {0}), all.margin(new int[] {1}))), new int[] {0, 1});
        assertArrayEquals(new double[] {15 / 36.0, 0, 21 / 36.0}, tree.shares(0), 1e-15);
        double[] moments = tree.moments(new double[][] {{1, 1e9, -1}, {2, 3}}, 2);
        double mean = (10 * 3 + 20 + 5 * 4 + 2) / 36.0;
        double square = (10 * 9 + 20 + 5 * 16 + 4) / 36.0;
        assertArrayEquals(new double[] {1, mean, square}, moments, 1e-12);
    }

    /** The joint distribution of a tree: Π P(a, b) over its edges, over P(v) once for each edge but one of v. */
    private static double joint(CountTable all, int[][] edges, int[] l) {
        double p = 1;
        int[] degree = new int[4];
        for (int[] edge : edges) {
            int a = Math.min(edge[0], edge[1]);
            int b = Math.max(edge[0], edge[1]);
            CountTable pair = all.margin(new int[] {CATEGORIES[a], CATEGORIES[b]});
            p *= pair.count(l[a] + LEVELS[a] * l[b]) / all.total();
            degree[a]++;
            degree[b]++;
        }
        for (int v = 0; v < 4; v++) {
            p /= Math.pow(all.margin(new int[] {CATEGORIES[v]}).count(l[v]) / all.total(), degree[v] - 1);
        }
        return p;
    }

    /** Counts of no tree: of all 16 trees of four categories the one with the most information gives the moments. */
    @Test
    void tree_hasTheMostInformationOfAllTrees() {
        for (long seed = 1; seed <= 25; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            CountTable all = CountTable.of(
                    CATEGORIES,
                    LEVELS,
                    random.doubles(48, 0, 1)
                            .map(x -> 1 + Math.floor(200 * x * x * x))
                            .toArray());
            List<CountTable> tables = new ArrayList<>();
            double[][] information = new double[4][4];
            for (int a = 0; a < 4; a++) {
                tables.add(all.margin(new int[] {CATEGORIES[a]}));
                for (int b = 0; b < a; b++) {
                    CountTable pair = all.margin(new int[] {CATEGORIES[b], CATEGORIES[a]});
                    tables.add(pair);
                    information[a][b] = FirstSums.information(pair);
                    information[b][a] = information[a][b];
                }
            }
            int[][] best = {};
            double most = -1;
            // by Prüfer's sequence: two numbers name each of the 16 trees
            for (int code = 0; code < 16; code++) {
                int[][] edges = ofSequence(code / 4, code % 4);
                double sum = Arrays.stream(edges)
                        .mapToDouble(edge -> information[edge[0]][edge[1]])
                        .sum();
                best = sum > most ? edges : best;
                most = Math.max(most, sum);
            }
            double[][] value = new double[4][];
            Arrays.setAll(value, c -> random.doubles(LEVELS[c], -1, 1).toArray());
            double[] expected = new double[5];
            for (int[] l : combinations()) {
                double sum =
                        IntStream.range(0, 4).mapToDouble(c -> value[c][l[c]]).sum();
                for (int k = 0; k < 5; k++) {
                    expected[k] += joint(all, best, l) * Math.pow(sum, k);
                }
            }
            CategoryTree tree = new CategoryTree(TableStore.of(6, tables), CATEGORIES);
            assertArrayEquals(expected, tree.moments(value, 4), 1e-10, "seed " + seed);
        }
    }

    private static int[][] ofSequence(int first, int second) {
        int[] degree = {1, 1, 1, 1};
        degree[first]++;
        degree[second]++;
        int[][] edges = new int[3][];
        int at = 0;
        for (int next : new int[] {first, second}) {
            int leaf = 0;
            while (degree[leaf] != 1) {
                leaf++;
            }
            edges[at++] = new int[] {leaf, next};
            degree[leaf] = 0;
            degree[next]--;
        }
        edges[2] = IntStream.range(0, 4).filter(v -> degree[v] == 1).toArray();
        return edges;
    }
}
