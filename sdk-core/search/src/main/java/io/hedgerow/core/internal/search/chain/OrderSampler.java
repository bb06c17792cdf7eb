// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.chain;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.climb.GraphClimb;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.StructureScore;
import io.hedgerow.core.internal.search.score.SubsetScores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Draws graphs by {@value #CHAINS} chains over orders (Friedman and Koller 2003; Kuipers and Moffa 2017). */
public final class OrderSampler {

    static final int CHAINS = 4;
    private static final int SWEEPS = 1600;
    private static final int BURN_IN = 1000;
    private static final int THIN = 2;
    /** One sample of a chain in so many is kept as a graph. */
    private static final int REMEMBERED = 15;
    /** Sweeps after the prior changed. */
    private static final int BURN_IN_AGAIN = 200;
    /** A chain whose mean log order probability is so many nats below the best chain's is trapped. */
    private static final double TRAPPED = 3;

    private static final double LEAD = 1e-6;

    private final double rows;
    private final EdgeKnowledge knowledge;
    private final SearchRandom random;
    private final OrderTable[] tables;
    private ParentSets best;
    private double bestScore;

    public OrderSampler(
            SubsetScores scores,
            double[] covariance,
            double rows,
            EdgeKnowledge knowledge,
            ParentSets start,
            SearchRandom random) {
        this.rows = rows;
        this.knowledge = knowledge;
        this.random = random;
        OrderSearch search = new OrderSearch(scores, covariance, rows, knowledge, random);
        this.best = search.search(start);
        this.bestScore = new GraphClimb(scores, best).score();
        this.tables = search.tables(best, Optional.empty());
    }

    /**
     * The result of sampling: the best graph found, [d, d] probabilities of i → j, the graphs of the chains that count,
     * {@code wide} ones where edges are likelier by {@link StructureScore#caution}, and the largest difference of a
     * probability between two such chains.
     */
    public record Sampled(
            ParentSets best,
            WeightMatrix edges,
            List<ParentSets> drawn,
            List<ParentSets> wide,
            int trapped,
            double gap) {}

    /** Samples; without caution the graphs of the chains are the wide ones, too. */
    public Sampled sample() {
        return sample(0);
    }

    public Sampled sample(double caution) {
        List<Chain> chains = new ArrayList<>();
        chains.add(run(Optional.of(best)));
        while (chains.size() < CHAINS) {
            chains.add(run(Optional.empty()));
        }
        return average(chains, caution);
    }

    private record Chain(WeightMatrix edges, List<ParentSets> drawn, OrderChain end, double height) {}

    private Chain run(Optional<ParentSets> start) {
        int d = tables.length;
        OrderChain chain = OrderChain.from(tables, knowledge.targets(), start, random);
        double[] edges = new double[d * d];
        double height = 0;
        int kept = 0;
        List<ParentSets> graphs = new ArrayList<>();
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            chain.sweep(sweep < BURN_IN ? OrderChain.power(sweep, BURN_IN, rows) : 1);
            if (sweep >= BURN_IN && sweep % THIN == 0) {
                kept++;
                height += chain.logProbability();
                chain.addProbabilities(edges);
                OrderChain.Drawn drawn = chain.draw();
                graphs.add(drawn.parents());
                if (drawn.score() > bestScore + LEAD) {
                    bestScore = drawn.score();
                    best = drawn.parents();
                }
            }
        }
        for (int k = 0; k < d * d; k++) {
            edges[k] /= kept;
        }
        return new Chain(WeightMatrix.ofRows(d, edges), graphs, chain, height / kept);
    }

    /** Graphs of the chains that count, continued where edges are likelier. */
    private List<ParentSets> wider(List<Chain> kept, double caution) {
        OrderTable[] wider =
                Arrays.stream(tables).map(table -> table.with(caution)).toArray(OrderTable[]::new);
        List<ParentSets> graphs = new ArrayList<>();
        for (Chain before : kept) {
            OrderChain chain = new OrderChain(wider, before.end().order(), random);
            for (int sweep = 0; sweep < BURN_IN_AGAIN + SWEEPS - BURN_IN; sweep++) {
                chain.sweep(1);
                if (sweep >= BURN_IN_AGAIN && sweep % THIN == 0) {
                    graphs.add(chain.draw().parents());
                }
            }
        }
        return graphs;
    }

    private Sampled average(List<Chain> chains, double caution) {
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
        return new Sampled(
                best,
                mean(kept.stream().map(Chain::edges).toList()),
                kept.stream().flatMap(OrderSampler::remembered).toList(),
                caution == 0
                        ? kept.stream().flatMap(chain -> chain.drawn().stream()).toList()
                        : wider(kept, caution),
                chains.size() - kept.size(),
                gap);
    }

    private static Stream<ParentSets> remembered(Chain chain) {
        return IntStream.range(0, chain.drawn().size())
                .filter(k -> (k + 1) % REMEMBERED == 0)
                .mapToObj(chain.drawn()::get);
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
