// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.graph.export.GraphExporter;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.table.TableExporter;

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
    /** A script in R that makes the fitted network with bnlearn, linear or of tables. */
    BNLEARN,
    /** A script in Python that makes the fitted network with pgmpy, linear or of tables. */
    PGMPY,
    /** Refused: not written. */
    XMLBIF,
    /** The Interchange Format, of networks of tables. */
    BIF,
    /** The format of GeNIe, of networks of tables. */
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
            case BNLEARN ->
                network.allTables().map(TableExporter.bnlearn()::text).orElseGet(() -> NetworkScripts.bnlearn(network));
            case PGMPY ->
                network.allTables().map(TableExporter.pgmpy()::text).orElseGet(() -> NetworkScripts.pgmpy(network));
            case BIF ->
                network.allTables()
                        .map(TableExporter.bif()::text)
                        .orElseThrow(() -> isMixed(network) ? mixed() : ofTables());
            case XDSL ->
                network.allTables()
                        .map(TableExporter.xdsl()::text)
                        .orElseThrow(() -> isMixed(network) ? mixed() : equationNodes());
            case XMLBIF -> {
                if (network.allTables().isPresent()) {
                    throw new DataException("--format xmlbif is not written: choose bif, which holds the same network");
                }
                throw ofTables();
            }
        };
    }

    private static boolean isMixed(SavedNetwork network) {
        return network.learned().flatMap(NetworkPart::categories).isPresent();
    }

    private DataException ofTables() {
        return new DataException("--format " + Words.dashed(this) + " is refused: " + name()
                + " holds tables of the probabilities of discrete states, and this network has linear"
                + " equations with noise; choose " + FITTED);
    }

    private DataException mixed() {
        return new DataException("--format " + Words.dashed(this) + " is refused: " + name()
                + " holds tables of categories alone, and this network has numbers beside them; choose csv, json,"
                + " tetrad, graphml or dot, which hold the graph");
    }

    private DataException equationNodes() {
        return new DataException("--format xdsl is not written: its usual nodes are tables of discrete states;"
                + " its equation nodes could hold a linear network, as y = a + b*x + Normal(0, s), type them"
                + " from parameters in result.json, or choose " + FITTED);
    }
}
