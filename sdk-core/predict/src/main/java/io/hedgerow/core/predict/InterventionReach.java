// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.BitSet;
import java.util.Optional;

/** Finds the variables that setting others changes in a network, and those of which the network does not say how. */
final class InterventionReach {

    private final int[] order;
    private final WeightMatrix weights;
    private final Optional<MixedModel> mixed;

    /** Takes the positions of the variables, causes first, their edges, and the model where it has both kinds. */
    InterventionReach(int[] order, WeightMatrix weights, Optional<MixedModel> mixed) {
        this.order = order;
        this.weights = weights;
        this.mixed = mixed;
    }

    /** The variables that follow from those that are set, without these. */
    BitSet following(Intervention set) {
        BitSet changed = new BitSet();
        for (int j : order) {
            if (!set.sets(j)) {
                for (int i = 0; i < order.length; i++) {
                    if (weights.hasEdge(i, j) && (set.sets(i) || changed.get(i))) {
                        changed.set(j);
                    }
                }
            }
        }
        return changed;
    }

    /** Categories whose tables are means over numbers that follow, and all that follows from them: it is unknown. */
    BitSet unsaid(Intervention set) {
        BitSet changed = following(set);
        BitSet unsaid = new BitSet();
        for (int j : order) {
            for (int i = 0; i < order.length && changed.get(j); i++) {
                boolean averaged = mixed.isPresent()
                        && mixed.get().isCategory(j)
                        && !mixed.get().isCategory(i)
                        && (set.sets(i) || changed.get(i));
                if (weights.hasEdge(i, j) && (averaged || unsaid.get(i))) {
                    unsaid.set(j);
                }
            }
        }
        return unsaid;
    }
}
