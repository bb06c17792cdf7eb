// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.graph;

import java.util.Arrays;

/** Strongly connected components of a directed graph (Tarjan 1972), without recursion: O(vertices + edges). */
public final class StronglyConnectedComponents {

    private final int[] firstEdge;
    private final int[] target;
    private final int[] order;
    private final int[] low;
    private final int[] component;
    private final int[] open;
    private int opened;
    private int visited;
    private int components;

    private StronglyConnectedComponents(int vertices, int[] from, int[] to) {
        firstEdge = new int[vertices + 1];
        for (int source : from) {
            firstEdge[source + 1]++;
        }
        for (int v = 0; v < vertices; v++) {
            firstEdge[v + 1] += firstEdge[v];
        }
        target = new int[from.length];
        int[] next = Arrays.copyOf(firstEdge, vertices);
        for (int e = 0; e < from.length; e++) {
            target[next[from[e]]++] = to[e];
        }
        order = new int[vertices];
        low = new int[vertices];
        component = new int[vertices];
        open = new int[vertices];
        Arrays.fill(component, -1);
    }

    /** The component of each vertex, [n], from 0: an edge between two goes from the higher number to the lower. */
    public static int[] of(int vertices, int[] from, int[] to) {
        if (from.length != to.length) {
            throw new IllegalArgumentException(
                    "from and to must have the same length, were " + from.length + " and " + to.length);
        }
        StronglyConnectedComponents search = new StronglyConnectedComponents(vertices, from, to);
        int[] path = new int[vertices];
        int[] edge = new int[vertices];
        for (int root = 0; root < vertices; root++) {
            if (search.order[root] == 0) {
                search.visit(root, path, edge);
            }
        }
        return search.component;
    }

    private void visit(int root, int[] path, int[] edge) {
        int depth = 0;
        path[0] = root;
        edge[0] = open(root);
        while (depth >= 0) {
            int v = path[depth];
            if (edge[depth] < firstEdge[v + 1]) {
                int w = target[edge[depth]++];
                if (order[w] == 0) {
                    path[++depth] = w;
                    edge[depth] = open(w);
                } else if (component[w] < 0) {
                    low[v] = Math.min(low[v], order[w]);
                }
            } else {
                if (low[v] == order[v]) {
                    close(v);
                }
                depth--;
                if (depth >= 0) {
                    low[path[depth]] = Math.min(low[path[depth]], low[v]);
                }
            }
        }
    }

    /** Numbers a vertex and puts it among those whose component is not known yet. */
    private int open(int v) {
        order[v] = ++visited;
        low[v] = visited;
        open[opened++] = v;
        return firstEdge[v];
    }

    private void close(int v) {
        int w;
        do {
            w = open[--opened];
            component[w] = components;
        } while (w != v);
        components++;
    }
}
