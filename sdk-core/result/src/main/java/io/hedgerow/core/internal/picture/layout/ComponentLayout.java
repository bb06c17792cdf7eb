// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

import io.hedgerow.core.internal.picture.Drawing;
import io.hedgerow.core.internal.picture.Route;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Lays out one connected part in layers, between whose nodes long edges pass, so that nothing overlaps. */
public final class ComponentLayout {

    public static final double NODE_HEIGHT = 28;
    private static final double CORNER = 9;
    private static final double SMALLEST_GAP = 44;
    private static final double LARGEST_GAP = 150;

    private final LayerGraph graph;
    private final double[] x;
    private final double[] top;
    private final int[] layerOf;
    /** The places where each chain leaves its upper node and enters its lower one. */
    private final double[] leave;

    private final double[] enter;

    private ComponentLayout(LayerGraph graph) {
        this.graph = graph;
        CrossingReduction.apply(graph);
        this.x = Placement.of(graph);
        this.layerOf = new int[graph.width.length];
        for (int l = 0; l < graph.layers.length; l++) {
            for (int v : graph.layers[l]) {
                layerOf[v] = l;
            }
        }
        this.leave = new double[graph.chains.length];
        this.enter = new double[graph.chains.length];
        for (int v = 0; v < graph.real; v++) {
            ports(v, true);
            ports(v, false);
        }
        this.top = tops();
    }

    /** Lays out a part. An edge against {@code rank}, every variable's position in an order, is drawn upwards. */
    static Drawing of(int[] variables, double[] width, List<ShownEdge> edges, int[] rank) {
        int[] local = new int[rank.length];
        for (int k = 0; k < variables.length; k++) {
            local[variables[k]] = k;
        }
        int[] upper = new int[edges.size()];
        int[] lower = new int[edges.size()];
        for (int e = 0; e < edges.size(); e++) {
            ShownEdge edge = edges.get(e);
            boolean upwards = rank[edge.from()] > rank[edge.to()];
            upper[e] = local[upwards ? edge.to() : edge.from()];
            lower[e] = local[upwards ? edge.from() : edge.to()];
        }
        int n = variables.length;
        int[] order = IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingInt(k -> rank[variables[k]]))
                .mapToInt(k -> k)
                .toArray();
        int[] layer = Layering.of(ends(n, lower, upper), ends(n, upper, lower), order);
        return new ComponentLayout(LayerGraph.of(width, layer, upper, lower)).drawing(variables, edges, rank);
    }

    private static int[][] ends(int vertices, int[] of, int[] other) {
        List<List<Integer>> lists = new ArrayList<>();
        for (int v = 0; v < vertices; v++) {
            lists.add(new ArrayList<>());
        }
        for (int e = 0; e < of.length; e++) {
            lists.get(of[e]).add(other[e]);
        }
        return lists.stream()
                .map(list -> list.stream().mapToInt(v -> v).toArray())
                .toArray(int[][]::new);
    }

    /** Spreads the edges over one side of a node, in the order in which they arrive, each near its other end. */
    private void ports(int v, boolean below) {
        List<Integer> at = new ArrayList<>();
        for (int e = 0; e < graph.chains.length; e++) {
            if (end(e, below, 0) == v) {
                at.add(e);
            }
        }
        at.sort(Comparator.comparingDouble(e -> x[end(e, below, 1)]));
        int n = at.size();
        double reach = graph.width[v] / 2 - CORNER;
        double[] lean = new double[n];
        double[] weight = new double[n];
        for (int k = 0; k < n; k++) {
            lean[k] = 0.25 * (x[end(at.get(k), below, 1)] - x[v]);
            weight[k] = 1;
        }
        double[] placed = Spacing.ports(lean, weight, reach);
        for (int k = 0; k < n; k++) {
            (below ? leave : enter)[at.get(k)] = x[v] + placed[k];
        }
    }

    /** The vertex some steps from the upper or lower end of a chain. */
    private int end(int chain, boolean upperEnd, int steps) {
        int[] vertices = graph.chains[chain];
        return vertices[upperEnd ? steps : vertices.length - 1 - steps];
    }

    /** Rows are further apart where edges run far sideways. */
    private double[] tops() {
        double[] sideways = new double[graph.layers.length];
        for (int e = 0; e < graph.chains.length; e++) {
            int[] chain = graph.chains[e];
            for (int k = 0; k + 1 < chain.length; k++) {
                int l = layerOf[chain[k]];
                sideways[l] = Math.max(sideways[l], Math.abs(at(e, k) - at(e, k + 1)));
            }
        }
        double[] result = new double[graph.layers.length];
        for (int l = 1; l < result.length; l++) {
            double gap = Math.max(SMALLEST_GAP, Math.min(LARGEST_GAP, 30 + 0.22 * sideways[l - 1]));
            result[l] = result[l - 1] + NODE_HEIGHT + gap;
        }
        return result;
    }

    private double at(int e, int k) {
        int[] chain = graph.chains[e];
        return k == 0 ? leave[e] : k == chain.length - 1 ? enter[e] : x[chain[k]];
    }

    private Drawing drawing(int[] variables, List<ShownEdge> edges, int[] rank) {
        List<Drawing.Box> boxes = new ArrayList<>();
        double width = 0;
        for (int v = 0; v < x.length; v++) {
            width = Math.max(width, x[v] + graph.width[v] / 2);
            if (!graph.isDummy(v)) {
                double y = top[layerOf[v]] + NODE_HEIGHT / 2;
                boxes.add(new Drawing.Box(variables[v], x[v], y, graph.width[v], NODE_HEIGHT));
            }
        }
        List<Drawing.Line> lines = new ArrayList<>();
        for (int e = 0; e < edges.size(); e++) {
            int[] chain = graph.chains[e];
            double[] middle = new double[chain.length];
            double[] upperBorder = new double[chain.length];
            double[] lowerBorder = new double[chain.length];
            for (int k = 0; k < chain.length; k++) {
                middle[k] = at(e, k);
                upperBorder[k] = top[layerOf[chain[k]]];
                lowerBorder[k] = upperBorder[k] + NODE_HEIGHT;
            }
            Route route = new Route(middle, upperBorder, lowerBorder);
            ShownEdge edge = edges.get(e);
            lines.add(new Drawing.Line(edge, route, rank[edge.from()] > rank[edge.to()]));
        }
        return new Drawing(boxes, lines, width, top[top.length - 1] + NODE_HEIGHT);
    }
}
