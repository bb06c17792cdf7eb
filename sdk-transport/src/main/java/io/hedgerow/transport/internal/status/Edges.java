// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import java.util.Comparator;
import java.util.List;

public final class Edges {

    private Edges() {}

    /** Returns the strongest edges first. */
    public static List<NetworkEdge> strongest(NamedNetwork network, int most) {
        return network.edges().stream()
                .sorted(Comparator.comparingDouble((NetworkEdge edge) -> -edge.strength()))
                .limit(most)
                .toList();
    }
}
