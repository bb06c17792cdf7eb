// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.network;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.export.GraphExporter;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.transport.internal.status.page.NetworkPicture;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/** A network as the files of a result, and on a terminal. */
public final class NetworkFiles {

    private NetworkFiles() {}

    /**
     * Writes {@code network.csv}, {@code .svg}, {@code .html}, {@code .dot} and {@code .graphml}, and
     * {@code curves.csv} and {@code .svg} where relations are curves, and {@code effects.csv} and {@code .svg} where
     * total effects are known.
     */
    public static void write(
            NamedNetwork network,
            List<Evidence.Curve> curves,
            Optional<TotalEffects> effects,
            OutputDirectory directory)
            throws IOException {
        for (GraphExporter exporter :
                List.of(GraphExporter.csv(), GraphExporter.svg(), GraphExporter.dot(), GraphExporter.graphMl())) {
            directory.write("network." + exporter.fileExtension(), exporter.text(network));
        }
        directory.write("network.html", NetworkPicture.html(network));
        for (GraphExporter exporter : List.of(GraphExporter.curvesCsv(curves), GraphExporter.curvesSvg(curves))) {
            write("curves." + exporter.fileExtension(), curves.isEmpty(), exporter, network, directory);
        }
        TotalEffects known = effects.orElse(new TotalEffects(0, 0, List.of()));
        for (GraphExporter exporter : List.of(GraphExporter.effectsCsv(known), GraphExporter.effectsSvg(known))) {
            write("effects." + exporter.fileExtension(), effects.isEmpty(), exporter, network, directory);
        }
    }

    private static void write(
            String name, boolean leftOut, GraphExporter exporter, NamedNetwork network, OutputDirectory directory)
            throws IOException {
        if (leftOut) {
            directory.leaveOut(name);
        } else {
            directory.write(name, exporter.text(network));
        }
    }

    /** Lists the edges, strongest first. */
    public static void print(NamedNetwork network, PrintWriter out) {
        GraphExporter.text().text(network).lines().forEach(out::println);
        out.println();
    }

    public static String csv(NamedNetwork network) {
        return GraphExporter.csv().text(network);
    }
}
