// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.graph.StronglyConnectedComponents;
import io.hedgerow.core.internal.yaml.YamlNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Refuses a document that contradicts itself: an edge or pair that is listed twice, and cycles. */
final class Contradictions {

    private static final String DASH = " - ";
    private static final int NAMED = 5;

    private final VariableSchema columns;

    Contradictions(VariableSchema columns) {
        this.columns = columns;
    }

    /** Edges from causes to effects, of which both directions are different edges. */
    Once directed(String what) {
        return new Once(what, " -> ");
    }

    /** Pairs, whose order says nothing. */
    Once pairs(String what) {
        return new Once(what, DASH);
    }

    /** Refuses a graph that has a cycle; {@code what} says which one must have none. */
    void requireAcyclic(YamlNode node, String what, WeightMatrix graph) {
        int d = graph.variables();
        List<Integer> edges = IntStream.range(0, d * d)
                .filter(k -> graph.hasEdge(k / d, k % d))
                .boxed()
                .toList();
        int[] component = StronglyConnectedComponents.of(
                d,
                edges.stream().mapToInt(k -> k / d).toArray(),
                edges.stream().mapToInt(k -> k % d).toArray());
        edges.stream()
                .filter(k -> component[k / d] == component[k % d])
                .findFirst()
                .ifPresent(k -> {
                    throw node.complain(what + " must have no cycle, have one through "
                            + IntStream.range(0, d)
                                    .filter(v -> component[v] == component[k / d])
                                    .limit(NAMED)
                                    .mapToObj(columns.names()::get)
                                    .collect(Collectors.joining(", ")));
                });
    }

    final class Once {

        private final String what;
        private final String sign;
        private final Set<List<Integer>> seen = new HashSet<>();

        private Once(String what, String sign) {
            this.what = what;
            this.sign = sign;
        }

        /** The next one: of two different columns, and not there yet. */
        void add(YamlNode node, int one, int other) {
            String name = columns.names().get(one) + sign + columns.names().get(other);
            if (one == other) {
                throw node.complain(what + " must join two variables, was " + name);
            }
            boolean ordered = !sign.equals(DASH) || one < other;
            if (!seen.add(ordered ? List.of(one, other) : List.of(other, one))) {
                throw node.complain(what + " must be listed once, " + name + " is there twice");
            }
        }
    }
}
