// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.TotalEffects;
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

    /** {@return the usual ending of a file name, without the dot} */
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
     * {@return a network as a string}
     *
     * @param network what to write
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
     * Edges as comma-separated values for people: a name that a spreadsheet would run as a formula ({@code =},
     * {@code +}, {@code -} or {@code @} first) has an apostrophe before it, which commands that read the file take off.
     */
    static GraphExporter csv() {
        return CsvExporter.edges();
    }

    /** {@return the same for programs: every name as it is} */
    static GraphExporter rawCsv() {
        return CsvExporter.rawEdges();
    }

    /**
     * Points of the curves of a network's edges as comma-separated values.
     *
     * @param curves of edges; those of no edge of the written network are left out
     */
    static GraphExporter curvesCsv(List<Evidence.Curve> curves) {
        return CsvExporter.curves(curves);
    }

    /**
     * A picture of the curves of a network's edges, a panel for each.
     *
     * @param curves of edges, each with a point; those of no edge of the written network are left out
     */
    static GraphExporter curvesSvg(List<Evidence.Curve> curves) {
        return SvgExporter.curves(curves);
    }

    /**
     * Total effects as comma-separated values.
     *
     * @param effects of a network over the variables that are written
     */
    static GraphExporter effectsCsv(TotalEffects effects) {
        return CsvExporter.effects(effects);
    }

    /**
     * A picture of the likeliest and strongest total effects with their intervals (forest plot).
     *
     * @param effects of a network over the variables that are written
     */
    static GraphExporter effectsSvg(TotalEffects effects) {
        return SvgExporter.effects(effects);
    }

    /** {@return an exporter of the DOT language of Graphviz} */
    static GraphExporter dot() {
        return new DotExporter();
    }

    /** {@return an exporter of GraphML, for Cytoscape, Gephi, yEd, igraph and NetworkX} */
    static GraphExporter graphMl() {
        return new GraphMlExporter();
    }

    /** {@return an exporter of one JSON object (RFC 8259)} */
    static GraphExporter json() {
        return new JsonExporter();
    }

    /** {@return an exporter of a picture} */
    static GraphExporter svg() {
        return SvgExporter.edges();
    }

    /** {@return an exporter of lines for a terminal that shows Unicode} */
    static GraphExporter text() {
        return TextPicture.unicode();
    }

    /** {@return an exporter of lines for any terminal} */
    static GraphExporter ascii() {
        return TextPicture.ascii();
    }
}
