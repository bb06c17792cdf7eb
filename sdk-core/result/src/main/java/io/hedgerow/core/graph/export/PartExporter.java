// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.export.ExportedNetwork.Part;
import java.io.IOException;
import java.util.Set;

/** A format whose files show one part of the results of a network, with the function that writes it. */
record PartExporter(String format, String fileExtension, String summary, Part part, Writer writer)
        implements NetworkExporter {

    /** Writes one part of the results of a network. */
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
