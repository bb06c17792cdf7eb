package io.hedgerow.core.acyclicity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A strongly connected component with at least one edge, its vertices renumbered 0, …, n − 1 and its edges sorted by
 * source: those of source i are at {@code start[i]}, …, {@code start[i + 1] − 1}.
 *
 * <p>Every directed cycle lies inside one component, so an edge between two components changes no cycle.
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

    /** The components of a pattern, by Tarjan's algorithm without recursion: O(vertices + edges). */
    static List<Component> of(EdgePattern pattern) {
        int[][] sorted = bySource(pattern);
        int[] componentOf = components(pattern, sorted[0], sorted[1]);
        return collect(pattern, sorted[1], componentOf);
    }

    /** Number n of vertices. */
    int size() {
        return size;
    }

    int edges() {
        return edge.length;
    }

    /** Where the edges of each source start; n + 1 entries. Not to be modified, like the two below. */
    int[] start() {
        return start;
    }

    /** Target of each edge, renumbered. */
    int[] target() {
        return target;
    }

    /** Place of each edge in the pattern. */
    int[] edge() {
        return edge;
    }

    /** Start of each source's edges, and the edges in that order. */
    private static int[][] bySource(EdgePattern pattern) {
        int[] start = new int[pattern.variables() + 1];
        for (int e = 0; e < pattern.size(); e++) {
            start[pattern.from(e) + 1]++;
        }
        for (int i = 0; i < pattern.variables(); i++) {
            start[i + 1] += start[i];
        }
        int[] next = start.clone();
        int[] edges = new int[pattern.size()];
        for (int e = 0; e < pattern.size(); e++) {
            edges[next[pattern.from(e)]++] = e;
        }
        return new int[][] {start, edges};
    }

    /** Number of each vertex's component. */
    private static int[] components(EdgePattern pattern, int[] start, int[] edges) {
        int d = pattern.variables();
        int[] number = new int[d];
        int[] componentOf = new int[d];
        Arrays.fill(number, d);
        Arrays.fill(componentOf, -1);
        int[] low = new int[d];
        int[] cursor = Arrays.copyOf(start, d);
        int[] path = new int[d];
        int[] open = new int[d];
        int opened = 0;
        int visited = 0;
        int found = 0;
        for (int root = 0; root < d; root++) {
            int depth = 0;
            if (number[root] == d) {
                path[depth++] = root;
            }
            while (depth > 0) {
                int v = path[depth - 1];
                if (number[v] == d) {
                    number[v] = visited++;
                    low[v] = number[v];
                    open[opened++] = v;
                }
                if (cursor[v] < start[v + 1]) {
                    int w = pattern.to(edges[cursor[v]]);
                    if (number[w] == d) {
                        path[depth++] = w;
                        continue;
                    }
                    if (componentOf[w] < 0) {
                        low[v] = Math.min(low[v], low[w]);
                    }
                    cursor[v]++;
                    continue;
                }
                if (low[v] == number[v]) {
                    int w;
                    do {
                        w = open[--opened];
                        componentOf[w] = found;
                    } while (w != v);
                    found++;
                }
                depth--;
            }
        }
        return componentOf;
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
