// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.chain.StructureChain;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.HyperParameters.FitSums;

/** A short look at the flat posterior of few rows, from its best graph on: [d, d] P(i → j), mean sums of settings. */
record DrawnGraphs(WeightMatrix edges, FitSums sums) {

    private static final int THIN = 5;
    /** The sums of a graph take longer to compute than ten steps. */
    private static final int THIN_SUMS = 50;

    /** Takes so many steps for each allowed edge, after a quarter of these. */
    static DrawnGraphs of(PersonalFit fit, EdgeKnowledge knowledge, int stepsOfEdge, SearchRandom random) {
        int d = knowledge.variables();
        StructureChain chain = new StructureChain(fit.scores(), knowledge, fit.best(random), random);
        int steps = stepsOfEdge * d * knowledge.targets().length;
        double[] edges = new double[d * d];
        FitSums sums = FitSums.NONE;
        for (int step = -steps / 4; step < steps; step++) {
            chain.step();
            if (step >= 0 && step % THIN == 0) {
                count(chain.graph(), edges);
            }
            if (step >= 0 && step % THIN_SUMS == 0) {
                sums = sums.plus(fit.sums(chain.graph()), 1);
            }
        }
        double kept = Math.ceil((double) steps / THIN);
        for (int k = 0; k < edges.length; k++) {
            edges[k] /= kept;
        }
        return new DrawnGraphs(
                WeightMatrix.ofRows(d, edges), FitSums.NONE.plus(sums, 1 / Math.ceil((double) steps / THIN_SUMS)));
    }

    private static void count(ParentSets graph, double[] edges) {
        int d = graph.variables();
        for (int j = 0; j < d; j++) {
            for (int p = 0; p < graph.count(j); p++) {
                edges[graph.parent(j, p) * d + j]++;
            }
        }
    }
}
