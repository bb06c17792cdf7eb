// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import io.hedgerow.core.internal.picture.EdgeWords;
import io.hedgerow.core.internal.picture.ShownNetwork;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import io.hedgerow.core.internal.picture.svg.Style;
import java.io.IOException;
import java.util.OptionalDouble;

/**
 * Writes a network in the DOT language of Graphviz. Nodes are n0, n1, … in the order of the schema with the names as
 * labels, since labels can hold any character. Each edge carries its {@code weight_value} (Graphviz reserves
 * {@code weight} for its layout), its vote share and probabilities when known, and colours as in the picture of
 * {@link SvgExporter}. An edge whose direction is not identified has no arrowhead, one that is not sure is dashed, and
 * where causes may be hidden ends have circles and arrowheads as their {@code mark} says. A dynamic network has one
 * node for each variable; its lagged edges are dashed and labelled {@code t-1}, {@code t-2}, …, with {@code lag} and no
 * {@code direction}, and missing ones are dotted.
 */
final class DotExporter implements NetworkExporter {

    @Override
    public String format() {
        return "dot";
    }

    @Override
    public String fileExtension() {
        return "dot";
    }

    @Override
    public String summary() {
        return "the graph in the DOT language of Graphviz";
    }

    @Override
    public void write(ExportedNetwork exported, Appendable out) throws IOException {
        NamedNetwork network = exported.graph();
        ShownNetwork shown = ShownNetwork.of(network);
        out.append("digraph network {\n");
        if (network.title().isPresent()) {
            out.append("  label=").append(quoted(network.title().get())).append(";\n  labelloc=t;\n");
        }
        out.append("  node [shape=box, style=rounded, fontname=\"Helvetica\"];\n");
        for (int i = 0; i < shown.size(); i++) {
            out.append("  n" + i + " [label=").append(quoted(shown.name(i))).append("];\n");
        }
        for (ShownEdge drawn : shown.edges()) {
            NetworkEdge edge = drawn.edge();
            out.append("  n" + drawn.from() + " -> n" + drawn.to())
                    .append(" [weight_value=")
                    .append(Double.toString(edge.weight()));
            number("vote_share", edge.voteShare(), out);
            number("adjacent", edge.adjacent(), out);
            number("direction", drawn.direction(), out);
            out.append(", color=\"").append(Style.colour(edge)).append('"');
            if (EdgeWords.isMarked(edge)) {
                out.append(", mark=\"" + edge.mark() + "\", dir=both, arrowtail="
                        + end(edge.mark().charAt(0), edge));
                out.append(", arrowhead=" + end(edge.mark().charAt(edge.mark().length() - 1), edge));
            } else if (!edge.directed()) {
                out.append(", dir=none");
            } else if (edge.weight() < 0) {
                out.append(", arrowhead=empty");
            }
            if (shown.isDynamic()) {
                writeLag(drawn, out);
            } else if (edge.status() == EdgeStatus.MISSING || !edge.sure()) {
                out.append(", style=dashed");
            }
            out.append("];\n");
        }
        out.append("}\n");
    }

    private static String end(char mark, NetworkEdge edge) {
        return switch (mark) {
            case '<', '>' -> edge.weight() < 0 ? "empty" : "normal";
            case 'o' -> "odot";
            default -> "none";
        };
    }

    private static void writeLag(ShownEdge drawn, Appendable out) throws IOException {
        out.append(", lag=" + drawn.lag());
        if (drawn.lag() > 0) {
            out.append(", label=\"" + ShownNetwork.time(drawn.lag()) + "\"");
        }
        if (drawn.edge().status() == EdgeStatus.MISSING) {
            out.append(", style=dotted");
        } else if (drawn.lag() > 0) {
            out.append(", style=dashed");
        }
    }

    private static void number(String name, OptionalDouble value, Appendable out) throws IOException {
        if (value.isPresent()) {
            out.append(", " + name + "=" + value.getAsDouble());
        }
    }

    /** In labels Graphviz reads backslash sequences and HTML entities, so both are escaped. */
    private static String quoted(String text) {
        return '"'
                + text.replace("&", "&amp;")
                        .replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\r", "")
                        .replace("\n", "\\n")
                + '"';
    }
}
