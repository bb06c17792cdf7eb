// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import io.hedgerow.core.internal.picture.ShownNetwork;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import io.hedgerow.core.internal.picture.svg.Xml;
import java.io.IOException;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Writes a network as GraphML, for Cytoscape, Gephi, yEd, igraph and NetworkX. Nodes are n0, n1, … with an attribute
 * {@code name}; edges have {@code weight}, and {@code voteShare}, {@code adjacent}, {@code direction} and
 * {@code status} when known; {@code mark}, such as {@code o->} and {@code <->}, where causes may be hidden. An edge
 * whose direction is not identified is undirected. Weights read back to the same bits. A character that XML 1.0 forbids
 * becomes U+FFFD. A dynamic network has one node for each variable, and {@code lag} in edges, of which lagged ones have
 * no {@code direction}.
 */
final class GraphMlExporter implements NetworkExporter {

    @Override
    public String format() {
        return "graphml";
    }

    @Override
    public String fileExtension() {
        return "graphml";
    }

    @Override
    public String summary() {
        return "the graph for Cytoscape, Gephi, yEd, igraph and NetworkX";
    }

    @Override
    public void write(ExportedNetwork exported, Appendable out) throws IOException {
        NamedNetwork network = exported.graph();
        out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
                .append("<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
        key("graph", "title", "string", out);
        key("node", "name", "string", out);
        key("edge", "weight", "double", out);
        key("edge", "voteShare", "double", out);
        key("edge", "adjacent", "double", out);
        key("edge", "direction", "double", out);
        key("edge", "status", "string", out);
        ShownNetwork shown = ShownNetwork.of(network);
        if (shown.isDynamic()) {
            key("edge", "lag", "int", out);
        }
        if (shown.hasMarks()) {
            key("edge", "mark", "string", out);
        }
        out.append("  <graph id=\"network\" edgedefault=\"directed\">\n");
        if (network.title().isPresent()) {
            out.append("    ");
            data("title", network.title().get(), out);
            out.append('\n');
        }
        for (int i = 0; i < shown.size(); i++) {
            out.append("    <node id=\"n" + i + "\">");
            data("name", shown.name(i), out);
            out.append("</node>\n");
        }
        for (ShownEdge drawn : shown.edges()) {
            NetworkEdge edge = drawn.edge();
            out.append("    <edge source=\"n" + drawn.from() + "\" target=\"n" + drawn.to()
                    + (edge.directed() ? "\">" : "\" directed=\"false\">"));
            data("weight", Double.toString(edge.weight()), out);
            number("voteShare", edge.voteShare(), out);
            number("adjacent", edge.adjacent(), out);
            number("direction", drawn.direction(), out);
            if (shown.isDynamic()) {
                data("lag", Integer.toString(drawn.lag()), out);
            }
            if (shown.hasMarks()) {
                data("mark", edge.mark(), out);
            }
            if (edge.status() != EdgeStatus.UNJUDGED) {
                data("status", edge.status().name().toLowerCase(Locale.ROOT), out);
            }
            out.append("</edge>\n");
        }
        out.append("  </graph>\n</graphml>\n");
    }

    private static void key(String of, String name, String type, Appendable out) throws IOException {
        out.append("  <key id=\"" + name + "\" for=\"" + of + "\" attr.name=\"" + name + "\" attr.type=\"" + type
                + "\"/>\n");
    }

    private static void number(String key, OptionalDouble value, Appendable out) throws IOException {
        if (value.isPresent()) {
            data(key, Double.toString(value.getAsDouble()), out);
        }
    }

    private static void data(String key, String value, Appendable out) throws IOException {
        out.append("<data key=\"")
                .append(key)
                .append("\">")
                .append(Xml.escape(value))
                .append("</data>");
    }
}
