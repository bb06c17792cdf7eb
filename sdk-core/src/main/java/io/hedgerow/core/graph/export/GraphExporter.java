// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.search.Evidence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Writes a network in one format. Extension point: implement it for a format that the built-in ones do not cover.
 *
 * <p>An implementation is stateless and thread-safe; its output depends on the network alone, not on locale, platform
 * or time; names of any characters survive or are replaced as its format requires. Not private: it writes what it is
 * given.
 */
public interface GraphExporter {

    /**
     * Usual ending of a file name.
     *
     * @return without the dot
     */
    String fileExtension();

    /**
     * Writes a network.
     *
     * @param network what to write
     * @param out receives the text; meant to be stored as UTF-8
     * @throws IOException when {@code out} fails
     */
    void write(NamedNetwork network, Appendable out) throws IOException;

    /**
     * Writes a network to a string.
     *
     * @param network what to write
     * @return the text
     */
    default String text(NamedNetwork network) {
        StringBuilder text = new StringBuilder();
        try {
            write(network, text);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return text.toString();
    }

    /**
     * Edges as comma-separated values.
     *
     * @return the exporter
     */
    static GraphExporter csv() {
        return new CsvExporter();
    }

    /**
     * Points of the curves of a network's edges as comma-separated values.
     *
     * @param curves of edges; those of no edge of the written network are left out
     * @return the exporter
     */
    static GraphExporter curvesCsv(List<Evidence.Curve> curves) {
        return new CurveCsvExporter(List.copyOf(curves));
    }

    /**
     * A picture of the curves of a network's edges, a panel for each.
     *
     * @param curves of edges, each with a point; those of no edge of the written network are left out
     * @return the exporter
     */
    static GraphExporter curvesSvg(List<Evidence.Curve> curves) {
        return new CurveSvgExporter(List.copyOf(curves));
    }

    /**
     * The DOT language of Graphviz.
     *
     * @return the exporter
     */
    static GraphExporter dot() {
        return new DotExporter();
    }

    /**
     * GraphML, for Cytoscape, Gephi, yEd, igraph and NetworkX.
     *
     * @return the exporter
     */
    static GraphExporter graphMl() {
        return new GraphMlExporter();
    }

    /**
     * One JSON object (RFC 8259).
     *
     * @return the exporter
     */
    static GraphExporter json() {
        return new JsonExporter();
    }

    /**
     * A picture.
     *
     * @return the exporter
     */
    static GraphExporter svg() {
        return new SvgExporter();
    }

    /**
     * Lines for a terminal that shows Unicode.
     *
     * @return the exporter
     */
    static GraphExporter text() {
        return TextPicture.unicode();
    }

    /**
     * Lines for any terminal.
     *
     * @return the exporter
     */
    static GraphExporter ascii() {
        return TextPicture.ascii();
    }
}
