// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Writes a graph in Tetrad's text format: nodes, then numbered edges, {@code -->} or {@code ---}, or with circles where
 * causes may be hidden, such as {@code o->}. Lags, and names with blanks, commas or semicolons, are refused.
 */
final class TetradExporter implements NetworkExporter {

    @Override
    public String format() {
        return "tetrad";
    }

    @Override
    public String fileExtension() {
        return "txt";
    }

    @Override
    public String summary() {
        return "Tetrad's text of the graph, without lags";
    }

    @Override
    public Optional<String> refusal(ExportedNetwork network) {
        if (network.graph().slices().isPresent()) {
            return Optional.of(
                    "format tetrad has no lags, and this network is dynamic: choose csv, json, graphml or" + " dot");
        }
        return network.graph().schema().names().stream()
                .filter(name -> !name.matches("[^\\s;,]+"))
                .findFirst()
                .map(name -> "format tetrad separates names by spaces, commas and semicolons, so names must have none"
                        + " of them, was \"" + name + "\": rename the column");
    }

    @Override
    public void write(ExportedNetwork network, Appendable out) throws IOException {
        List<String> names = network.graph().schema().names();
        out.append("Graph Nodes:\n" + String.join(";", names) + "\n\nGraph Edges:\n");
        int number = 0;
        for (NetworkEdge edge : network.graph().edges()) {
            if (edge.status() != EdgeStatus.MISSING) {
                number++;
                out.append(
                        number + ". " + names.get(edge.from()) + ' ' + edge.mark() + ' ' + names.get(edge.to()) + "\n");
            }
        }
        out.append('\n');
    }
}
