// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import io.hedgerow.core.graph.Dag.Edge;
import io.hedgerow.core.graph.Dag.Pruned;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

final class CycleBreaking {

    /** Weakest first; of equals the larger (from, to) first, so that the smaller one survives. */
    private static final Comparator<Edge> WEAKEST_FIRST = Comparator.comparingDouble((Edge e) -> Math.abs(e.weight()))
            .thenComparing(Comparator.comparingInt(Edge::from)
                    .thenComparingInt(Edge::to)
                    .reversed());

    private CycleBreaking() {}

    /** Keeps an edge unless it closes a cycle with stronger kept edges. */
    static Pruned strongestFirst(WeightMatrix weights) {
        int d = weights.variables();
        List<Edge> edges = weakestFirst(weights);
        Collections.reverse(edges);
        int words = (d + 63) >>> 6;
        // Bit j of row i: there is a path i → … → j of kept edges.
        long[][] reaches = new long[d][words];
        double[] kept = weights.toRows();
        List<Edge> dropped = new ArrayList<>();
        for (Edge edge : edges) {
            int i = edge.from();
            int j = edge.to();
            if (has(reaches[j], i)) {
                kept[i * d + j] = 0;
                dropped.add(edge);
            } else if (!has(reaches[i], j)) {
                connect(reaches, i, j);
            }
        }
        Collections.reverse(dropped);
        return new Pruned(Dag.of(WeightMatrix.ofRows(d, kept)), dropped);
    }

    private static boolean has(long[] set, int element) {
        return (set[element >>> 6] & (1L << (element & 63))) != 0;
    }

    /** Connects all that reaches i, and i itself, with j and all that j reaches. */
    private static void connect(long[][] reaches, int i, int j) {
        long[] gained = reaches[j].clone();
        gained[j >>> 6] |= 1L << (j & 63);
        for (int from = 0; from < reaches.length; from++) {
            long[] row = reaches[from];
            if (from == i || has(row, i)) {
                for (int w = 0; w < row.length; w++) {
                    row[w] |= gained[w];
                }
            }
        }
    }

    private static List<Edge> weakestFirst(WeightMatrix weights) {
        int d = weights.variables();
        List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (weights.hasEdge(i, j)) {
                    edges.add(new Edge(i, j, weights.get(i, j)));
                }
            }
        }
        edges.sort(WEAKEST_FIRST);
        return edges;
    }
}
