// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Orders nodes so that causes come first: an order that agrees with as many strong edges within a step as can be, where
 * missing edges count least. Lagged edges may lead against it. Where there are any, nodes come by layers of the edges
 * within a step, and within a layer in few groups without a lagged edge inside.
 */
final class CausalRank {

    private CausalRank() {}

    /** The place of every node in the order; a variable's own past is ignored. */
    static int[] of(int nodes, List<ShownEdge> edges) {
        List<ShownEdge> within = edges.stream().filter(e -> e.lag() == 0).toList();
        int[] order = order(nodes, within);
        if (within.size() < edges.size()) {
            int[] layer = layers(order, within);
            int[] group = groups(order, layer, edges);
            order = IntStream.of(order)
                    .boxed()
                    .sorted(Comparator.comparingInt((Integer v) -> layer[v]).thenComparingInt(v -> group[v]))
                    .mapToInt(v -> v)
                    .toArray();
        }
        return rank(order);
    }

    private static int[] rank(int[] order) {
        int[] rank = new int[order.length];
        for (int k = 0; k < order.length; k++) {
            rank[order[k]] = k;
        }
        return rank;
    }

    private static int[] order(int nodes, List<ShownEdge> within) {
        double weakest = within.stream()
                .filter(e -> e.edge().status() != EdgeStatus.MISSING)
                .mapToDouble(e -> e.edge().strength())
                .min()
                .orElse(1);
        double[] weights = new double[nodes * nodes];
        for (ShownEdge edge : within) {
            boolean missing = edge.edge().status() == EdgeStatus.MISSING;
            weights[edge.from() * nodes + edge.to()] =
                    missing ? weakest / 2 : edge.edge().strength();
        }
        return Dag.strongest(WeightMatrix.ofRows(nodes, weights), 0).dag().topologicalOrder();
    }

    /** Longest paths along the order. */
    private static int[] layers(int[] order, List<ShownEdge> within) {
        int[] rank = rank(order);
        int[] layer = new int[order.length];
        for (int v : order) {
            for (ShownEdge edge : within) {
                int other = edge.from() == v ? edge.to() : edge.from();
                if ((edge.from() == v || edge.to() == v) && rank[other] < rank[v]) {
                    layer[v] = Math.max(layer[v], layer[other] + 1);
                }
            }
        }
        return layer;
    }

    /** The first group without a neighbour of the same layer. */
    private static int[] groups(int[] order, int[] layer, List<ShownEdge> edges) {
        int[] group = new int[order.length];
        BitSet done = new BitSet();
        for (int v : order) {
            BitSet used = new BitSet();
            for (ShownEdge edge : edges) {
                int other = edge.from() == v ? edge.to() : edge.from();
                if ((edge.from() == v || edge.to() == v) && layer[other] == layer[v] && done.get(other)) {
                    used.set(group[other]);
                }
            }
            group[v] = used.nextClearBit(0);
            done.set(v);
        }
        return group;
    }
}
