// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import io.hedgerow.core.internal.picture.ShownEdge;
import io.hedgerow.core.internal.picture.ShownNetwork;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Writes the edges of the estimate as comma-separated values (RFC 4180, lines end with CR LF):
 * {@code from,to,directed,weight,adjacent,direction}. The last two are posterior probabilities: P(edge), and that of
 * the direction from → to given that there is an edge; empty where there are none. {@code directed} is false where the
 * reverse explains the data as well. Weights read back to the same bits. Truth and isolated variables are not written;
 * {@link io.hedgerow.core.graph.TruthReader} reads the file back.
 *
 * <p>Where causes may be hidden there is a last column {@code mark}, such as {@code o->} and {@code <->}; a pair
 * without an edge in the network that predicts has an empty weight.
 *
 * <p>A dynamic network has {@code from,to,lag,directed,weight,probability}: variables without their time, {@code lag}
 * the steps from cause to effect, 0 within a step, and {@code probability} the posterior probability of the edge:
 * P(edge), times that of the direction within a step, both as they are shown; empty where there is none. Shares of a
 * vote are no probabilities and stand in no column.
 *
 * <p>Names are written as they are: a name that begins with {@code =} is a formula to a spreadsheet.
 */
final class CsvExporter implements GraphExporter {

    private static final String STATIC = "from,to,directed,weight,adjacent,direction";
    private static final String DYNAMIC = "from,to,lag,directed,weight,probability";

    @Override
    public String fileExtension() {
        return "csv";
    }

    @Override
    public void write(NamedNetwork network, Appendable out) throws IOException {
        ShownNetwork shown = ShownNetwork.of(network);
        boolean dynamic = shown.isDynamic();
        out.append(dynamic ? DYNAMIC : STATIC)
                .append(shown.hasMarks() ? ",mark" : "")
                .append("\r\n");
        for (ShownEdge edge : shown.edges()) {
            NetworkEdge known = edge.edge();
            if (known.status() == EdgeStatus.MISSING) {
                continue;
            }
            List<String> cells = new ArrayList<>();
            cells.add(cell(shown.name(edge.from())));
            cells.add(cell(shown.name(edge.to())));
            if (dynamic) {
                cells.add(Integer.toString(edge.lag()));
            }
            cells.add(Boolean.toString(known.directed()));
            cells.add(known.weight() == 0 ? "" : Double.toString(known.weight()));
            if (dynamic) {
                cells.add(number(edge.probability()));
            } else {
                cells.add(number(known.adjacent()));
                cells.add(number(known.direction()));
            }
            if (shown.hasMarks()) {
                cells.add(known.mark());
            }
            out.append(String.join(",", cells)).append("\r\n");
        }
    }

    private static String number(OptionalDouble value) {
        return value.isPresent() ? Double.toString(value.getAsDouble()) : "";
    }

    /** A field, in quotes where it needs them. */
    static String cell(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n')
                && text.strip().equals(text);
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
