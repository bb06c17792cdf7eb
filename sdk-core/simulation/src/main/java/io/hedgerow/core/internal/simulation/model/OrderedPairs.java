// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.RandomStream;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import java.util.BitSet;

/** A set of pairs a &lt; b of positions in a causal order, as b (b − 1) / 2 + a: an acyclic graph. Not thread-safe. */
final class OrderedPairs {

    private final int variables;
    private final BitSet chosen;

    OrderedPairs(int variables) {
        this.variables = variables;
        this.chosen = new BitSet(count(variables));
    }

    /** d (d − 1) / 2; refuses sizes whose matrix would not fit an array. */
    static int count(int variables) {
        if (variables < 1) {
            throw new IllegalArgumentException("variables must be >= 1, was " + variables);
        }
        return Math.multiplyExact(variables, variables - 1) / 2;
    }

    /** Adds a pair by its number; false when it was there. */
    boolean add(int number) {
        if (chosen.get(number)) {
            return false;
        }
        chosen.set(number);
        return true;
    }

    boolean add(int earlier, int later) {
        return add(later * (later - 1) / 2 + earlier);
    }

    /** Edges from {@code order[a]} to {@code order[b]}, weights drawn in the order of the pair numbers. */
    WeightMatrix toGraph(int[] order, WeightRange weights, RandomStream random) {
        double[] entries = new double[variables * variables];
        int number = 0;
        for (int b = 1; b < variables; b++) {
            for (int a = 0; a < b; a++, number++) {
                if (chosen.get(number)) {
                    entries[order[a] * variables + order[b]] = weights.draw(random);
                }
            }
        }
        return WeightMatrix.ofRows(variables, entries);
    }
}
