// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.graph.SearchRandom;

/** Reverses random edges of a graph, keeping it acyclic. Not thread-safe. */
final class EdgeShaker {

    private final SearchRandom random;

    EdgeShaker(long seed) {
        this.random = new SearchRandom(seed);
    }

    /** Reverses up to {@code count} edges; one that cannot be reversed is passed over. */
    void shake(Climber climber, int count) {
        ParentSets parents = climber.parents();
        for (int done = 0; done < count; done++) {
            int edges = parents.edgeCount();
            if (edges == 0) {
                return;
            }
            int chosen = random.nextInt(edges);
            int target = 0;
            while (chosen >= parents.count(target)) {
                chosen -= parents.count(target++);
            }
            int from = parents.parent(target, chosen);
            if (climber.canAdd(target, from) && climber.reversible(from, target)) {
                climber.reverse(target, chosen);
            }
        }
    }
}
