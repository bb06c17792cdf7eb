// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.page;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.export.GraphExporter;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Draws a network for the page. */
@FunctionalInterface
public interface NetworkPicture {

    /**
     * One {@code svg} element that is safe inside HTML, without scripts and without style attributes, which the page's
     * security policy forbids.
     */
    String svg(NamedNetwork network);

    /** In layers, causes above effects, as the command line writes to {@code network.svg}. */
    static NetworkPicture layered() {
        GraphExporter exporter = GraphExporter.svg();
        return network -> {
            StringBuilder svg = new StringBuilder();
            try {
                exporter.write(network, svg);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return svg.toString();
        };
    }
}
