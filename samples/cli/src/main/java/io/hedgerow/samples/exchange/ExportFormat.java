// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.graph.export.GraphExporter;
import io.hedgerow.core.internal.text.Words;

/** What a network can be written as for other programs. */
public enum ExportFormat {
    /** Edges as comma-separated values. */
    CSV,
    /** Variables and edges as JSON. */
    JSON,
    /** The language of Graphviz. */
    DOT,
    /** GraphML. */
    GRAPHML,
    /** The text form of Tetrad's graphs. */
    TETRAD,
    /** A script in R that makes the fitted network with bnlearn. */
    BNLEARN,
    /** A script in Python that makes the fitted network with pgmpy. */
    PGMPY,
    /** Refused: discrete. */
    XMLBIF,
    /** Refused: discrete. */
    BIF,
    /** Refused: not written. */
    XDSL;

    private static final String FITTED = "bnlearn or pgmpy, which hold the fitted network, or csv, json, tetrad,"
            + " graphml or dot, which hold the graph";

    /**
     * Writes a network.
     *
     * @throws DataException when the format cannot hold this network; says why
     */
    public String text(SavedNetwork network) {
        return switch (this) {
            case CSV -> GraphExporter.csv().text(network.named());
            case JSON -> GraphExporter.json().text(network.named());
            case DOT -> GraphExporter.dot().text(network.named());
            case GRAPHML -> GraphExporter.graphMl().text(network.named());
            case TETRAD -> NetworkScripts.tetrad(network);
            case BNLEARN -> NetworkScripts.bnlearn(network);
            case PGMPY -> NetworkScripts.pgmpy(network);
            case XMLBIF, BIF ->
                throw new DataException("--format " + Words.dashed(this) + " is refused: " + name()
                        + " holds tables of the probabilities of discrete states, and this network has linear"
                        + " equations with noise; choose " + FITTED);
            case XDSL ->
                throw new DataException("--format xdsl is not written: its usual nodes are tables of discrete states;"
                        + " its equation nodes could hold a linear network, as y = a + b*x + Normal(0, s), type them"
                        + " from parameters in result.json, or choose " + FITTED);
        };
    }
}
