// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.core.table.ProbabilityTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes tables in XDSL, the format of GeNIe and SMILE. Its names are letters, digits and underscores: others are
 * replaced by an underscore, and the variable keeps its name as a title, its levels as a property {@code levels}.
 * Parents come before their children, as GeNIe requires.
 */
final class XdslText {

    private static final int COLUMNS = 6;
    private static final int WIDTH = 100;
    private static final int HEIGHT = 60;
    private static final int STEP = 140;

    private XdslText() {}

    static String of(DiscreteNetwork network) {
        List<String> names = network.schema().names();
        List<String> ids = identifiers(names);
        int[] order = network.dag().topologicalOrder();
        StringBuilder text = new StringBuilder("""
                <?xml version="1.0" encoding="UTF-8"?>
                <smile version="1.0" id="hedgerow" numsamples="10000" discsamples="10000">
                \t<nodes>
                """);
        for (int j : order) {
            ProbabilityTable table = network.table(j);
            List<String> levels = network.schema().levels(j);
            List<String> states = identifiers(levels);
            text.append("\t\t<cpt id=\"" + ids.get(j) + "\">\n");
            states.forEach(state -> text.append("\t\t\t<state id=\"" + state + "\" />\n"));
            if (table.parents().length > 0) {
                text.append("\t\t\t<parents>"
                        + Arrays.stream(table.parents()).mapToObj(ids::get).collect(Collectors.joining(" "))
                        + "</parents>\n");
            }
            text.append("\t\t\t<probabilities>"
                    + Arrays.stream(TablesExporter.flat(table))
                            .mapToObj(Double::toString)
                            .collect(Collectors.joining(" "))
                    + "</probabilities>\n");
            if (!states.equals(levels)) {
                text.append("\t\t\t<property id=\"levels\">" + escaped(String.join(", ", levels)) + "</property>\n");
            }
            text.append("\t\t</cpt>\n");
        }
        text.append("\t</nodes>\n\t<extensions>\n\t\t<genie version=\"1.0\" app=\"hedgerow\" name=\"hedgerow\">\n");
        for (int k = 0; k < order.length; k++) {
            int left = k % COLUMNS * STEP + WIDTH / 2;
            int top = k / COLUMNS * STEP + HEIGHT / 2;
            text.append("\t\t\t<node id=\"" + ids.get(order[k]) + "\">\n\t\t\t\t<name>"
                    + escaped(names.get(order[k])) + "</name>\n"
                    + "\t\t\t\t<interior color=\"e5f6f7\" />\n\t\t\t\t<outline color=\"000080\" />\n"
                    + "\t\t\t\t<font color=\"000000\" name=\"Arial\" size=\"8\" />\n"
                    + "\t\t\t\t<position>" + left + " " + top + " " + (left + WIDTH) + " " + (top + HEIGHT)
                    + "</position>\n\t\t\t</node>\n");
        }
        return text.append("\t\t</genie>\n\t</extensions>\n</smile>\n").toString();
    }

    /** Letters, digits and underscores, a letter first, and all distinct. */
    private static List<String> identifiers(List<String> words) {
        Set<String> taken = new HashSet<>();
        words.stream().filter(word -> word.matches("[A-Za-z]\\w*")).forEach(taken::add);
        List<String> ids = new ArrayList<>();
        for (String word : words) {
            String id = word;
            if (!word.matches("[A-Za-z]\\w*")) {
                String plain = word.replaceAll("\\W", "_");
                String base = plain.matches("[A-Za-z].*") ? plain : "x" + plain;
                id = base;
                for (int k = 2; !taken.add(id); k++) {
                    id = base + "_" + k;
                }
            }
            ids.add(id);
        }
        return ids;
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                default -> {
                    if (c < ' ' || (c >= 0xD800 && c <= 0xDFFF) || c == 0xFFFE || c == 0xFFFF) {
                        out.append(String.format(Locale.ROOT, "\\u%04x", c)); // XML has no such characters
                    } else {
                        out.appendCodePoint(c);
                    }
                }
            }
        });
        return out.toString();
    }
}
