// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import java.util.List;

/** The available export formats. A new one needs its class and a line here. */
final class NetworkFormats {

    static final List<NetworkExporter> ALL = List.of(
            CsvExporter.edges(),
            CsvExporter.rawEdges(),
            new JsonExporter(),
            new DotExporter(),
            new GraphMlExporter(),
            new TetradExporter(),
            SvgExporter.edges(),
            TextPicture.unicode(),
            TextPicture.ascii(),
            ScriptExporter.bnlearn(),
            ScriptExporter.pgmpy(),
            TablesExporter.bif(),
            TablesExporter.xdsl(),
            CsvExporter.curves(),
            SvgExporter.curves(),
            CsvExporter.effects(),
            SvgExporter.effects());

    private NetworkFormats() {}
}
