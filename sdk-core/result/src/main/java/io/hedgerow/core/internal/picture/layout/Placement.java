// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

import java.util.Arrays;

/**
 * Chooses horizontal positions that keep the order of each layer and the distances, with short edges and straight long
 * ones. Minimises Σ w (x_u − x_v)² over edges, w larger between dummies, one layer at a time by {@link Spacing}.
 */
final class Placement {

    private static final int PASSES = 120;
    private static final double NODE_GAP = 26;
    private static final double MIXED_GAP = 16;
    private static final double DUMMY_GAP = 12;

    private Placement() {}

    /** Centre of every vertex; the leftmost edge of the picture is at 0. */
    static double[] of(LayerGraph graph) {
        double[] x = new double[graph.width.length];
        double[][] distances = new double[graph.layers.length][];
        for (int l = 0; l < graph.layers.length; l++) {
            int[] layer = graph.layers[l];
            distances[l] = distances(graph, layer);
            double at = -Arrays.stream(distances[l]).sum() / 2;
            for (int k = 0; k < layer.length; k++) {
                x[layer[k]] = at;
                at += distances[l][k];
            }
        }
        for (int pass = 0; pass < PASSES; pass++) {
            for (int k = 0; k < graph.layers.length; k++) {
                int l = pass % 2 == 0 ? k : graph.layers.length - 1 - k;
                improve(graph, graph.layers[l], distances[l], x);
            }
        }
        double left = Double.POSITIVE_INFINITY;
        for (int v = 0; v < x.length; v++) {
            left = Math.min(left, x[v] - graph.width[v] / 2);
        }
        for (int v = 0; v < x.length; v++) {
            x[v] -= left;
        }
        return x;
    }

    private static void improve(LayerGraph graph, int[] layer, double[] distance, double[] x) {
        double[] wanted = new double[layer.length];
        double[] weight = new double[layer.length];
        for (int k = 0; k < layer.length; k++) {
            int v = layer[k];
            for (int[] side : new int[][] {graph.up[v], graph.down[v]}) {
                for (int u : side) {
                    double w = graph.isDummy(v) ? graph.isDummy(u) ? 8 : 2 : graph.isDummy(u) ? 2 : 1;
                    wanted[k] += w * x[u];
                    weight[k] += w;
                }
            }
            wanted[k] /= weight[k];
        }
        double[] placed = Spacing.solve(wanted, weight, distance);
        for (int k = 0; k < layer.length; k++) {
            x[layer[k]] = placed[k];
        }
    }

    private static double[] distances(LayerGraph graph, int[] layer) {
        double[] distance = new double[layer.length];
        for (int k = 0; k + 1 < layer.length; k++) {
            int dummies = (graph.isDummy(layer[k]) ? 1 : 0) + (graph.isDummy(layer[k + 1]) ? 1 : 0);
            double gap = dummies == 0 ? NODE_GAP : dummies == 1 ? MIXED_GAP : DUMMY_GAP;
            distance[k] = gap + (graph.width[layer[k]] + graph.width[layer[k + 1]]) / 2;
        }
        return distance;
    }
}
