// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture;

import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import io.hedgerow.core.internal.search.posterior.SmallestEffect;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.Evidence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A network prepared for graph formats: a dynamic one has a node for each variable, not for each column, and lags at
 * edges.
 */
public record ShownNetwork(NamedNetwork network, Optional<TimeSlices> slices) {

    public static ShownNetwork of(NamedNetwork network) {
        return new ShownNetwork(network, network.slices());
    }

    public boolean isDynamic() {
        return slices.isPresent();
    }

    public int size() {
        return slices.map(TimeSlices::size).orElse(network.size());
    }

    /** The largest lag; 0 without time. */
    public int lags() {
        return slices.map(TimeSlices::lags).orElse(0);
    }

    public String name(int node) {
        return network.name(node);
    }

    public List<ShownEdge> edges() {
        return network.edges().stream().map(this::shown).toList();
    }

    private ShownEdge shown(NetworkEdge edge) {
        return slices.map(known -> new ShownEdge(edge, known.variable(edge.from()), edge.to(), known.lag(edge.from())))
                .orElseGet(() -> new ShownEdge(edge, edge.from(), edge.to(), 0));
    }

    public String counts(String and) {
        String lags = isDynamic() ? ", " + Words.count(lags(), "lag") : "";
        return Words.count(size(), "variable") + lags + and + Words.count(network.edgeCount(), "edge");
    }

    /** A sentence about pairs without an edge; empty where the smallest visible effect is unknown. */
    public Optional<String> ofOthers() {
        return SmallestEffect.words(network);
    }

    /** Whether edges have marks of possible hidden causes. */
    public boolean hasMarks() {
        return network.kind().equals("pag");
    }

    public static String meaning(String mark) {
        return switch (mark) {
            case "-->" -> "causes, directly or not";
            case "o->" -> "causes, or a hidden cause of both, or both; not the reverse";
            case "<->" -> "a hidden cause of both is the only explanation";
            case "o-o" -> "linked; the data leave open how";
            default -> "linked; the data leave some of it open";
        };
    }

    public List<String> marks() {
        return network.edges().stream()
                .filter(edge -> edge.status() != NetworkEdge.EdgeStatus.MISSING)
                .map(NetworkEdge::mark)
                .distinct()
                .sorted()
                .toList();
    }

    public static String time(int lag) {
        return lag == 0 ? "t" : "t-" + lag;
    }

    /** An edge between nodes, see {@link ShownNetwork}; the lag is 0 within a step and in a network without time. */
    public record ShownEdge(NetworkEdge edge, int from, int to, int lag) {

        public boolean isOwnLag() {
            return from == to;
        }

        /** P(direction | edge); empty for a lagged edge, whose direction time gives. */
        public OptionalDouble direction() {
            return lag == 0 ? edge.direction() : OptionalDouble.empty();
        }

        /** P(edge) · P(direction | edge), both as shown; P(edge) where a mark says what is known of directions. */
        public OptionalDouble probability() {
            if (lag > 0 || edge.adjacent().isEmpty()) {
                return edge.adjacent();
            }
            return OptionalDouble.of(
                    edge.adjacent().getAsDouble() * edge.direction().orElse(1));
        }
    }

    /** A curve of a network with its edge; the name of the cause has the time where it is earlier. */
    public record ShownCurve(ShownEdge edge, Evidence.Curve curve, String cause, String effect) {

        /** The network's edges that have curves: by effect, then by cause. */
        public static List<ShownCurve> of(NamedNetwork network, List<Evidence.Curve> curves) {
            ShownNetwork shown = ShownNetwork.of(network);
            List<ShownCurve> found = new ArrayList<>();
            for (ShownEdge edge : shown.edges()) {
                if (edge.edge().status() == EdgeStatus.MISSING) {
                    continue;
                }
                for (Evidence.Curve curve : curves) {
                    if (curve.from() == edge.edge().from()
                            && curve.to() == edge.edge().to()) {
                        String time = edge.lag() == 0 ? "" : " " + ShownNetwork.time(edge.lag());
                        found.add(new ShownCurve(edge, curve, shown.name(edge.from()) + time, shown.name(edge.to())));
                    }
                }
            }
            found.sort(Comparator.comparingInt((ShownCurve c) -> c.curve().to())
                    .thenComparingInt(c -> c.curve().from()));
            return found;
        }

        /** Cause and effect, with an arrow between them where the direction is identified. */
        public String title(String one, String other) {
            return one + (edge.edge().directed() ? " → " : " — ") + other;
        }
    }
}
