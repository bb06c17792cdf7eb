// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.export.GraphExporter;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.internal.text.ScriptText;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.internal.truth.TruthReader.Listed;
import io.hedgerow.core.predict.LinearNetwork;
import io.hedgerow.core.table.TableExporter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a network can be written as for other programs. */
public enum ExportFormat {
    CSV,
    JSON,
    DOT,
    GRAPHML,
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

    /** The network as text for people. */
    public String text(SavedNetwork network) {
        return text(network, false);
    }

    /**
     * The network as text.
     *
     * @param raw whether names in comma-separated values are as they are, and may be formulas to a spreadsheet
     */
    public String text(SavedNetwork network, boolean raw) {
        return switch (this) {
            case CSV -> (raw ? GraphExporter.rawCsv() : GraphExporter.csv()).text(network.named());
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

    /** Networks in the words of other programs. Numbers read back to the same bits. */
    private static final class NetworkScripts {

        private NetworkScripts() {}

        /**
         * Tetrad's text: nodes, then numbered edges, {@code -->} or {@code ---}, or with circles, such as {@code o->}.
         */
        static String tetrad(SavedNetwork network) {
            List<String> names = network.schema().names();
            requireNoLags(network);
            for (String name : names) {
                if (!name.matches("[^\\s;,]+")) {
                    throw new DataException("--format tetrad separates names by spaces, commas and semicolons, so names"
                            + " must have none of them, was \"" + name + "\": rename the column");
                }
            }
            StringBuilder text = new StringBuilder(TetradGraph.NODES + "\n" + String.join(";", names) + "\n\n");
            text.append(TetradGraph.EDGES).append('\n');
            int number = 0;
            for (Listed edge : network.edges()) {
                number++;
                String mark =
                        network.marks().getOrDefault(edge, edge.directed() ? NetworkEdge.ARROW : NetworkEdge.LINE);
                text.append(number + ". " + edge.from() + ' ' + mark + ' ' + edge.to() + "\n");
            }
            return text.append('\n').toString();
        }

        private static void requireNoLags(SavedNetwork network) {
            if (network.lags() > 0) {
                throw new DataException("--format tetrad has no lags, and this network is dynamic: choose csv, json,"
                        + " graphml or dot");
            }
        }

        private static LinearNetwork linear(SavedNetwork network) {
            Set<String> categories =
                    network.learned().map(part -> part.levels().keySet()).orElseGet(Set::of);
            if (!categories.isEmpty()) {
                throw new DataException(network.source() + ": variables must be all numbers or all categories for a"
                        + " fitted network in this format, and "
                        + String.join(", ", categories)
                        + " are categories beside numbers: choose csv, json, tetrad, graphml or dot, which hold the"
                        + " graph");
            }
            return network.fitted().linear().orElseThrow();
        }

        /** R: {@code custom.fit} of {@code empty.graph}; the result is called {@code fitted}. */
        static String bnlearn(SavedNetwork network) {
            LinearNetwork fitted = linear(network);
            List<String> names = fitted.schema().names();
            StringBuilder text = new StringBuilder(heading(network));
            text.append("library(bnlearn)\n\nnetwork <- empty.graph(c(" + ScriptText.quoted(names) + "))\n");
            List<String> arcs = new ArrayList<>();
            for (int j = 0; j < names.size(); j++) {
                for (int i : fitted.parents(j)) {
                    arcs.add("  " + ScriptText.quoted(List.of(names.get(i), names.get(j))));
                }
            }
            if (!arcs.isEmpty()) {
                text.append("arcs(network) <- matrix(c(\n" + String.join(",\n", arcs)
                        + "\n), ncol = 2, byrow = TRUE, dimnames = list(NULL, c(\"from\", \"to\")))\n");
            }
            text.append("\nfitted <- custom.fit(network, dist = list(\n");
            for (int j = 0; j < names.size(); j++) {
                List<String> coefficients = new ArrayList<>(List.of("\"(Intercept)\" = " + fitted.intercept(j)));
                for (int i : fitted.parents(j)) {
                    coefficients.add(ScriptText.quoted(names.get(i)) + " = "
                            + fitted.weights().get(i, j));
                }
                text.append("  " + ScriptText.quoted(names.get(j)) + " = list(coef = c("
                        + String.join(", ", coefficients) + "), sd = " + Math.sqrt(fitted.noiseVariance(j)) + ")"
                        + (j + 1 < names.size() ? ",\n" : "\n"));
            }
            return text.append("))\n").toString();
        }

        /** Python: {@code LinearGaussianCPD} with {@code beta} and {@code std}, as pgmpy 1.0 has them. */
        static String pgmpy(SavedNetwork network) {
            LinearNetwork fitted = linear(network);
            List<String> names = fitted.schema().names();
            StringBuilder text = new StringBuilder(heading(network));
            text.append("# The keywords beta and std are those of pgmpy 1.0; older versions refuse them.\n");
            text.append("from pgmpy.factors.continuous import LinearGaussianCPD\n");
            text.append("from pgmpy.models import LinearGaussianBayesianNetwork\n\n");
            text.append("model = LinearGaussianBayesianNetwork()\n");
            text.append("model.add_nodes_from([" + ScriptText.quoted(names) + "])\n");
            text.append("model.add_edges_from([\n");
            for (int j = 0; j < names.size(); j++) {
                for (int i : fitted.parents(j)) {
                    text.append("    (" + ScriptText.quoted(List.of(names.get(i), names.get(j))) + "),\n");
                }
            }
            text.append("])\nmodel.add_cpds(\n");
            for (int j = 0; j < names.size(); j++) {
                int to = j;
                int[] parents = fitted.parents(j);
                String beta = IntStream.concat(IntStream.of(-1), IntStream.of(parents))
                        .mapToObj(i -> Double.toString(
                                i < 0 ? fitted.intercept(to) : fitted.weights().get(i, to)))
                        .collect(Collectors.joining(", "));
                text.append("    LinearGaussianCPD(variable=" + ScriptText.quoted(names.get(j)) + ", beta=[" + beta
                        + "], std="
                        + Math.sqrt(fitted.noiseVariance(j)) + ", evidence=["
                        + ScriptText.quoted(
                                IntStream.of(parents).mapToObj(names::get).toList()) + "]),\n");
            }
            return text.append(")\nassert model.check_model()\n").toString();
        }

        private static String heading(SavedNetwork network) {
            return "# A fitted linear Gaussian network, written by hedgerow.\n"
                    + network.fitted()
                            .openDirection()
                            .map(edge ->
                                    "# Not all directions are identified: this is one member of the class of equivalent"
                                            + " networks.\n")
                            .orElse("");
        }
    }
}
