// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.chain.StructureChain;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.score.HyperParameters.FitSums;

/**
 * Samples graphs by a short chain from a flat posterior of few rows, from its best graph on: [d, d] P(i → j), mean sums
 * of settings.
 */
record DrawnGraphs(WeightMatrix edges, FitSums sums) {

    /** The sums of a graph take longer to compute than ten steps. */
    private static final int THIN_SUMS = 50;

    /** Takes so many steps for each allowed edge, after a quarter of these. */
    static DrawnGraphs of(PersonalFit fit, EdgeKnowledge knowledge, int stepsOfEdge, SearchRandom random) {
        int steps = stepsOfEdge * knowledge.variables() * knowledge.targets().length;
        StructureChain chain = fit.climbed(random).chain();
        FitSums[] sums = {FitSums.NONE};
        WeightMatrix edges = chain.shares(steps / 4, steps, step -> {
            if (step % THIN_SUMS == 0) {
                sums[0] = sums[0].plus(fit.sums(chain.graph()), 1);
            }
        });
        return new DrawnGraphs(edges, FitSums.NONE.plus(sums[0], 1 / Math.ceil((double) steps / THIN_SUMS)));
    }
}
