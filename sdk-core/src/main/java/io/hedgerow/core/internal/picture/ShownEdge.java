// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture;

import io.hedgerow.core.graph.NetworkEdge;
import java.util.OptionalDouble;

/**
 * An edge between the nodes of a file or picture; see {@link ShownNetwork}.
 *
 * @param from node of the cause
 * @param to node of the effect
 * @param lag steps between cause and effect; 0 within a step and in a network without time
 */
public record ShownEdge(NetworkEdge edge, int from, int to, int lag) {

    /** Whether a variable depends on its own past. */
    public boolean isOwnLag() {
        return from == to;
    }

    /** P(direction | edge); empty for a lagged edge, whose direction time gives. */
    public OptionalDouble direction() {
        return lag == 0 ? edge.direction() : OptionalDouble.empty();
    }

    /** P(edge) · P(direction | edge), both as they are shown; P(edge) where a mark says what is known of directions. */
    public OptionalDouble probability() {
        if (lag > 0 || edge.adjacent().isEmpty()) {
            return edge.adjacent();
        }
        return OptionalDouble.of(
                edge.adjacent().getAsDouble() * edge.direction().orElse(1));
    }
}
