// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The edges of a network as displayed, and the directions among them that leave the effect of an intervention open.
 * Immutable.
 */
final class ShownEdges {

    private final List<Edge> edges;

    private ShownEdges(List<Edge> edges) {
        this.edges = edges;
    }

    static ShownEdges of(NamedNetwork shown) {
        boolean marked = shown.kind().equals("pag");
        return new ShownEdges(shown.edges().stream()
                .map(edge -> new Edge(
                        shown.name(edge.from()), shown.name(edge.to()), edge.directed(), marked ? edge.mark() : ""))
                .toList());
    }

    /**
     * An edge by names.
     *
     * @param mark of both ends where causes may be hidden, such as {@code o->}; empty where directions are shown
     */
    private record Edge(String from, String to, boolean directed, String mark) {
        /** Whether the mark says that the first is no cause of the last. */
        boolean isDenied() {
            return mark.startsWith("<");
        }
    }

    /** The first edge whose direction is not identified, such as <i>a - b</i>. */
    Optional<String> openDirection() {
        return edges.stream().filter(edge -> !edge.directed()).findFirst().map(edge -> edge.from() + " - " + edge.to());
    }

    /** Says why it is not known what follows from setting variables; empty where it is. */
    Optional<String> unidentified(Set<String> set) {
        return edges.stream()
                .filter(edge -> set.contains(edge.from()) || set.contains(edge.to()))
                .filter(edge -> !edge.directed() || edge.isDenied())
                .findFirst()
                .map(edge -> "what follows from setting " + (set.contains(edge.from()) ? edge.from() : edge.to())
                        + " is not known, because "
                        + (edge.isDenied()
                                ? "the marks say " + edge.from() + " " + edge.mark() + " " + edge.to()
                                : "the direction of " + edge.from() + " - " + edge.to() + " is not identified")
                        + ": it takes an experiment, or knowledge of directions when learning");
    }

    /** Lists what must be true for that which follows from setting variables, in sentences. */
    List<String> assumptions(Set<String> set) {
        List<String> said = new ArrayList<>();
        said.add("assumes that the arrows are causes and that no cause of two variables is missing");
        Set<String> reached = new HashSet<>(set);
        boolean grew = true;
        while (grew) {
            grew = false;
            for (Edge edge : edges) {
                boolean forwards = reached.contains(edge.from()) && reached.add(edge.to());
                boolean backwards = !edge.directed() && reached.contains(edge.to()) && reached.add(edge.from());
                grew |= forwards || backwards;
            }
        }
        edges.stream()
                .filter(edge -> reached.contains(edge.from()) || set.contains(edge.to()))
                .filter(edge -> !edge.mark().isEmpty() && !edge.mark().equals(NetworkEdge.ARROW))
                .forEach(edge -> said.add("rests on " + edge.from() + " " + edge.mark() + " " + edge.to()
                        + (edge.isDenied()
                                ? ", by which the first is no cause of the last: do not act on what follows from it"
                                : ", which may be, or hide, a hidden cause")));
        return said;
    }
}
