// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.graph.export.ExportedNetwork.Part;
import io.hedgerow.core.internal.text.ScriptText;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.table.DiscreteNetwork;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes a script that builds the fitted network in another language, linear or of tables. Numbers read back to the
 * same bits. Of a class of networks it is the member that has equations, and the script says so.
 *
 * @param tables writes a network of tables
 * @param linear writes a network of equations
 */
record ScriptExporter(
        String format,
        String fileExtension,
        String summary,
        Function<DiscreteNetwork, String> tables,
        Function<ExportedNetwork, String> linear)
        implements NetworkExporter {

    static NetworkExporter bnlearn() {
        return new ScriptExporter(
                "bnlearn",
                "R",
                "a script in R that makes the fitted network with bnlearn",
                TableScripts::bnlearn,
                ScriptExporter::linearBnlearn);
    }

    static NetworkExporter pgmpy() {
        return new ScriptExporter(
                "pgmpy",
                "py",
                "a script in Python that makes the fitted network with pgmpy",
                TableScripts::pgmpy,
                ScriptExporter::linearPgmpy);
    }

    @Override
    public Set<Part> needs() {
        return Set.of(Part.EQUATIONS, Part.TABLES);
    }

    @Override
    public Optional<String> refusal(ExportedNetwork network) {
        if (network.has(Part.TABLES)) {
            return Optional.empty();
        }
        if (!network.categories().isEmpty()) {
            return Optional.of(network.source() + ": variables must be all numbers or all categories for a fitted"
                    + " network in this format, and " + String.join(", ", network.categories())
                    + " are categories beside numbers: choose csv, json, tetrad, graphml or dot, which hold the"
                    + " graph");
        }
        return network.equationsLack().map(why -> network.source() + ": " + why);
    }

    @Override
    public void write(ExportedNetwork network, Appendable out) throws IOException {
        out.append(network.tables().map(tables).orElseGet(() -> linear.apply(network)));
    }

    /** R: {@code custom.fit} of {@code empty.graph}; the result is called {@code fitted}. */
    private static String linearBnlearn(ExportedNetwork network) {
        List<String> names = network.predicting().schema().names();
        WeightMatrix weights = network.predicting().weights();
        List<Evidence.Equation> equations = network.equations();
        StringBuilder text = new StringBuilder(heading(network));
        text.append("library(bnlearn)\n\nnetwork <- empty.graph(c(" + ScriptText.quoted(names) + "))\n");
        List<String> arcs = new ArrayList<>();
        for (int j = 0; j < names.size(); j++) {
            for (int i : parents(network, j)) {
                arcs.add("  " + ScriptText.quoted(List.of(names.get(i), names.get(j))));
            }
        }
        if (!arcs.isEmpty()) {
            text.append("arcs(network) <- matrix(c(\n" + String.join(",\n", arcs)
                    + "\n), ncol = 2, byrow = TRUE, dimnames = list(NULL, c(\"from\", \"to\")))\n");
        }
        text.append("\nfitted <- custom.fit(network, dist = list(\n");
        for (int j = 0; j < names.size(); j++) {
            List<String> coefficients = new ArrayList<>(
                    List.of("\"(Intercept)\" = " + equations.get(j).intercept()));
            for (int i : parents(network, j)) {
                coefficients.add(ScriptText.quoted(names.get(i)) + " = " + weights.get(i, j));
            }
            text.append("  " + ScriptText.quoted(names.get(j)) + " = list(coef = c(" + String.join(", ", coefficients)
                    + "), sd = " + Math.sqrt(equations.get(j).noiseVariance()) + ")"
                    + (j + 1 < names.size() ? ",\n" : "\n"));
        }
        return text.append("))\n").toString();
    }

    /** Python: {@code LinearGaussianCPD} with {@code beta} and {@code std}, as pgmpy 1.0 has them. */
    private static String linearPgmpy(ExportedNetwork network) {
        List<String> names = network.predicting().schema().names();
        WeightMatrix weights = network.predicting().weights();
        List<Evidence.Equation> equations = network.equations();
        StringBuilder text = new StringBuilder(heading(network));
        text.append("# The keywords beta and std are those of pgmpy 1.0; older versions refuse them.\n");
        text.append("from pgmpy.factors.continuous import LinearGaussianCPD\n");
        text.append("from pgmpy.models import LinearGaussianBayesianNetwork\n\n");
        text.append("model = LinearGaussianBayesianNetwork()\n");
        text.append("model.add_nodes_from([" + ScriptText.quoted(names) + "])\n");
        text.append("model.add_edges_from([\n");
        for (int j = 0; j < names.size(); j++) {
            for (int i : parents(network, j)) {
                text.append("    (" + ScriptText.quoted(List.of(names.get(i), names.get(j))) + "),\n");
            }
        }
        text.append("])\nmodel.add_cpds(\n");
        for (int j = 0; j < names.size(); j++) {
            int to = j;
            int[] parents = parents(network, j);
            String beta = IntStream.concat(IntStream.of(-1), IntStream.of(parents))
                    .mapToObj(i -> Double.toString(i < 0 ? equations.get(to).intercept() : weights.get(i, to)))
                    .collect(Collectors.joining(", "));
            text.append("    LinearGaussianCPD(variable=" + ScriptText.quoted(names.get(j)) + ", beta=[" + beta
                    + "], std=" + Math.sqrt(equations.get(j).noiseVariance()) + ", evidence=["
                    + ScriptText.quoted(
                            IntStream.of(parents).mapToObj(names::get).toList()) + "]),\n");
        }
        return text.append(")\nassert model.check_model()\n").toString();
    }

    /** The places of a variable's parents, ascending. */
    private static int[] parents(ExportedNetwork network, int j) {
        NamedNetwork predicting = network.predicting();
        return IntStream.range(0, predicting.size())
                .filter(i -> predicting.weights().hasEdge(i, j))
                .toArray();
    }

    private static String heading(ExportedNetwork network) {
        boolean open = network.predicting().edges().stream().anyMatch(edge -> !edge.directed());
        return "# A fitted linear Gaussian network, written by hedgerow.\n"
                + (open
                        ? "# Not all directions are identified: this is one member of the class of equivalent"
                                + " networks.\n"
                        : "");
    }
}
