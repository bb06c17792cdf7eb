package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import java.io.IOException;
import java.util.OptionalDouble;

/**
 * Writes the edges of the estimate as comma-separated values (RFC 4180, lines end with CR LF):
 * {@code from,to,directed,weight,adjacent,direction}. The last two are posterior probabilities: that the two are
 * joined, and that from → to is the direction given that they are; empty where there are none. {@code directed} is
 * false where the reverse explains the data as well. Weights read back to the same bits. Truth and isolated variables
 * are not written; {@link io.hedgerow.core.graph.TruthReader} reads the file back.
 *
 * <p>Names are written as they are: a name that begins with {@code =} is a formula to a spreadsheet.
 */
final class CsvExporter implements GraphExporter {

    @Override
    public String id() {
        return "csv";
    }

    @Override
    public String fileExtension() {
        return "csv";
    }

    @Override
    public void write(NamedNetwork network, Appendable out) throws IOException {
        out.append("from,to,directed,weight,adjacent,direction\r\n");
        for (NetworkEdge edge : network.edges()) {
            if (edge.status() != EdgeStatus.MISSING) {
                out.append(cell(network.name(edge.from())))
                        .append(',')
                        .append(cell(network.name(edge.to())))
                        .append(',')
                        .append(Boolean.toString(edge.directed()))
                        .append(',')
                        .append(Double.toString(edge.weight()))
                        .append(',')
                        .append(number(edge.adjacent()))
                        .append(',')
                        .append(number(edge.direction()))
                        .append("\r\n");
            }
        }
    }

    private static String number(OptionalDouble value) {
        return value.isPresent() ? Double.toString(value.getAsDouble()) : "";
    }

    private static String cell(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n')
                && text.strip().equals(text);
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
