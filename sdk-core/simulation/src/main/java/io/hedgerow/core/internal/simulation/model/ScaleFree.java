// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.RandomStream;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;

/**
 * Random directed acyclic graphs with hubs (Barabási and Albert 1999): d variables arrive one after another, and each
 * connects to m distinct earlier ones (all of them while there are fewer), chosen one by one with probability
 * proportional to 1 + the number of edges they have. All edges point along the order of arrival: few causes with many
 * effects, and at most m parents each. Names are then permuted uniformly. The number of edges is m d − m (m + 1) / 2
 * for m &lt; d.
 */
record ScaleFree(int variables, int edgesPerVariable, WeightRange weights) implements GraphGenerator {

    ScaleFree {
        OrderedPairs.count(variables);
        if (edgesPerVariable < 1) {
            throw new IllegalArgumentException("edgesPerVariable must be >= 1, was " + edgesPerVariable);
        }
    }

    @Override
    public WeightMatrix generate(long seed) {
        RandomStream random = new RandomStream(seed);
        int[] names = random.nextPermutation(variables);
        // Every variable once, and once more for each of its edges: a uniform draw is a preferential one.
        int[] tickets = new int[variables + 2 * variables * Math.min(edgesPerVariable, variables)];
        int count = 0;
        OrderedPairs chosen = new OrderedPairs(variables);
        for (int newcomer = 0; newcomer < variables; newcomer++) {
            int before = count;
            int wanted = Math.min(edgesPerVariable, newcomer);
            for (int edge = 0; edge < wanted; edge++) {
                int other = tickets[random.nextInt(before)];
                while (!chosen.add(other, newcomer)) {
                    other = tickets[random.nextInt(before)];
                }
                tickets[count++] = other;
                tickets[count++] = newcomer;
            }
            tickets[count++] = newcomer;
        }
        return chosen.toGraph(names, weights, random);
    }
}
