// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.RandomStream;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;

/** Unrecorded causes, each of four distinct visible variables, drawn uniformly; they have no causes. */
final class HiddenCauses {

    static final int CHILDREN = 4;

    private HiddenCauses() {}

    /** W of the visible variables first, then of m hidden ones: [d + m, d + m]. */
    static WeightMatrix add(WeightMatrix visible, int causes, WeightRange weights, long seed) {
        if (causes == 0) {
            return visible;
        }
        int d = visible.variables();
        if (d < CHILDREN) {
            throw new IllegalArgumentException("hidden causes need at least " + CHILDREN + " variables, were " + d);
        }
        int all = d + causes;
        double[] entries = new double[all * all];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                entries[i * all + j] = visible.get(i, j);
            }
        }
        RandomStream random = new RandomStream(seed);
        for (int cause = d; cause < all; cause++) {
            int[] order = random.nextPermutation(d);
            for (int child = 0; child < CHILDREN; child++) {
                entries[cause * all + order[child]] = weights.draw(random);
            }
        }
        return WeightMatrix.ofRows(all, entries);
    }
}
