// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

/** Counts v-structures x → z ← y with x and y not adjacent, which distinguish equivalence classes on one skeleton. */
final class VStructures {

    private VStructures() {}

    static int count(WeightMatrix graph) {
        return countCommon(graph, graph);
    }

    /** V-structures that both graphs have, each counted once. */
    static int countCommon(WeightMatrix first, WeightMatrix second) {
        int[][] parents = Support.of(first).parents();
        int count = 0;
        for (int z = 0; z < parents.length; z++) {
            int[] causes = parents[z];
            for (int a = 0; a < causes.length; a++) {
                for (int b = a + 1; b < causes.length; b++) {
                    if (!joined(first, causes[a], causes[b]) && isVStructure(second, causes[a], z, causes[b])) {
                        count++;
                    }
                }
            }
        }
        return count;
    }

    static boolean isVStructure(WeightMatrix graph, int x, int z, int y) {
        return graph.hasEdge(x, z) && graph.hasEdge(y, z) && !joined(graph, x, y);
    }

    static boolean joined(WeightMatrix graph, int x, int y) {
        return graph.hasEdge(x, y) || graph.hasEdge(y, x);
    }
}
