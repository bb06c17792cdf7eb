// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.Arrays;

/**
 * A bow-free acyclic path diagram (Drton, Eichler and Richardson 2009): i → j where i causes j, i ↔ j where noises of
 * both depend on each other, as of a hidden cause; at most one of the three between two variables. A district is what
 * two-headed edges connect; the likelihood of normal variables is a product over districts. Not thread-safe.
 */
final class PathDiagram {

    /** The edge between two variables. */
    enum Edge {
        NONE,
        /** From the first to the second. */
        FORWARD,
        BACKWARD,
        TWO_HEADED;

        private static final Edge[] ALL = values();

        static Edge[] all() {
            return ALL;
        }

        Edge reversed() {
            return this == FORWARD ? BACKWARD : this == BACKWARD ? FORWARD : this;
        }
    }

    final int variables;
    /** [i · d + j]: the edge between i and j, seen from i. */
    private final Edge[] edges;

    PathDiagram(int variables) {
        this.variables = variables;
        this.edges = new Edge[variables * variables];
        Arrays.fill(edges, Edge.NONE);
    }

    private PathDiagram(PathDiagram other) {
        this.variables = other.variables;
        this.edges = other.edges.clone();
    }

    /** The edges of a graph between its first variables, none of them two-headed. */
    static PathDiagram of(WeightMatrix graph, int first) {
        PathDiagram diagram = new PathDiagram(first);
        for (int i = 0; i < first; i++) {
            for (int j = 0; j < first; j++) {
                if (graph.hasEdge(i, j)) {
                    diagram.set(i, j, Edge.FORWARD);
                }
            }
        }
        return diagram;
    }

    /** The edges between the first variables. */
    PathDiagram first(int count) {
        PathDiagram part = new PathDiagram(count);
        for (int i = 0; i < count; i++) {
            System.arraycopy(edges, i * variables, part.edges, i * count, count);
        }
        return part;
    }

    PathDiagram copy() {
        return new PathDiagram(this);
    }

    Edge edge(int i, int j) {
        return edges[i * variables + j];
    }

    void set(int i, int j, Edge edge) {
        edges[i * variables + j] = edge;
        edges[j * variables + i] = edge.reversed();
    }

    boolean isParent(int i, int j) {
        return edge(i, j) == Edge.FORWARD;
    }

    boolean areSiblings(int i, int j) {
        return edge(i, j) == Edge.TWO_HEADED;
    }

    boolean joined(int i, int j) {
        return edge(i, j) != Edge.NONE;
    }

    int edgeCount() {
        return (int) Arrays.stream(edges).filter(edge -> edge != Edge.NONE).count() / 2;
    }

    /** The number of pairs of edges that have a variable in common. */
    int meetings() {
        int meetings = 0;
        for (int i = 0; i < variables; i++) {
            int degree = 0;
            for (int j = 0; j < variables; j++) {
                meetings += joined(i, j) ? degree++ : 0;
            }
        }
        return meetings;
    }

    int[] district(int i) {
        boolean[] in = new boolean[variables];
        int[] queue = new int[variables];
        int end = 0;
        queue[end++] = i;
        in[i] = true;
        for (int at = 0; at < end; at++) {
            for (int k = 0; k < variables; k++) {
                if (!in[k] && areSiblings(queue[at], k)) {
                    in[k] = true;
                    queue[end++] = k;
                }
            }
        }
        int[] members = Arrays.copyOf(queue, end);
        Arrays.sort(members);
        return members;
    }

    /** Whether a directed path leads from i to j; true for i = j. */
    boolean reaches(int i, int j) {
        return reached(variables, parents(), i)[j];
    }

    /** [i · d + j]: whether i → j. */
    boolean[] parents() {
        boolean[] parents = new boolean[edges.length];
        for (int k = 0; k < edges.length; k++) {
            parents[k] = edges[k] == Edge.FORWARD;
        }
        return parents;
    }

    /** The variables to which directed paths lead from i, itself among them; parents has i → j at [i · d + j]. */
    static boolean[] reached(int d, boolean[] parents, int i) {
        boolean[] seen = new boolean[d];
        int[] queue = new int[d];
        int end = 0;
        queue[end++] = i;
        seen[i] = true;
        for (int at = 0; at < end; at++) {
            for (int k = 0; k < d; k++) {
                if (!seen[k] && parents[queue[at] * d + k]) {
                    seen[k] = true;
                    queue[end++] = k;
                }
            }
        }
        return seen;
    }

    /** [i · d + j]: whether a directed path leads from i to j; true for i = j. */
    static boolean[] ancestors(int d, boolean[] parents) {
        boolean[] reach = new boolean[d * d];
        for (int i = 0; i < d; i++) {
            System.arraycopy(reached(d, parents, i), 0, reach, i * d, d);
        }
        return reach;
    }
}
