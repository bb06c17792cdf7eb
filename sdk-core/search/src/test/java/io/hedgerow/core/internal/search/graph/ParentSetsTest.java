// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.hedgerow.core.graph.WeightMatrix;
import org.junit.jupiter.api.Test;

class ParentSetsTest {

    @Test
    void sorted_isOfTheParents_inTheirOrder() {
        ParentSets graph = ParentSets.of(WeightMatrix.empty(5), 4);
        for (int parent : new int[] {4, 0, 3}) {
            graph.add(1, parent);
        }
        assertArrayEquals(new int[] {0, 3, 4}, graph.sorted(1));
        assertArrayEquals(new int[0], graph.sorted(0));
        assertArrayEquals(new int[] {4, 0, 3}, new int[] {graph.parent(1, 0), graph.parent(1, 1), graph.parent(1, 2)});
    }
}
