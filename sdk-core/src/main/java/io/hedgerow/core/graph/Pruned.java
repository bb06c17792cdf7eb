package io.hedgerow.core.graph;

import java.util.List;
import java.util.Objects;

/**
 * A graph made acyclic, and the price: the edges that were strong enough but had to go.
 *
 * @param dag what was kept
 * @param dropped what was dropped to break cycles, weakest first; edges below the threshold are not listed
 */
public record Pruned(Dag dag, List<Edge> dropped) {
    public Pruned {
        Objects.requireNonNull(dag, "dag");
        dropped = List.copyOf(dropped);
    }
}
