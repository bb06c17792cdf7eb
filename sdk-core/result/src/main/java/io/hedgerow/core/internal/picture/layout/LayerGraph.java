// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A connected graph on layers: long edges are chains through dummy vertices, 0 … n − 1 being the real ones. */
public final class LayerGraph {

    private static final double DUMMY_WIDTH = 2;

    final int real;
    final double[] width;
    /** Neighbours one layer above and below; a pair of vertices with two edges is listed twice. */
    final int[][] up;

    final int[][] down;
    /** For each edge the vertices from its upper to its lower end. */
    final int[][] chains;
    /** The vertices of each layer from left to right. */
    final int[][] layers;

    private LayerGraph(int real, double[] width, int[][] chains, int[][] layers) {
        this.real = real;
        this.width = width;
        this.chains = chains;
        this.layers = layers;
        this.up = neighbours(width.length, chains, 1, 0);
        this.down = neighbours(width.length, chains, 0, 1);
    }

    /** Adds the dummy vertices to vertices with a width and a layer, and edges from upper to lower ends. */
    public static LayerGraph of(double[] width, int[] layer, int[] upper, int[] lower) {
        int count = Arrays.stream(layer).max().orElse(0) + 1;
        List<List<Integer>> layers = new ArrayList<>();
        for (int l = 0; l < count; l++) {
            layers.add(new ArrayList<>());
        }
        for (int v = 0; v < layer.length; v++) {
            layers.get(layer[v]).add(v);
        }
        int next = layer.length;
        int[][] chains = new int[upper.length][];
        for (int e = 0; e < upper.length; e++) {
            int top = layer[upper[e]];
            int[] chain = new int[layer[lower[e]] - top + 1];
            chain[0] = upper[e];
            for (int k = 1; k < chain.length - 1; k++) {
                layers.get(top + k).add(next);
                chain[k] = next++;
            }
            chain[chain.length - 1] = lower[e];
            chains[e] = chain;
        }
        double[] widths = Arrays.copyOf(width, next);
        Arrays.fill(widths, layer.length, next, DUMMY_WIDTH);
        int[][] rows = layers.stream()
                .map(row -> row.stream().mapToInt(v -> v).toArray())
                .toArray(int[][]::new);
        return new LayerGraph(layer.length, widths, chains, rows);
    }

    boolean isDummy(int vertex) {
        return vertex >= real;
    }

    private static int[][] neighbours(int vertices, int[][] chains, int of, int at) {
        int[] degree = new int[vertices];
        for (int[] chain : chains) {
            for (int k = 0; k + 1 < chain.length; k++) {
                degree[chain[k + of]]++;
            }
        }
        int[][] result = new int[vertices][];
        for (int v = 0; v < vertices; v++) {
            result[v] = new int[degree[v]];
        }
        for (int[] chain : chains) {
            for (int k = 0; k + 1 < chain.length; k++) {
                int v = chain[k + of];
                result[v][--degree[v]] = chain[k + at];
            }
        }
        return result;
    }
}
