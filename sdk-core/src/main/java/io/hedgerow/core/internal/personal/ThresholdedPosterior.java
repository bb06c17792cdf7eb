// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import java.util.stream.IntStream;

/** Decides one graph from probabilities of edges, where lags are parents only. */
final class ThresholdedPosterior {

    private ThresholdedPosterior() {}

    /**
     * Takes the likeliest of none, i → j and j → i for each pair within a step, and lags above one half; then the
     * weakest go until there is no cycle.
     */
    static ParentSets of(EdgeKnowledge knowledge, WeightMatrix p) {
        int q = p.variables();
        int d = knowledge.targets().length;
        double[] kept = new double[q * q];
        for (int i = 0; i < q; i++) {
            for (int j = 0; j < d; j++) {
                double edge = p.get(i, j);
                double back = i < d ? p.get(j, i) : 0;
                boolean taken = i != j && edge > back && edge > 1 - edge - back;
                kept[i * q + j] = taken ? edge : 0;
            }
        }
        WeightMatrix dag = Dag.strongest(WeightMatrix.ofRows(q, kept), 0).dag().weights();
        ParentSets graph = ParentSets.empty(q);
        for (int j = 0; j < d; j++) {
            int[] ranked = parents(dag, j);
            for (int i : ranked) {
                if (!graph.full(j)) {
                    graph.add(j, i);
                }
            }
        }
        return graph;
    }

    private static int[] parents(WeightMatrix dag, int j) {
        return IntStream.range(0, dag.variables())
                .filter(i -> dag.hasEdge(i, j))
                .boxed()
                .sorted((a, b) -> Double.compare(dag.get(b, j), dag.get(a, j)))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
