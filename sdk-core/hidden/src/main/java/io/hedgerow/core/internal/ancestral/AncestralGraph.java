// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.graph.AncestralMarks.End;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.Arrays;
import java.util.Optional;

/**
 * A graph with a mark at each end of its edges: maximal ancestral graphs, whose marks are arrowheads and tails, and
 * partial ones (Richardson and Spirtes 2002; Zhang 2008). Not thread-safe.
 */
final class AncestralGraph {

    final int variables;
    /** [i · d + j]: the mark at j of the edge between i and j. */
    private final Optional<End>[] ends;

    @SuppressWarnings("unchecked") // an array of a generic class
    AncestralGraph(int variables) {
        this.variables = variables;
        this.ends = (Optional<End>[]) new Optional<?>[variables * variables];
        Arrays.fill(ends, Optional.empty());
    }

    /**
     * The maximal ancestral graph with the separations of a path diagram. Two variables are adjacent where an inducing
     * path connects them: all between them are colliders on it and cause one of the two. An end is a tail where its
     * variable causes the other.
     */
    static AncestralGraph of(PathDiagram diagram) {
        int d = diagram.variables;
        boolean[] siblings = new boolean[d * d];
        for (int k = 0; k < d * d; k++) {
            siblings[k] = diagram.areSiblings(k / d, k % d);
        }
        return of(d, diagram.parents(), siblings);
    }

    /**
     * The same of directed edges, [i · d + j]: i → j, and of pairs with a hidden cause of both, [d, d], symmetric; two
     * variables may be both.
     */
    static AncestralGraph of(int d, boolean[] parents, boolean[] siblings) {
        boolean[] causes = PathDiagram.ancestors(d, parents);
        AncestralGraph graph = new AncestralGraph(d);
        boolean hidden = hasAny(siblings);
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d; j++) {
                boolean joined = parents[i * d + j] || parents[j * d + i] || siblings[i * d + j];
                if (joined || (hidden && induced(parents, siblings, causes, i, j))) {
                    graph.set(i, j, causes[j * d + i] ? End.TAIL : End.ARROW);
                    graph.set(j, i, causes[i * d + j] ? End.TAIL : End.ARROW);
                }
            }
        }
        return graph;
    }

    /**
     * The same with the lags of a network, which are its variables after those of this graph: each leads into those
     * that it has an edge to, and lags are not joined, which changes nothing for the others.
     */
    AncestralGraph afterLags(WeightMatrix network) {
        AncestralGraph graph = new AncestralGraph(network.variables());
        for (int k = 0; k < variables * variables; k++) {
            graph.ends[k / variables * graph.variables + k % variables] = ends[k];
        }
        for (int lag = variables; lag < graph.variables; lag++) {
            for (int j = 0; j < variables; j++) {
                if (network.hasEdge(lag, j)) {
                    graph.set(lag, j, End.ARROW);
                    graph.set(j, lag, End.TAIL);
                }
            }
        }
        return graph;
    }

    /** Without hidden causes no inducing path joins two that are not joined. */
    private static boolean hasAny(boolean[] pairs) {
        for (boolean one : pairs) {
            if (one) {
                return true;
            }
        }
        return false;
    }

    private static boolean induced(boolean[] parents, boolean[] siblings, boolean[] causes, int i, int j) {
        int d = (int) Math.round(Math.sqrt(parents.length));
        boolean[] seen = new boolean[d];
        int[] queue = new int[d];
        int end = 0;
        seen[i] = true;
        seen[j] = true;
        for (int v = 0; v < d; v++) {
            boolean collides = causes[v * d + i] || causes[v * d + j];
            if (!seen[v] && collides && (parents[i * d + v] || siblings[i * d + v])) {
                seen[v] = true;
                queue[end++] = v;
            }
        }
        for (int at = 0; at < end; at++) {
            int v = queue[at];
            if (parents[j * d + v] || siblings[j * d + v]) {
                return true;
            }
            for (int w = 0; w < d; w++) {
                if (siblings[v * d + w] && !seen[w] && (causes[w * d + i] || causes[w * d + j])) {
                    seen[w] = true;
                    queue[end++] = w;
                }
            }
        }
        return false;
    }

    void set(int i, int j, End at) {
        ends[i * variables + j] = Optional.of(at);
    }

    Optional<End> end(int i, int j) {
        return ends[i * variables + j];
    }

    boolean joined(int i, int j) {
        return ends[i * variables + j].isPresent();
    }

    boolean has(int i, int j, End at) {
        Optional<End> end = ends[i * variables + j];
        return end.isPresent() && end.get() == at;
    }

    boolean isDirected(int i, int j) {
        return has(i, j, End.ARROW) && has(j, i, End.TAIL);
    }

    /**
     * Whether i → j is visible: no hidden cause of both (Zhang 2008, definition 8). Some variable that is not adjacent
     * to j leads into i, itself or by a path of colliders that all are parents of j.
     */
    boolean isVisible(int i, int j) {
        return isDirected(i, j) && leadsFromOutside(i, j, new boolean[variables]);
    }

    /**
     * Whether a discriminating path for b ends with a, b, c: a is a collider on it and a parent of c, as all before it
     * are but the first, which is not adjacent to c.
     */
    boolean discriminates(int a, int b, int c) {
        boolean[] seen = new boolean[variables];
        seen[b] = true;
        return isDirected(a, c) && has(b, a, End.ARROW) && leadsFromOutside(a, c, seen);
    }

    /**
     * Whether a variable that is not adjacent to j leads into i, itself or by a path of colliders that all are parents
     * of j and were not seen.
     */
    private boolean leadsFromOutside(int i, int j, boolean[] seen) {
        int[] queue = new int[variables];
        int end = 0;
        queue[end++] = i;
        seen[i] = true;
        for (int at = 0; at < end; at++) {
            int q = queue[at];
            for (int p = 0; p < variables; p++) {
                if (p == j || seen[p] || !has(p, q, End.ARROW)) {
                    continue;
                }
                if (!joined(p, j)) {
                    return true;
                }
                if (isDirected(p, j) && has(q, p, End.ARROW)) {
                    seen[p] = true;
                    queue[end++] = p;
                }
            }
        }
        return false;
    }
}
