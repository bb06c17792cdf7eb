// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.chain.OrderSampler;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.search.Trust;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * What a search finds again behind as much noise again: evidence knows how much noise there is, not what it did to a
 * strong dependence that explains away another. So what is not found again is not sure. Post-processing: costs no
 * budget. Immutable.
 */
public final class FoundAgain {

    private static final int AGAIN = 8;
    /** A direction that one search does not find is left open: of those with 15 of 16 a third were wrong. */
    private static final double ALL = 1 - 1e-9;

    private final EdgeKnowledge knowledge;
    /** The share of searches that find i → j, [d, d]; an edge without an identified direction counts half for each. */
    private final double[] share;

    private FoundAgain(EdgeKnowledge knowledge, double[] share) {
        this.knowledge = knowledge;
        this.share = share;
    }

    /** Searches {@value #AGAIN} times; {@code search} finds the best graph behind the noise of a draw, from 1. */
    public static FoundAgain of(EdgeKnowledge knowledge, IntFunction<ParentSets> search) {
        int d = knowledge.variables();
        double[] share = new double[d * d];
        for (int draw = 1; draw <= AGAIN; draw++) {
            Dag dag = Dag.of(search.apply(draw).marks());
            EquivalenceClass pattern = classOf(dag, knowledge);
            for (int j = 0; j < d; j++) {
                for (int i : dag.parents(j)) {
                    double forward = pattern.isUndirected(i, j) ? 0.5 : 1;
                    share[i * d + j] += forward / AGAIN;
                    share[j * d + i] += (1 - forward) / AGAIN;
                }
            }
        }
        return new FoundAgain(knowledge, share);
    }

    /** A normal number, for noise that protects nothing (Box and Muller 1958). */
    public static double normal(SearchRandom random) {
        double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
        return radius * Math.cos(2 * Math.PI * random.nextDouble());
    }

    private static EquivalenceClass classOf(Dag dag, EdgeKnowledge knowledge) {
        return EquivalenceClass.of(dag, (i, j) -> !knowledge.allows(i, j));
    }

    /**
     * Directions that are identified in the network, and in all of the searches behind more noise; only those that are
     * known beforehand where chains did not agree.
     */
    EquivalenceClass pattern(WeightMatrix network, boolean mixed) {
        int d = network.variables();
        EquivalenceClass identified = classOf(Dag.of(network), knowledge);
        double[] marks = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                if (network.get(i, j) != 0) {
                    boolean known = !knowledge.allows(j, i);
                    boolean directed = mixed && !identified.isUndirected(i, j) && share[i * d + j] >= ALL;
                    marks[i * d + j] = 1;
                    marks[j * d + i] = known || directed ? 0 : 1;
                }
            }
        }
        return EquivalenceClass.ofMarks(WeightMatrix.ofRows(d, marks));
    }

    /**
     * The network without edges that are likelier absent than there, where chains agreed; required ones stay. These
     * probabilities are not too low, as those of a search that knows the noise alone are.
     */
    public WeightMatrix likely(WeightMatrix network, OrderSampler.Sampled sampled, Trust untested) {
        if (!untested.mixed()) {
            return network;
        }
        int d = network.variables();
        WeightMatrix edges = times(sampled.edges());
        double[] kept = network.toRows();
        for (int k = 0; k < kept.length; k++) {
            int i = k / d;
            int j = k % d;
            boolean likely = edges.get(i, j) + edges.get(j, i) >= PairProbabilities.LEAST_JOINED;
            kept[k] = likely || knowledge.requires(i, j) ? kept[k] : 0;
        }
        return WeightMatrix.ofRows(d, kept);
    }

    /** The probabilities of edges, and directions, of a network and of chains, where these agreed. */
    public PairProbabilities pairs(WeightMatrix network, OrderSampler.Sampled sampled, Trust trust) {
        return new PairProbabilities(
                Optional.of(pattern(network, trust.mixed())),
                Optional.of(sampled.edges()).filter(p -> trust.mixed()).map(this::times),
                trust.cap());
    }

    /** P(i → j): that of an edge between the two, times the share of searches that found i → j. */
    WeightMatrix times(WeightMatrix edges) {
        int d = edges.variables();
        double[] product = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                product[i * d + j] = i == j ? 0 : share[i * d + j] * Math.min(1, edges.get(i, j) + edges.get(j, i));
            }
        }
        return WeightMatrix.ofRows(d, product);
    }
}
