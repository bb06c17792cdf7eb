// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

import io.hedgerow.core.internal.graph.StronglyConnectedComponents;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A strongly connected component with at least one edge, its vertices renumbered 0, …, n − 1 and its edges sorted by
 * source: those of source i are at {@code start[i]}, …, {@code start[i + 1] − 1}. Every directed cycle lies inside one.
 */
final class Component {

    private final int size;
    private final int[] start;
    private final int[] target;
    private final int[] edge;

    private Component(int size, int edges) {
        this.size = size;
        this.start = new int[size + 1];
        this.target = new int[edges];
        this.edge = new int[edges];
    }

    /** The components of a pattern. O(vertices + edges). */
    static List<Component> of(EdgePattern pattern) {
        int[] from = new int[pattern.size()];
        int[] to = new int[pattern.size()];
        for (int e = 0; e < from.length; e++) {
            from[e] = pattern.from(e);
            to[e] = pattern.to(e);
        }
        int[] componentOf = StronglyConnectedComponents.of(pattern.variables(), from, to);
        return collect(pattern, bySource(pattern), componentOf);
    }

    int size() {
        return size;
    }

    int edges() {
        return edge.length;
    }

    /** The start of each source's edges; n + 1 entries. Not to be modified, like the two below. */
    int[] start() {
        return start;
    }

    int[] target() {
        return target;
    }

    int[] edge() {
        return edge;
    }

    /** For each edge, the edge from its target to its source, or −1. */
    int[] opposite() {
        int[] opposite = new int[edge.length];
        Arrays.fill(opposite, -1);
        for (int i = 0; i < size; i++) {
            for (int e = start[i]; e < start[i + 1]; e++) {
                for (int back = start[target[e]]; back < start[target[e] + 1]; back++) {
                    if (target[back] == i) {
                        opposite[e] = back;
                    }
                }
            }
        }
        return opposite;
    }

    private static int[] bySource(EdgePattern pattern) {
        int[] next = new int[pattern.variables() + 1];
        for (int e = 0; e < pattern.size(); e++) {
            next[pattern.from(e) + 1]++;
        }
        for (int i = 0; i < pattern.variables(); i++) {
            next[i + 1] += next[i];
        }
        int[] edges = new int[pattern.size()];
        for (int e = 0; e < pattern.size(); e++) {
            edges[next[pattern.from(e)]++] = e;
        }
        return edges;
    }

    private static List<Component> collect(EdgePattern pattern, int[] sorted, int[] componentOf) {
        int[] size = new int[pattern.variables()];
        int[] local = new int[pattern.variables()];
        int[] count = new int[pattern.variables()];
        for (int v = 0; v < pattern.variables(); v++) {
            local[v] = size[componentOf[v]]++;
        }
        for (int e : sorted) {
            if (componentOf[pattern.from(e)] == componentOf[pattern.to(e)]) {
                count[componentOf[pattern.from(e)]]++;
            }
        }
        int components = size.length;
        Component[] all = new Component[components];
        int[] filled = new int[components];
        for (int c = 0; c < components; c++) {
            all[c] = new Component(size[c], count[c]);
        }
        for (int e : sorted) {
            int c = componentOf[pattern.from(e)];
            if (componentOf[pattern.to(e)] == c) {
                all[c].target[filled[c]] = local[pattern.to(e)];
                all[c].edge[filled[c]++] = e;
                all[c].start[local[pattern.from(e)] + 1]++;
            }
        }
        List<Component> cyclic = new ArrayList<>();
        for (Component component : all) {
            if (component.edges() > 0) {
                for (int i = 0; i < component.size; i++) {
                    component.start[i + 1] += component.start[i];
                }
                cyclic.add(component);
            }
        }
        return cyclic;
    }
}
