// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Layers, crossings and places of small graphs, against all orders and by counting pairs of edges. */
class LayersTest {

    /** An acyclic graph whose edges lead from lower to higher numbers; every vertex has one. */
    private static final class Drawn {
        private final int n;
        private final int[] upper;
        private final int[] lower;
        private final int[][] up;
        private final int[][] down;

        Drawn(int n, long seed) {
            Random random = new Random(seed);
            List<int[]> edges = new ArrayList<>();
            for (int v = 1; v < n; v++) {
                edges.add(new int[] {random.nextInt(v), v});
                if (v > 1 && random.nextInt(3) == 0) {
                    int other = random.nextInt(v);
                    if (other != edges.get(edges.size() - 1)[0]) {
                        edges.add(new int[] {other, v});
                    }
                }
            }
            this.n = n;
            this.upper = edges.stream().mapToInt(edge -> edge[0]).toArray();
            this.lower = edges.stream().mapToInt(edge -> edge[1]).toArray();
            this.up = new int[n][];
            this.down = new int[n][];
            for (int v = 0; v < n; v++) {
                int of = v;
                up[v] = edges.stream()
                        .filter(edge -> edge[1] == of)
                        .mapToInt(edge -> edge[0])
                        .toArray();
                down[v] = edges.stream()
                        .filter(edge -> edge[0] == of)
                        .mapToInt(edge -> edge[1])
                        .toArray();
            }
        }

        int[] layers() {
            return Layering.of(up, down, IntStream.range(0, n).toArray());
        }

        LayerGraph graph() {
            double[] width = new Random(n).doubles(n, 30, 120).toArray();
            return LayerGraph.of(width, layers(), upper, lower);
        }

        int length(int[] layer) {
            int sum = 0;
            for (int e = 0; e < upper.length; e++) {
                sum += layer[lower[e]] - layer[upper[e]];
            }
            return sum;
        }
    }

    /** As many layers as the longest path has vertices, every edge down, and edges no longer than by longest paths. */
    @Test
    void layers_areOfTheLongestPath_andNoMoveOfAVertexShortensEdges() {
        for (long seed = 1; seed <= 100; seed++) {
            Drawn of = new Drawn(4 + (int) (seed % 9), seed);
            int[] layer = of.layers();
            int[] longest = new int[of.n];
            for (int v = 0; v < of.n; v++) {
                for (int u : of.up[v]) {
                    longest[v] = Math.max(longest[v], longest[u] + 1);
                }
            }
            int last = Arrays.stream(longest).max().orElseThrow();
            assertEquals(last, Arrays.stream(layer).max().orElseThrow(), "seed " + seed);
            for (int e = 0; e < of.upper.length; e++) {
                assertTrue(layer[of.upper[e]] < layer[of.lower[e]]);
            }
            assertTrue(of.length(layer) <= of.length(longest), "seed " + seed);
            for (int v = 0; v < of.n; v++) {
                for (int l = 0; l <= last; l++) {
                    int[] moved = layer.clone();
                    moved[v] = l;
                    boolean down =
                            IntStream.range(0, of.upper.length).allMatch(e -> moved[of.upper[e]] < moved[of.lower[e]]);
                    assertTrue(!down || of.length(moved) >= of.length(layer), "seed " + seed + ", vertex " + v);
                }
            }
        }
    }

    /** An edge over k layers is a chain of k + 1 vertices, one in each; neighbours are those of the chains. */
    @Test
    void chains_haveAVertexInEveryLayerBetween() {
        for (long seed = 1; seed <= 40; seed++) {
            Drawn of = new Drawn(10, seed);
            int[] layer = of.layers();
            LayerGraph graph = of.graph();
            int[] in = new int[graph.width.length];
            Arrays.fill(in, -1);
            for (int l = 0; l < graph.layers.length; l++) {
                for (int v : graph.layers[l]) {
                    assertEquals(-1, in[v], "in one layer only");
                    in[v] = l;
                }
            }
            int dummies = 0;
            int links = 0;
            for (int e = 0; e < of.upper.length; e++) {
                int[] chain = graph.chains[e];
                assertEquals(of.upper[e], chain[0]);
                assertEquals(of.lower[e], chain[chain.length - 1]);
                for (int k = 0; k < chain.length; k++) {
                    assertEquals(layer[of.upper[e]] + k, in[chain[k]]);
                    assertEquals(k > 0 && k < chain.length - 1, graph.isDummy(chain[k]));
                }
                dummies += chain.length - 2;
                links += chain.length - 1;
            }
            assertEquals(of.n + dummies, graph.width.length);
            assertEquals(
                    links, Arrays.stream(graph.up).mapToInt(near -> near.length).sum());
            assertEquals(
                    links,
                    Arrays.stream(graph.down).mapToInt(near -> near.length).sum());
            for (int v = 0; v < graph.width.length; v++) {
                int above = v;
                for (int u : graph.down[v]) {
                    assertEquals(in[v] + 1, in[u]);
                    assertTrue(IntStream.of(graph.up[u]).anyMatch(w -> w == above));
                }
            }
        }
    }

