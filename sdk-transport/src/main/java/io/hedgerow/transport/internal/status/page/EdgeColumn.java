// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.page;

import io.hedgerow.core.graph.NetworkEdge;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The columns of a table of edges beside their weights, in the words of results: probabilities, evidence, or shares of
 * votes.
 */
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
            return unlessInWords(edge, edge.adjacent());
        }
    },
    EVIDENCE("evidence") {
        @Override
        OptionalDouble value(NetworkEdge edge) {
            return OptionalDouble.empty();
        }

        @Override
        boolean isKnown(NetworkEdge edge) {
            return edge.evidence().isPresent();
        }

        @Override
        String text(NetworkEdge edge) {
            return edge.evidence().orElse("—");
        }
    },
    DIRECTION("then in this direction") {
        @Override
        OptionalDouble value(NetworkEdge edge) {
            return unlessInWords(edge, edge.direction());
        }
    };

    private final String head;

    EdgeColumn(String head) {
        this.head = head;
    }

    abstract OptionalDouble value(NetworkEdge edge);

    boolean isKnown(NetworkEdge edge) {
        return value(edge).isPresent();
    }

    private static OptionalDouble unlessInWords(NetworkEdge edge, OptionalDouble number) {
        return edge.evidence().isPresent() ? OptionalDouble.empty() : number;
    }

    /** The columns that some edge has. */
    static List<EdgeColumn> of(List<NetworkEdge> edges) {
        return Arrays.stream(values())
                .filter(column -> edges.stream().anyMatch(column::isKnown))
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
