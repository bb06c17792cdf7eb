// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.ScriptText;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.core.table.ProbabilityTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes scripts that build a network of tables in R with bnlearn, or in Python with pgmpy, also before 1.0. */
final class TableScripts {

    private static final String HEADING = "# A network of conditional probability tables, written by hedgerow.\n";

    private TableScripts() {}

    /** R: arrays whose first dimension is the variable's own, column after column. */
    static String bnlearn(DiscreteNetwork network) {
        VariableSchema schema = network.schema();
        StringBuilder text = new StringBuilder(
                HEADING + "library(bnlearn)\n\nnetwork <- empty.graph(c(" + ScriptText.quoted(schema.names()) + "))\n");
        List<String> arcs = new ArrayList<>();
        for (int j = 0; j < schema.size(); j++) {
            for (int i : network.table(j).parents()) {
                arcs.add("  "
                        + ScriptText.quoted(
                                List.of(schema.names().get(i), schema.names().get(j))));
            }
        }
        if (!arcs.isEmpty()) {
            text.append("arcs(network) <- matrix(c(\n" + String.join(",\n", arcs)
                    + "\n), ncol = 2, byrow = TRUE, dimnames = list(NULL, c(\"from\", \"to\")))\n");
        }
        text.append("\nfitted <- custom.fit(network, dist = list(\n");
        for (int j = 0; j < schema.size(); j++) {
            text.append("  " + ScriptText.quoted(schema.names().get(j)) + " = " + array(network, j)
                    + (j + 1 < schema.size() ? ",\n" : "\n"));
        }
        return text.append("))\n").toString();
    }

    private static String array(DiscreteNetwork network, int variable) {
        VariableSchema schema = network.schema();
        ProbabilityTable table = network.table(variable);
        int[] parents = table.parents();
        if (parents.length == 0) {
            return "matrix(c(" + numbers(TablesExporter.flat(table)) + "), ncol = " + table.levels()
                    + ", dimnames = list(NULL, c(" + ScriptText.quoted(schema.levels(variable)) + ")))";
        }
        // R counts the first parent fastest: the parents reversed are those of our table
        int[] dimensions = IntStream.concat(
                        IntStream.of(variable),
                        IntStream.range(0, parents.length).map(k -> parents[parents.length - 1 - k]))
                .toArray();
        return "array(c(" + numbers(TablesExporter.flat(table)) + "), dim = c("
                + Arrays.stream(dimensions)
                        .mapToObj(v -> String.valueOf(schema.levels(v).size()))
                        .collect(Collectors.joining(", "))
                + "),\n    dimnames = list("
                + Arrays.stream(dimensions)
                        .mapToObj(v -> ScriptText.quoted(schema.names().get(v)) + " = c("
                                + ScriptText.quoted(schema.levels(v)) + ")")
                        .collect(Collectors.joining(", "))
                + "))";
    }

    /** Python: {@code TabularCPD}, a line for each level, a column for each configuration, the last parent fastest. */
    static String pgmpy(DiscreteNetwork network) {
        VariableSchema schema = network.schema();
        StringBuilder text = new StringBuilder(HEADING);
        text.append("from pgmpy.factors.discrete import TabularCPD\n\n");
        text.append("try:\n    from pgmpy.models import DiscreteBayesianNetwork\n");
        text.append("except ImportError:  # pgmpy before 1.0\n");
        text.append("    from pgmpy.models import BayesianNetwork as DiscreteBayesianNetwork\n\n");
        text.append("model = DiscreteBayesianNetwork()\n");
        text.append("model.add_nodes_from([" + ScriptText.quoted(schema.names()) + "])\n");
        text.append("model.add_edges_from([\n");
        for (int j = 0; j < schema.size(); j++) {
            for (int i : network.table(j).parents()) {
                text.append("    ("
                        + ScriptText.quoted(
                                List.of(schema.names().get(i), schema.names().get(j))) + "),\n");
            }
        }
        text.append("])\nmodel.add_cpds(\n");
        for (int j = 0; j < schema.size(); j++) {
            text.append(tabular(network, j));
        }
        return text.append(")\nassert model.check_model()\n").toString();
    }

    private static String tabular(DiscreteNetwork network, int variable) {
        VariableSchema schema = network.schema();
        ProbabilityTable table = network.table(variable);
        StringBuilder text = new StringBuilder("    TabularCPD(\n        variable="
                + ScriptText.quoted(schema.names().get(variable)) + ",\n        variable_card=" + table.levels()
                + ",\n        values=[\n");
        for (int level = 0; level < table.levels(); level++) {
            int own = level;
            double[] line = IntStream.range(0, table.configurations())
                    .mapToDouble(c -> table.probability(c, own))
                    .toArray();
            text.append("            [" + numbers(line) + "],\n");
        }
        text.append("        ],\n");
        int[] parents = table.parents();
        if (parents.length > 0) {
            text.append("        evidence=["
                    + ScriptText.quoted(
                            Arrays.stream(parents).mapToObj(schema.names()::get).toList())
                    + "],\n        evidence_card=["
                    + Arrays.stream(parents)
                            .mapToObj(i -> String.valueOf(schema.levels(i).size()))
                            .collect(Collectors.joining(", "))
                    + "],\n");
        }
        text.append("        state_names={"
                + IntStream.concat(IntStream.of(variable), Arrays.stream(parents))
                        .mapToObj(i -> ScriptText.quoted(schema.names().get(i)) + ": ["
                                + ScriptText.quoted(schema.levels(i)) + "]")
                        .collect(Collectors.joining(", "))
                + "},\n    ),\n");
        return text.toString();
    }

    private static String numbers(double[] numbers) {
        return Arrays.stream(numbers).mapToObj(Double::toString).collect(Collectors.joining(", "));
    }
}
