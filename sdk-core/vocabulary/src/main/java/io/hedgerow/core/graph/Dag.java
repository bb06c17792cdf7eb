// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * A weighted directed acyclic graph; construction fails when there is a cycle. Every edge points forward in its
 * {@link #topologicalOrder}.
 *
 * <p>Symbols: W: [d, d], W[i, j] ≠ 0 ⇔ i → j; m edges. Proof and order: Kahn 1962, O(d² + m log d), of which d² is
 * reading W. Immutable; thread-safe. Not private: it does not know where its weights come from.
 */
public final class Dag {

    private final WeightMatrix weights;
    private final int[] order;
    private final int[][] parents;
    private final int[][] children;

    private Dag(WeightMatrix weights, Support support, int[] order) {
        this.weights = weights;
        this.order = order;
        this.parents = support.parents();
        this.children = support.children();
    }

    /**
     * Proves that a graph has no directed cycle.
     *
     * @param weights W
     * @throws IllegalArgumentException when there is a cycle; the message names one, by the indices of its variables
     */
    public static Dag of(WeightMatrix weights) {
        Objects.requireNonNull(weights, "weights");
        Support support = Support.of(weights);
        int[] order = support.topologicalOrder();
        if (order.length < weights.variables()) {
            throw new IllegalArgumentException(
                    "weights must have no directed cycle, have " + Support.cycleText(support.cycle(order)));
        }
        return new Dag(weights, support, order);
    }

    /**
     * Drops the edges with |W[i, j]| below a threshold, then the weakest edges until no cycle is left. An edge is
     * dropped only if it closes a cycle with kept edges at least as strong as itself, so no dropped edge could be put
     * back. Equal strengths: the edge with the smaller (from, to) is preferred.
     *
     * <p>The result is what "again and again drop the weakest edge that lies on a cycle" leaves, plus those of its
     * dropped edges that no longer close a cycle at the end. O(m log m + d² m / 64): one bit per pair of variables says
     * what reaches what.
     *
     * @param weights W
     * @param threshold at least 0; the papers use 0.3
     * @return the acyclic graph, and the edges at or above the threshold that had to go
     */
    public static Pruned strongest(WeightMatrix weights, double threshold) {
        return CycleBreaking.strongestFirst(weights.threshold(threshold));
    }

    /** {@return W, acyclic} */
    public WeightMatrix weights() {
        return weights;
    }

    /** {@return d, the number of variables} */
    public int variables() {
        return order.length;
    }

    /** {@return the variables, causes before effects, else the smallest index first} A copy. */
    public int[] topologicalOrder() {
        return order.clone();
    }

    /**
     * {@return the direct causes of a variable, ascending; a copy}
     *
     * @param variable j
     */
    public int[] parents(int variable) {
        return parents[variable].clone();
    }

    /**
     * {@return the direct effects of a variable, ascending; a copy}
     *
     * @param variable i
     */
    public int[] children(int variable) {
        return children[variable].clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Dag that && weights.equals(that.weights);
    }

    @Override
    public int hashCode() {
        return weights.hashCode();
    }

    @Override
    public String toString() {
        int edges = Arrays.stream(children).mapToInt(c -> c.length).sum();
        return "Dag[variables=" + order.length + ", edges=" + edges + "]";
    }

    /**
     * An acyclic graph, and the edges above the threshold that were removed to break cycles.
     *
     * @param dag the kept edges
     * @param dropped edges that were dropped to break cycles, weakest first; edges below the threshold are not listed
     */
    public record Pruned(Dag dag, List<Edge> dropped) {
        public Pruned {
            Objects.requireNonNull(dag, "dag");
            dropped = List.copyOf(dropped);
        }
    }

    /**
     * One edge from → to and its weight.
     *
     * @param from i, the cause
     * @param to j, the effect
     * @param weight W[i, j]
     */
    public record Edge(int from, int to, double weight) {
        @Override
        public String toString() {
            return from + " -> " + to + " (" + weight + ")";
        }
    }

    private static final class CycleBreaking {

        /** Weakest first; of equals the larger (from, to) first, so that the smaller one survives. */
        private static final Comparator<Edge> WEAKEST_FIRST = Comparator.comparingDouble(
                        (Edge e) -> Math.abs(e.weight()))
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
}
