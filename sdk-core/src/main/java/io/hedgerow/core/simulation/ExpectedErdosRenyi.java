package io.hedgerow.core.simulation;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.simulation.GraphGenerator.WeightRange;

/**
 * Random directed acyclic graphs with the given number of edges in expectation: a uniformly random causal order, and
 * each of the d (d − 1) / 2 pairs is an edge along it independently with probability m / (d (d − 1) / 2).
 *
 * @param variables d; at least 2
 * @param expectedEdges m; from 0 to d (d − 1) / 2
 * @param weights distribution of the weights
 */
public record ExpectedErdosRenyi(int variables, double expectedEdges, WeightRange weights) implements GraphGenerator {
    public ExpectedErdosRenyi {
        int pairs = OrderedPairs.count(variables);
        if (pairs == 0) {
            throw new IllegalArgumentException("variables must be >= 2, was " + variables);
        }
        if (!(expectedEdges >= 0 && expectedEdges <= pairs)) {
            throw new IllegalArgumentException("expectedEdges must be from 0 to " + pairs + " for " + variables
                    + " variables, was " + expectedEdges);
        }
    }

    /**
     * With weights in ±[0.5, 2].
     *
     * @param variables d
     * @param expectedEdges m
     */
    public ExpectedErdosRenyi(int variables, double expectedEdges) {
        this(variables, expectedEdges, WeightRange.STANDARD);
    }

    @Override
    public WeightMatrix generate(long seed) {
        RandomStream random = new RandomStream(seed);
        int[] order = random.nextPermutation(variables);
        int pairs = OrderedPairs.count(variables);
        double probability = expectedEdges / pairs;
        OrderedPairs chosen = new OrderedPairs(variables);
        for (int pair = 0; pair < pairs; pair++) {
            if (random.nextUniform() < probability) {
                chosen.add(pair);
            }
        }
        return chosen.toGraph(order, weights, random);
    }
}
