// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The free parameters of a {@link GramFit}, while the others are fixed: weights of edges by their position, and
 * logarithms of noise variances by variable, both ascending. Valid until an edge is added or dropped.
 */
@SuppressWarnings("ArrayRecordComponent") // within this package, and modified nowhere
record GramParameters(int[] edges, int[] variables) {

    static GramParameters all(GramGraph graph) {
        int[] edges = new int[graph.size()];
        Arrays.setAll(edges, k -> k);
        int[] variables = new int[graph.variables()];
        Arrays.setAll(variables, k -> k);
        return new GramParameters(edges, variables);
    }

    /** The parameters of some variables: the edges into and out of them and their noise variances. */
    static GramParameters of(GramGraph graph, int... centre) {
        boolean[] inner = new boolean[graph.variables()];
        for (int variable : centre) {
            inner[variable] = true;
        }
        return of(graph, inner, inner);
    }

    /**
     * The parameters that some variables determine at once: the edges into and out of them, and of them and their
     * parents and children the edges into them and the noise variances.
     */
    static GramParameters around(GramGraph graph, int... centre) {
        boolean[] inner = new boolean[graph.variables()];
        for (int variable : centre) {
            inner[variable] = true;
        }
        boolean[] outer = new boolean[graph.variables()];
        for (int variable : graph.around(centre)) {
            outer[variable] = true;
        }
        return of(graph, inner, outer);
    }

    private static GramParameters of(GramGraph graph, boolean[] inner, boolean[] outer) {
        List<Integer> edges = new ArrayList<>();
        List<Integer> variables = new ArrayList<>();
        for (int j = 0; j < outer.length; j++) {
            if (outer[j]) {
                variables.add(j);
                for (int edge : graph.parents(j)) {
                    edges.add(edge);
                }
            }
            if (inner[j]) {
                for (int edge : graph.children(j)) {
                    if (!outer[graph.to(edge)]) {
                        edges.add(edge);
                    }
                }
            }
        }
        return new GramParameters(
                edges.stream().mapToInt(Integer::intValue).sorted().toArray(),
                variables.stream().mapToInt(Integer::intValue).toArray());
    }

    int size() {
        return edges.length + variables.length;
    }
}
