// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.graph.export.GraphExporter;
import java.util.Locale;

/** What a network can be written as for other programs. */
public enum ExportFormat {
    /** Edges as comma-separated values. */
    CSV {
        @Override
        public String text(SavedNetwork network) {
            return GraphExporter.csv().text(network.named());
        }
    },
    /** Variables and edges as JSON. */
    JSON {
        @Override
        public String text(SavedNetwork network) {
            return GraphExporter.json().text(network.named());
        }
    },
    /** The language of Graphviz. */
    DOT {
        @Override
        public String text(SavedNetwork network) {
            return GraphExporter.dot().text(network.named());
        }
    },
    /** GraphML. */
    GRAPHML {
        @Override
        public String text(SavedNetwork network) {
            return GraphExporter.graphMl().text(network.named());
        }
    },
    /** The text form of Tetrad's graphs. */
    TETRAD {
        @Override
        public String text(SavedNetwork network) {
            return NetworkScripts.tetrad(network);
        }
    },
    /** A script in R that makes the fitted network with bnlearn. */
    BNLEARN {
        @Override
        public String text(SavedNetwork network) {
            return NetworkScripts.bnlearn(network);
        }
    },
    /** A script in Python that makes the fitted network with pgmpy. */
    PGMPY {
        @Override
        public String text(SavedNetwork network) {
            return NetworkScripts.pgmpy(network);
        }
    },
    /** Refused: discrete. */
    XMLBIF {
        @Override
        public String text(SavedNetwork network) {
            throw discrete("XMLBIF");
        }
    },
    /** Refused: discrete. */
    BIF {
        @Override
        public String text(SavedNetwork network) {
            throw discrete("BIF");
        }
    },
    /** Refused: not written. */
    XDSL {
        @Override
        public String text(SavedNetwork network) {
            throw new DataException("--format xdsl is not written: its usual nodes are tables of discrete states; its"
                    + " equation nodes could hold a linear network, as y = a + b*x + Normal(0, s), type them from"
                    + " parameters in result.json, or choose " + FITTED);
        }
    };

    private static final String FITTED = "bnlearn or pgmpy, which hold the fitted network, or csv, json, tetrad,"
            + " graphml or dot, which hold the graph";

    /**
     * Writes a network.
     *
     * @throws DataException when the format cannot hold this network; says why
     */
    public abstract String text(SavedNetwork network);

    private static DataException discrete(String name) {
        return new DataException("--format " + name.toLowerCase(Locale.ROOT) + " is refused: " + name
                + " holds tables of the probabilities of discrete states, and this network has linear equations with"
                + " noise; choose " + FITTED);
    }
}
