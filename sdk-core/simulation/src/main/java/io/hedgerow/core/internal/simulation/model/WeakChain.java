// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.RandomStream;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;

/**
 * A simulated graph that is one long path in a random order. With weights below 1 variances soon stop growing and give
 * little of it away.
 */
record WeakChain(int variables, WeightRange weights) implements GraphGenerator {

    static final WeightRange WEIGHTS = new WeightRange(0.5, 0.8);

    WeakChain {
        OrderedPairs.count(variables);
    }

    @Override
    public WeightMatrix generate(long seed) {
        RandomStream random = new RandomStream(seed);
        int[] order = random.nextPermutation(variables);
        OrderedPairs chosen = new OrderedPairs(variables);
        for (int place = 1; place < variables; place++) {
            chosen.add(place - 1, place);
        }
        return chosen.toGraph(order, weights, random);
    }
}
