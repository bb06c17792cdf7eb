package io.hedgerow.core.internal.search;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.Arrays;

/**
 * A short look at the posterior over graphs of few rows, which is flat: chains over orders, one from the best graph and
 * one from anywhere. {@link OrderSampler} looks longer, and where there are peaks.
 *
 * @param edges [d, d] probabilities of i → j
 * @param sums what the drawn graphs tell of the settings, on average
 */
record DrawnGraphs(WeightMatrix edges, FitSums sums) {

    private static final int CHAINS = 2;
    private static final int THIN = 2;

    static DrawnGraphs of(ClientFit fit, EdgeKnowledge knowledge, int sweeps, SearchRandom random) {
        int d = knowledge.variables();
        ParentSets best = fit.best(random);
        int[][] candidates = CandidateParents.choose(fit.scores(), fit.covariance(), knowledge, best, 0);
        OrderTable[] tables = new OrderTable[d];
        for (int j = 0; j < d; j++) {
            tables[j] = new OrderTable(fit.scores(), j, candidates[j]);
        }
        int[] targets = knowledge.targets();
        int[] start = Arrays.stream(best.topologicalOrder())
                .filter(j -> Arrays.binarySearch(targets, j) >= 0)
                .toArray();
        double[] edges = new double[d * d];
        FitSums sums = FitSums.NONE;
        int kept = 0;
        for (int c = 0; c < CHAINS; c++) {
            OrderChain chain = new OrderChain(
                    tables, c == 0 ? start : OrderChain.randomOrder(tables, targets, random), random);
            for (int sweep = -sweeps / 4; sweep < sweeps; sweep++) {
                chain.sweep(1);
                if (sweep >= 0 && sweep % THIN == 0) {
                    kept++;
                    chain.addProbabilities(edges);
                    sums = sums.plus(fit.sums(chain.draw().parents()), 1);
                }
            }
        }
        for (int k = 0; k < edges.length; k++) {
            edges[k] /= kept;
        }
        return new DrawnGraphs(WeightMatrix.ofRows(d, edges), FitSums.NONE.plus(sums, 1.0 / kept));
    }
}