    /** Two edges between neighbouring layers cross where their ends are in different orders. */
    private static long crossings(LayerGraph graph) {
        long sum = 0;
        for (int l = 0; l + 1 < graph.layers.length; l++) {
            List<int[]> links = new ArrayList<>();
            for (int a = 0; a < graph.layers[l].length; a++) {
                for (int u : graph.down[graph.layers[l][a]]) {
                    int below = l + 1;
                    int b = IntStream.range(0, graph.layers[below].length)
                            .filter(k -> graph.layers[below][k] == u)
                            .findFirst()
                            .orElseThrow();
                    links.add(new int[] {a, b});
                }
            }
            for (int[] one : links) {
                for (int[] other : links) {
                    sum += one[0] < other[0] && one[1] > other[1] ? 1 : 0;
                }
            }
        }
        return sum;
    }

    private static List<int[]> permutations(int[] of) {
        if (of.length <= 1) {
            return List.of(of.clone());
        }
        List<int[]> all = new ArrayList<>();
        for (int first : of) {
            for (int[] rest :
                    permutations(IntStream.of(of).filter(v -> v != first).toArray())) {
                all.add(IntStream.concat(IntStream.of(first), IntStream.of(rest))
                        .toArray());
            }
        }
        return all;
    }

    /** The fewest crossings of all orders of all layers. */
    private static long fewest(LayerGraph graph, int layer) {
        if (layer == graph.layers.length) {
            return crossings(graph);
        }
        long fewest = Long.MAX_VALUE;
        int[] before = graph.layers[layer];
        for (int[] order : permutations(before)) {
            graph.layers[layer] = order;
            fewest = Math.min(fewest, fewest(graph, layer + 1));
        }
        graph.layers[layer] = before;
        return fewest;
    }

    /** The number that is said is that of the picture, and for small graphs nearly always the least there is. */
    @Test
    void crossings_areThoseOfThePicture_andFew() {
        int optimal = 0;
        int small = 0;
        for (long seed = 1; seed <= 120; seed++) {
            Drawn of = new Drawn(seed % 2 == 0 ? 7 : 16, seed);
            LayerGraph graph = of.graph();
            int[][] before = Arrays.stream(graph.layers).map(int[]::clone).toArray(int[][]::new);
            long said = CrossingReduction.apply(graph);
            assertEquals(crossings(graph), said, "seed " + seed);
            for (int l = 0; l < before.length; l++) {
                int[] sorted = graph.layers[l].clone();
                Arrays.sort(sorted);
                Arrays.sort(before[l]);
                assertArrayEquals(before[l], sorted, "the same vertices in another order");
            }
            double orders = Arrays.stream(graph.layers)
                    .mapToDouble(layer -> permutations(IntStream.range(0, Math.min(7, layer.length))
                                    .toArray())
                            .size())
                    .reduce(1, (a, b) -> a * b);
            if (orders < 3000) {
                small++;
                optimal += said == fewest(graph, 0) ? 1 : 0;
            }
        }
        assertTrue(small > 30, small + " small graphs");
        assertTrue(optimal >= 0.95 * small, optimal + " of " + small);
    }

    /** Vertices keep their order, their widths apart, and the leftmost one touches 0. */
    @Test
    void places_keepTheOrder_andRoomBetweenNeighbours() {
        for (long seed = 1; seed <= 60; seed++) {
            LayerGraph graph = new Drawn(12, seed).graph();
            CrossingReduction.apply(graph);
            double[] x = Placement.of(graph);
            double left = Double.POSITIVE_INFINITY;
            for (int[] layer : graph.layers) {
                for (int k = 0; k < layer.length; k++) {
                    left = Math.min(left, x[layer[k]] - graph.width[layer[k]] / 2);
                    if (k > 0) {
                        double room =
                                x[layer[k]] - x[layer[k - 1]] - (graph.width[layer[k]] + graph.width[layer[k - 1]]) / 2;
                        assertTrue(room > 11.99, "seed " + seed + ": " + room);
                    }
                }
            }
            assertEquals(0, left, 1e-9);
        }
    }

    /** A chain of equal vertices is drawn straight. */
    @Test
    void chain_isStraight() {
        LayerGraph chain = LayerGraph.of(
                new double[] {50, 50, 50, 50}, new int[] {0, 1, 2, 3}, new int[] {0, 1, 2}, new int[] {1, 2, 3});
        double[] x = Placement.of(chain);
        for (double at : x) {
            assertEquals(25, at, 1e-9);
        }
    }
}
