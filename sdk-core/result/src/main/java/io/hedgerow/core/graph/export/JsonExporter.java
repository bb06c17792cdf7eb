// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import io.hedgerow.core.internal.picture.ShownNetwork;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import java.io.IOException;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Writes a network as one JSON object (RFC 8259):
 *
 * <pre>{@code
 * {"format": "hedgerow-network", "version": 1, "title": …, "variables": ["a", …],
 *  "edges": [{"from": "a", "to": "b", "directed": true, "weight": 0.8, "status": "correct"}, …]}
 * }</pre>
 *
 * Title, status and what is known of an edge's votes ({@code voteShare}) and probabilities ({@code adjacent},
 * {@code direction}) are left out when not known; {@code mark}, such as {@code o->} and {@code <->}, stands where
 * causes may be hidden. With a truth, edges of status {@code missing} are listed too; their weight is the true one.
 * Weights read back to the same bits. {@code <} is escaped, so that the text may stand inside HTML.
 *
 * <p>A dynamic network has {@code "lags": p} behind the variables, which stand there without their time, and
 * {@code "lag"} in every edge: the steps from cause to effect, 0 within a step. Time gives the direction of a lagged
 * edge, which has no {@code direction} therefore.
 */
final class JsonExporter implements NetworkExporter {

    @Override
    public String format() {
        return "json";
    }

    @Override
    public String fileExtension() {
        return "json";
    }

    @Override
    public String summary() {
        return "the graph as one JSON object";
    }

    @Override
    public void write(ExportedNetwork exported, Appendable out) throws IOException {
        NamedNetwork network = exported.graph();
        ShownNetwork shown = ShownNetwork.of(network);
        out.append("{\n  \"format\": \"hedgerow-network\",\n  \"version\": 1,\n");
        if (network.title().isPresent()) {
            out.append("  \"title\": ").append(string(network.title().get())).append(",\n");
        }
        out.append("  \"variables\": [");
        for (int i = 0; i < shown.size(); i++) {
            out.append(i == 0 ? "" : ", ").append(string(shown.name(i)));
        }
        out.append("],\n");
        if (shown.isDynamic()) {
            out.append("  \"lags\": " + shown.lags() + ",\n");
        }
        out.append("  \"edges\": [");
        String separator = "\n";
        for (ShownEdge edge : shown.edges()) {
            out.append(separator).append("    ");
            writeEdge(shown, edge, out);
            separator = ",\n";
        }
        out.append(separator.startsWith(",") ? "\n  ]\n}\n" : "]\n}\n");
    }

    private static void writeEdge(ShownNetwork shown, ShownEdge drawn, Appendable out) throws IOException {
        NetworkEdge edge = drawn.edge();
        out.append("{\"from\": ").append(string(shown.name(drawn.from())));
        out.append(", \"to\": ").append(string(shown.name(drawn.to())));
        if (shown.isDynamic()) {
            out.append(", \"lag\": " + drawn.lag());
        }
        out.append(", \"directed\": ").append(Boolean.toString(edge.directed()));
        out.append(", \"weight\": ").append(Double.toString(edge.weight()));
        number("voteShare", edge.voteShare(), out);
        number("adjacent", edge.adjacent(), out);
        number("direction", drawn.direction(), out);
        if (shown.hasMarks()) {
            out.append(", \"mark\": ").append(string(edge.mark()));
        }
        if (edge.status() != EdgeStatus.UNJUDGED) {
            out.append(", \"status\": \"")
                    .append(edge.status().name().toLowerCase(Locale.ROOT))
                    .append('"');
        }
        out.append('}');
    }

    private static void number(String name, OptionalDouble value, Appendable out) throws IOException {
        if (value.isPresent()) {
            out.append(", \"" + name + "\": " + value.getAsDouble());
        }
    }

    private static String string(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int k = 0; k < text.length(); k++) {
            char c = text.charAt(k);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c == 0x7f || c == '<' || c == '\u2028' || c == '\u2029' || isLoneSurrogate(text, k)) {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    private static boolean isLoneSurrogate(String text, int k) {
        char c = text.charAt(k);
        if (Character.isHighSurrogate(c)) {
            return k + 1 == text.length() || !Character.isLowSurrogate(text.charAt(k + 1));
        }
        return Character.isLowSurrogate(c) && (k == 0 || !Character.isHighSurrogate(text.charAt(k - 1)));
    }
}
