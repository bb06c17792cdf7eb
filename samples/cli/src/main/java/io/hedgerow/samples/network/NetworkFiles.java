// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.network;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.export.GraphExporter;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.transport.internal.status.page.PictureFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** A network as the files of a result, and on a terminal. */
public final class NetworkFiles {

    private NetworkFiles() {}

    /**
     * Writes {@code network.csv}, {@code .svg}, {@code .html}, {@code .dot} and {@code .graphml}, and
     * {@code curves.csv} and {@code .svg} where relations are curves.
     *
     * @param curves of its edges; empty where they are lines
     */
    public static void write(NamedNetwork network, List<Evidence.Curve> curves, OutputDirectory directory)
            throws IOException {
        for (GraphExporter exporter :
                List.of(GraphExporter.csv(), GraphExporter.svg(), GraphExporter.dot(), GraphExporter.graphMl())) {
            directory.write("network." + exporter.fileExtension(), exporter.text(network));
        }
        directory.write("network.html", PictureFile.html(network));
        for (GraphExporter exporter : List.of(GraphExporter.curvesCsv(curves), GraphExporter.curvesSvg(curves))) {
            String name = "curves." + exporter.fileExtension();
            if (curves.isEmpty()) {
                directory.leaveOut(name);
            } else {
                directory.write(name, exporter.text(network));
            }
        }
    }

    /** Lists the edges, strongest first. */
    public static void print(NamedNetwork network, PrintWriter out) {
        GraphExporter.text().text(network).lines().forEach(out::println);
        out.println();
    }

    /** The content of {@code network.csv}. */
    public static String csv(NamedNetwork network) {
        return GraphExporter.csv().text(network);
    }
}
