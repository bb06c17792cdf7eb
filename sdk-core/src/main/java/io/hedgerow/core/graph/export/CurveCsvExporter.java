// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.picture.ShownCurve;
import io.hedgerow.core.internal.picture.ShownEdge;
import io.hedgerow.core.internal.picture.ShownNetwork;
import io.hedgerow.core.search.Evidence;
import java.io.IOException;
import java.util.List;

/**
 * Writes the curves of a network's edges as comma-separated values (RFC 4180, lines end with CR LF), a line for each
 * point: {@code from,to,cause,effect,deviation}; of a dynamic network {@code from,to,lag,cause,effect,deviation}.
 * {@link Evidence.Point} explains the numbers; they read back to the same bits.
 */
record CurveCsvExporter(List<Evidence.Curve> curves) implements GraphExporter {

    @Override
    public String fileExtension() {
        return "csv";
    }

    @Override
    public void write(NamedNetwork network, Appendable out) throws IOException {
        boolean dynamic = ShownNetwork.of(network).isDynamic();
        out.append(dynamic ? "from,to,lag," : "from,to,").append("cause,effect,deviation\r\n");
        for (ShownCurve shown : ShownCurve.of(network, curves)) {
            ShownEdge edge = shown.edge();
            String ends = CsvExporter.cell(network.name(edge.from())) + ',' + CsvExporter.cell(shown.effect());
            String start = dynamic ? ends + ',' + edge.lag() : ends;
            for (Evidence.Point point : shown.curve().points()) {
                out.append(start).append(',').append(Double.toString(point.cause()));
                out.append(',').append(Double.toString(point.effect()));
                out.append(',').append(Double.toString(point.deviation())).append("\r\n");
            }
        }
    }
}
