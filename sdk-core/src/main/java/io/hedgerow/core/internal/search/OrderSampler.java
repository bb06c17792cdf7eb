// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The posterior over graphs by chains over orders (Friedman and Koller 2003; Kuipers and Moffa 2017): first short
 * chains that look for a better graph and better candidates, then {@value #CHAINS} long ones whose samples count.
 */
final class OrderSampler {

    private static final int PASSES = 6;
    /** How many sets of candidates beside the neighbours are tried before the best graph is believed. */
    private static final int BLOCKS = 3;

    private static final int PASS_CHAINS = 2;
    private static final int PASS_SWEEPS = 333;
    private static final int PASS_BURN_IN = 200;
    static final int CHAINS = 4;
    private static final int SWEEPS = 1000;
    private static final int BURN_IN = 400;
    private static final int THIN = 2;
    /** Nats of mean order probability below the best chain at which a chain is trapped. */
    private static final double TRAPPED = 3;

    private static final double LEAD = 1e-6;

    private final LocalScores scores;
    private final double[] covariance;
    private final EdgeKnowledge knowledge;
    private final SearchRandom random;
    private ParentSets best;
    private double bestScore;

    OrderSampler(
            LocalScores scores, double[] covariance, EdgeKnowledge knowledge, ParentSets start, SearchRandom random) {
        this.scores = scores;
        this.covariance = covariance;
        this.knowledge = knowledge;
        this.random = random;
        this.best = start;
        this.bestScore = new GraphClimb(scores, start).score();
    }

    /**
     * What the chains found.
     *
     * @param best the graph of the highest score met
     * @param edges [d, d] probabilities of i → j
     * @param trapped chains that were trapped
     * @param gap the largest difference of a probability between two chains that count
     */
    record Sampled(ParentSets best, WeightMatrix edges, int trapped, double gap) {}

    Sampled sample() {
        int block = 0;
        for (int pass = 0; pass < PASSES && block < BLOCKS; pass++) {
            double before = bestScore;
            OrderTable[] tables = tables(block);
            for (int chain = 0; chain < PASS_CHAINS; chain++) {
                look(tables, chain == 0);
            }
            block = bestScore > before + LEAD ? 0 : block + 1;
        }
        OrderTable[] tables = tables(0);
        List<Chain> chains = new ArrayList<>();
        for (int chain = 0; chain < CHAINS; chain++) {
            chains.add(run(tables, chain == 0));
        }
        return average(chains);
    }

    private OrderTable[] tables(int block) {
        int[][] candidates = CandidateParents.choose(scores, covariance, knowledge, best, block);
        OrderTable[] tables = new OrderTable[candidates.length];
        for (int j = 0; j < tables.length; j++) {
            tables[j] = new OrderTable(scores, j, candidates[j]);
        }
        return tables;
    }

    private OrderChain chain(OrderTable[] tables, boolean fromBest) {
        int[] targets = knowledge.targets();
        int[] start = fromBest
                ? Arrays.stream(best.topologicalOrder())
                        .filter(j -> Arrays.binarySearch(targets, j) >= 0)
                        .toArray()
                : OrderChain.randomOrder(tables, targets, random);
        return new OrderChain(tables, start, random);
    }

    private static double power(int sweep, int burnIn) {
        return Math.min(1, 0.1 + 0.9 * sweep / (0.7 * burnIn));
    }

    private void look(OrderTable[] tables, boolean fromBest) {
        OrderChain chain = chain(tables, fromBest);
        ParentSets top = null;
        double topScore = Double.NEGATIVE_INFINITY;
        for (int sweep = 0; sweep < PASS_SWEEPS; sweep++) {
            chain.sweep(fromBest ? 1 : power(sweep, PASS_BURN_IN));
            if (sweep >= PASS_BURN_IN && sweep % THIN == 0) {
                OrderChain.Drawn drawn = chain.draw();
                if (drawn.score() > topScore) {
                    topScore = drawn.score();
                    top = drawn.parents();
                }
            }
        }
        if (top != null) {
            improve(top);
        }
    }

    private void improve(ParentSets from) {
        GraphClimb climb = new GraphClimb(scores, from);
        climb.climb();
        double found = climb.score();
        if (found > bestScore) {
            bestScore = found;
            best = climb.parents().copy();
        }
    }

    private record Chain(WeightMatrix edges, double height) {}

    private Chain run(OrderTable[] tables, boolean fromBest) {
        int d = tables.length;
        OrderChain chain = chain(tables, fromBest);
        double[] edges = new double[d * d];
        double height = 0;
        int kept = 0;
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            chain.sweep(sweep < BURN_IN ? power(sweep, BURN_IN) : 1);
            if (sweep >= BURN_IN && sweep % THIN == 0) {
                kept++;
                height += chain.logProbability();
                chain.addProbabilities(edges);
                OrderChain.Drawn drawn = chain.draw();
                if (drawn.score() > bestScore + LEAD) {
                    bestScore = drawn.score();
                    best = drawn.parents();
                }
            }
        }
        for (int k = 0; k < d * d; k++) {
            edges[k] /= kept;
        }
        return new Chain(WeightMatrix.ofRows(d, edges), height / kept);
    }

    private Sampled average(List<Chain> chains) {
        double top = chains.stream().mapToDouble(Chain::height).max().orElseThrow();
        List<Chain> kept =
                chains.stream().filter(chain -> chain.height() >= top - TRAPPED).toList();
        double gap = 0;
        for (Chain one : kept) {
            double[] own = one.edges().toRows();
            for (Chain other : kept) {
                double[] others = other.edges().toRows();
                for (int k = 0; k < own.length; k++) {
                    gap = Math.max(gap, Math.abs(own[k] - others[k]));
                }
            }
        }
        return new Sampled(best, mean(kept.stream().map(Chain::edges).toList()), chains.size() - kept.size(), gap);
    }

    private static WeightMatrix mean(List<WeightMatrix> all) {
        int d = all.get(0).variables();
        double[] mean = new double[d * d];
        for (WeightMatrix one : all) {
            double[] rows = one.toRows();
            for (int k = 0; k < mean.length; k++) {
                mean[k] += rows[k] / all.size();
            }
        }
        return WeightMatrix.ofRows(d, mean);
    }
}
