// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.RandomStream;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;

/**
 * Random directed acyclic graphs with exactly the given number of edges, as the generator of NOTEARS (Zheng et al.
 * 2018) makes them: a uniformly random causal order and, independently, m distinct pairs drawn uniformly from the d (d
 * − 1) / 2 pairs; each edge points along the order. Cost: O(d²).
 *
 * @param variables d; at least 1
 * @param edges m; from 0 to d (d − 1) / 2
 * @param weights distribution of the weights
 */
public record ErdosRenyi(int variables, int edges, WeightRange weights) implements GraphGenerator {
    public ErdosRenyi {
        int pairs = OrderedPairs.count(variables);
        if (edges < 0 || edges > pairs) {
            throw new IllegalArgumentException(
                    "edges must be from 0 to " + pairs + " for " + variables + " variables, was " + edges);
        }
    }

    /**
     * With weights in ±[0.5, 2].
     *
     * @param variables d
     * @param edges m
     */
    public ErdosRenyi(int variables, int edges) {
        this(variables, edges, WeightRange.STANDARD);
    }

    @Override
    public WeightMatrix generate(long seed) {
        RandomStream random = new RandomStream(seed);
        int[] order = random.nextPermutation(variables);
        int pairs = OrderedPairs.count(variables);
        OrderedPairs chosen = new OrderedPairs(variables);
        // Floyd's method: a uniform subset of size m with exactly m draws.
        for (int last = pairs - edges; last < pairs; last++) {
            if (!chosen.add(random.nextInt(last + 1))) {
                chosen.add(last);
            }
        }
        return chosen.toGraph(order, weights, random);
    }
}
