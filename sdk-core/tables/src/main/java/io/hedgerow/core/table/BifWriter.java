// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.table;

import io.hedgerow.core.data.VariableSchema;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes networks in BIF, the format of the bnlearn repository; {@link BifReader} reads them back unchanged. Names and
 * levels with blanks or signs stand in quotes, which JavaBayes reads and some programs do not. Numbers read back to the
 * same bits; counts are not written. Stateless; thread-safe. As private as the network.
 */
public final class BifWriter {

    private BifWriter() {}

    /**
     * {@return the network as text, with a line feed at its end}
     *
     * @param network to write
     */
    public static String text(DiscreteNetwork network) {
        VariableSchema schema = network.schema();
        StringBuilder text = new StringBuilder("network unknown {\n}\n");
        for (int j = 0; j < schema.size(); j++) {
            List<String> levels = schema.levels(j);
            text.append("variable " + word(schema.names().get(j)) + " {\n  type discrete [ " + levels.size() + " ] { "
                    + words(levels) + " };\n}\n");
        }
        for (int j = 0; j < schema.size(); j++) {
            ProbabilityTable table = network.table(j);
            Configurations configurations = new Configurations(schema, table.parents());
            text.append("probability ( " + word(schema.names().get(j)));
            if (table.parents().length > 0) {
                text.append(" | " + words(configurations.names()));
            }
            text.append(" ) {\n");
            for (int c = 0; c < table.configurations(); c++) {
                String before = table.parents().length == 0 ? "table" : "(" + words(configurations.levels(c)) + ")";
                String numbers = Arrays.stream(table.probabilities(c))
                        .mapToObj(Double::toString)
                        .collect(Collectors.joining(", "));
                text.append("  " + before + " " + numbers + ";\n");
            }
            text.append("}\n");
        }
        return text.toString();
    }

    private static String words(List<String> words) {
        return words.stream().map(BifWriter::word).collect(Collectors.joining(", "));
    }

    private static String word(String word) {
        return BifTokens.needsQuotes(word) ? "\"" + word.replace("\\", "\\\\").replace("\"", "\\\"") + "\"" : word;
    }

    private record Configurations(List<String> names, List<List<String>> all) {

        Configurations(VariableSchema schema, int[] parents) {
            this(
                    Arrays.stream(parents).mapToObj(schema.names()::get).toList(),
                    Arrays.stream(parents).mapToObj(schema::levels).toList());
        }

        List<String> levels(int configuration) {
            String[] levels = new String[all.size()];
            int rest = configuration;
            for (int k = all.size() - 1; k >= 0; k--) {
                levels[k] = all.get(k).get(rest % all.get(k).size());
                rest /= all.get(k).size();
            }
            return List.of(levels);
        }
    }
}
