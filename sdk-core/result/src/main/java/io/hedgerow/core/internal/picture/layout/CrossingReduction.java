// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

import java.util.Arrays;
import java.util.Comparator;

/** Orders layers for few crossings: barycentre sweeps (Sugiyama, Tagawa and Toda 1981), exchanges; never random. */
public final class CrossingReduction {

    private static final int STARTS = 4;
    private static final int LARGE = 1500;
    private static final int SWEEPS = 24;
    private static final int EXCHANGES = 12;

    private final LayerGraph graph;
    private final int[][] layers;
    private final int[] position;
    private final double[] centre;

    private CrossingReduction(LayerGraph graph) {
        this.graph = graph;
        this.layers = graph.layers;
        this.position = new int[graph.width.length];
        this.centre = new double[graph.width.length];
    }

    /** Reorders the layers of a graph in place and says how many crossings are left. */
    public static long apply(LayerGraph graph) {
        return new CrossingReduction(graph).run();
    }

    private long run() {
        long fewest = Long.MAX_VALUE;
        int[][] best = copy();
        // Very large pictures are not worth seconds: they are hard to read anyway.
        int starts = position.length > LARGE ? 1 : STARTS;
        for (int start = 0; start < starts && fewest > 0; start++) {
            order(start);
            for (int sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
                // Reversing ties in every other pair of sweeps leaves local optima that exchanges cannot.
                sweep(((sweep + start) & 1) == 0, (sweep & 2) != 0);
                exchange();
                long crossings = crossings();
                if (crossings < fewest) {
                    fewest = crossings;
                    best = copy();
                }
            }
        }
        for (int l = 0; l < layers.length; l++) {
            layers[l] = best[l];
        }
        return fewest;
    }

    private int[][] copy() {
        return Arrays.stream(layers).map(int[]::clone).toArray(int[][]::new);
    }

    /** A depth-first walk from one of several vertices: neighbours start near each other. */
    private void order(int start) {
        int n = graph.width.length;
        int[] rank = new int[n];
        Arrays.fill(rank, -1);
        int[] stack =
                new int[2 * Arrays.stream(graph.up).mapToInt(a -> a.length).sum() + n];
        int visited = 0;
        for (int k = 0; k < n; k++) {
            int size = 0;
            stack[size++] = (k + start * n / STARTS) % n;
            while (size > 0) {
                int v = stack[--size];
                if (rank[v] < 0) {
                    rank[v] = visited++;
                    for (int[] side : new int[][] {graph.up[v], graph.down[v]}) {
                        for (int u : side) {
                            if (rank[u] < 0) {
                                stack[size++] = u;
                            }
                        }
                    }
                }
            }
        }
        for (int[] layer : layers) {
            sort(layer, Comparator.comparingInt(v -> rank[v]));
        }
    }

    private void sort(int[] layer, Comparator<Integer> comparator) {
        int[] sorted =
                Arrays.stream(layer).boxed().sorted(comparator).mapToInt(v -> v).toArray();
        System.arraycopy(sorted, 0, layer, 0, layer.length);
        number(layer);
    }

    private void number(int[] layer) {
        for (int k = 0; k < layer.length; k++) {
            position[layer[k]] = k;
        }
    }

    private void sweep(boolean downwards, boolean reverseTies) {
        int ties = reverseTies ? -1 : 1;
        for (int k = 1; k < layers.length; k++) {
            int[] layer = layers[downwards ? k : layers.length - 1 - k];
            for (int v : layer) {
                int[] near = downwards ? graph.up[v] : graph.down[v];
                double sum = 0;
                for (int u : near) {
                    sum += position[u];
                }
                centre[v] = near.length == 0 ? position[v] : sum / near.length;
            }
            sort(
                    layer,
                    Comparator.comparingDouble((Integer v) -> centre[v])
                            .thenComparing(Comparator.comparingInt(v -> ties * position[v])));
        }
    }

    private void exchange() {
        boolean better = true;
        for (int pass = 0; better && pass < EXCHANGES; pass++) {
            better = false;
            for (int[] layer : layers) {
                for (int k = 0; k + 1 < layer.length; k++) {
                    int a = layer[k];
                    int b = layer[k + 1];
                    int gain = gain(graph.up[a], graph.up[b]) + gain(graph.down[a], graph.down[b]);
                    if (gain > 0) {
                        layer[k] = b;
                        layer[k + 1] = a;
                        position[b] = k;
                        position[a] = k + 1;
                        better = true;
                    }
                }
            }
        }
    }

    /** Crossings saved by exchanging two neighbours, seen from one side. */
    private int gain(int[] left, int[] right) {
        int gain = 0;
        for (int u : left) {
            for (int w : right) {
                gain += Integer.signum(position[u] - position[w]);
            }
        }
        return gain;
    }

    private long crossings() {
        long sum = 0;
        for (int l = 0; l + 1 < layers.length; l++) {
            // Lower ends met from right to left of the upper ends; seen[k] counts as a Fenwick tree.
            int[] seen = new int[layers[l + 1].length + 1];
            for (int v : layers[l]) {
                for (int u : graph.down[v]) {
                    sum += countAfter(seen, position[u]);
                }
                for (int u : graph.down[v]) {
                    for (int k = seen.length - 1 - position[u]; k < seen.length; k += k & -k) {
                        seen[k]++;
                    }
                }
            }
        }
        return sum;
    }

    private static int countAfter(int[] seen, int position) {
        int count = 0;
        for (int k = seen.length - 2 - position; k > 0; k -= k & -k) {
            count += seen[k];
        }
        return count;
    }
}
