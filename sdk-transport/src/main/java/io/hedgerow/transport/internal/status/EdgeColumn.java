// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import io.hedgerow.core.graph.NetworkEdge;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers of edges beside their weights, in the words of results: probabilities, or shares of votes. */
enum EdgeColumn {
    VOTE_SHARE("vote share") {
        @Override
        OptionalDouble value(NetworkEdge edge) {
            return edge.voteShare();
        }
    },
    ADJACENT("joined") {
        @Override
        OptionalDouble value(NetworkEdge edge) {
            return edge.adjacent();
        }
    },
    DIRECTION("then in this direction") {
        @Override
        OptionalDouble value(NetworkEdge edge) {
            return edge.direction();
        }
    };

    private final String head;

    EdgeColumn(String head) {
        this.head = head;
    }

    abstract OptionalDouble value(NetworkEdge edge);

    /** Those that some edge has. */
    static List<EdgeColumn> of(List<NetworkEdge> edges) {
        return Arrays.stream(values())
                .filter(column ->
                        edges.stream().anyMatch(edge -> column.value(edge).isPresent()))
                .toList();
    }

    String head() {
        return head;
    }

    String text(NetworkEdge edge) {
        OptionalDouble value = value(edge);
        return value.isPresent() ? String.format(Locale.ROOT, "%.2f", value.getAsDouble()) : "—";
    }
}
