// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.network;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.export.ExportedNetwork;
import io.hedgerow.core.graph.export.NetworkExporter;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.transport.internal.status.page.NetworkPicture;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/** Writes a network to the files of a result and to a terminal. */
public final class NetworkFiles {

    /** In layers, causes above effects, as {@code network.svg}. */
    public static final NetworkPicture PICTURE = NetworkExporter.of("svg")::text;

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
        ExportedNetwork graph = ExportedNetwork.of(network).withCurves(curves);
        ExportedNetwork whole = effects.map(graph::withEffects).orElse(graph);
        for (String format : List.of("csv", "svg", "dot", "graphml")) {
            write("network", format, whole, directory);
        }
        directory.write("network.html", NetworkPicture.html(network, PICTURE));
        for (String format : List.of("csv", "svg")) {
            write("curves", "curves-" + format, whole, directory);
            write("effects", "effects-" + format, whole, directory);
        }
    }

    private static void write(String file, String format, ExportedNetwork network, OutputDirectory directory)
            throws IOException {
        NetworkExporter exporter = NetworkExporter.of(format);
        String name = file + "." + exporter.fileExtension();
        if (exporter.refusal(network).isPresent()) {
            directory.leaveOut(name);
        } else {
            directory.write(name, exporter.text(network));
        }
    }

    /** Lists the edges, strongest first. */
    public static void print(NamedNetwork network, PrintWriter out) {
        NetworkExporter.of("text").text(network).lines().forEach(out::println);
        out.println();
    }

    public static String csv(NamedNetwork network) {
        return NetworkExporter.of("csv").text(network);
    }
}
