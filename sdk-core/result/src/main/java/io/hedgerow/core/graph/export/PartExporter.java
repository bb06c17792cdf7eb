// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NamedNetwork;
import java.io.IOException;

/** A format whose files tell a part of what is known of a network, by the function that writes it. */
record PartExporter(String fileExtension, Part part) implements GraphExporter {

    /** Writes a part of what is known of a network. */
    @FunctionalInterface
    interface Part {
        void write(NamedNetwork network, Appendable out) throws IOException;
    }

    @Override
    public void write(NamedNetwork network, Appendable out) throws IOException {
        part.write(network, out);
    }
}
