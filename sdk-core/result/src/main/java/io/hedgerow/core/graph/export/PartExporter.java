// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.export.ExportedNetwork.Part;
import java.io.IOException;
import java.util.Set;

/** A format whose files show a part of what is known of a network, by the function that writes it. */
record PartExporter(String format, String fileExtension, String summary, Part part, Writer writer)
        implements NetworkExporter {

    /** Writes a part of what is known of a network. */
    @FunctionalInterface
    interface Writer {
        void write(ExportedNetwork network, Appendable out) throws IOException;
    }

    @Override
    public Set<Part> needs() {
        return Set.of(part);
    }

    @Override
    public void write(ExportedNetwork network, Appendable out) throws IOException {
        writer.write(network, out);
    }
}
