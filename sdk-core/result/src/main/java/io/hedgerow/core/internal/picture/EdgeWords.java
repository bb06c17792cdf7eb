// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import java.util.List;
import java.util.Locale;

/** Describes a picture in words: for tooltips, and for readers who cannot see it. */
public final class EdgeWords {

    private static final int DESCRIBED_EDGES = 60;

    private EdgeWords() {}

    /** The whole network; edges one by one where they are not too many. */
    public static String description(ShownNetwork shown) {
        NamedNetwork network = shown.network();
        StringBuilder text = new StringBuilder("Network of " + shown.counts(" and ") + ".");
        network.metrics()
                .ifPresent(m -> text.append(" Beside the truth: " + m.correct() + " correct, " + m.reversed()
                        + " reversed, " + m.extra() + " extra, " + m.missing() + " missing."));
        List<ShownEdge> edges = shown.edges();
        if (edges.size() <= DESCRIBED_EDGES) {
            for (ShownEdge edge : edges) {
                text.append(' ').append(sentence(network, edge)).append('.');
            }
        }
        shown.ofOthers().ifPresent(words -> text.append(" Pairs without an edge: " + words + "."));
        return text.toString();
    }

    public static String symbol(String mark) {
        return switch (mark) {
            case NetworkEdge.ARROW -> "→";
            case NetworkEdge.LINE -> "—";
            case "<->" -> "↔";
            case "o->" -> "o→";
            case "o-o" -> "o—o";
            default -> mark;
        };
    }

    /** Whether it has a mark that only possible hidden causes make. */
    public static boolean isMarked(NetworkEdge edge) {
        return !edge.mark().equals(NetworkEdge.ARROW) && !edge.mark().equals(NetworkEdge.LINE);
    }

    /** One edge; a cause of the past has its lag in its name. */
    public static String sentence(NamedNetwork network, ShownEdge drawn) {
        NetworkEdge edge = drawn.edge();
        String text = network.name(edge.from())
                + ' '
                + symbol(edge.mark())
                + ' '
                + network.name(edge.to())
                + String.format(Locale.ROOT, ", weight %.4g", edge.weight());
        if (edge.voteShare().isPresent()) {
            text += String.format(
                    Locale.ROOT, ", vote share %.0f %%", 100 * edge.voteShare().getAsDouble());
        }
        if (edge.evidence().isPresent()) {
            text += ", " + edge.evidence().get();
        } else if (edge.adjacent().isPresent()) {
            text += String.format(
                    Locale.ROOT,
                    ", joined with probability %.2f",
                    edge.adjacent().getAsDouble());
        }
        if (edge.evidence().isEmpty() && drawn.direction().isPresent()) {
            text += String.format(
                    Locale.ROOT,
                    ", then in this direction with %.2f",
                    drawn.direction().getAsDouble());
        }
        if (isMarked(edge)) {
            text += ", " + ShownNetwork.meaning(edge.mark());
        }
        return edge.status() == EdgeStatus.UNJUDGED
                ? text
                : text + ", " + edge.status().name().toLowerCase(Locale.ROOT);
    }
}
