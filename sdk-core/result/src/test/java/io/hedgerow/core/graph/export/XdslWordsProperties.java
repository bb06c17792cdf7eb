// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.table.BifReader;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.core.table.ProbabilityTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Tables whose names and levels are any words: files of tables keep each, and never mix two up. */
class XdslWordsProperties {

    private static final List<String> PIECES = List.of(
            "a",
            "B",
            "1",
            "_",
            "_2",
            "-",
            " ",
            "\"",
            "\\",
            ",",
            ";",
            "|",
            "(",
            ")",
            "{",
            "}",
            "<",
            "&",
            "//",
            "/*",
            "table",
            "default",
            "property",
            "é",
            "😀",
            "x",
            ".",
            "]]>",
            "'");

    private static List<String> words(int count, Random random) {
        Set<String> words = new LinkedHashSet<>();
        while (words.size() < count) {
            StringBuilder word = new StringBuilder();
            for (int k = random.nextInt(4); k >= 0; k--) {
                word.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            String plain = word.toString().strip();
            if (!plain.isEmpty()) {
                words.add(plain);
            }
        }
        return List.copyOf(words);
    }

    /** A chain, its last variable first, so that parents come after their children in the schema. */
    private static DiscreteNetwork network(int d, long seed) {
        Random random = new Random(seed);
        List<List<String>> levels = new ArrayList<>();
        for (int j = 0; j < d; j++) {
            levels.add(words(2 + random.nextInt(3), random));
        }
        List<ProbabilityTable> tables = new ArrayList<>();
        for (int j = 0; j < d; j++) {
            int k = levels.get(j).size();
            int q = j + 1 < d ? levels.get(j + 1).size() : 1;
            double[][] lines = new double[q][];
            Arrays.setAll(lines, c -> {
                double[] line = random.doubles(k, 0.1, 1).toArray();
                double sum = Arrays.stream(line).sum();
                return Arrays.stream(line).map(p -> p / sum).toArray();
            });
            tables.add(ProbabilityTable.of(j + 1 < d ? new int[] {j + 1} : new int[0], lines));
        }
        return DiscreteNetwork.of(
                new VariableSchema(
                        words(d, random),
                        levels.stream()
                                .<VariableKind>map(VariableKind.Categorical::new)
                                .toList()),
                tables);
    }

    @Property(tries = 150)
    void bif_readsBackWhatItWrote(@ForAll @IntRange(min = 1, max = 6) int d, @ForAll long seed) {
        DiscreteNetwork network = network(d, seed);
        assertEquals(network, BifReader.read(NetworkExporter.of("bif").text(ExportedNetwork.of(network)), "own"));
    }

    /** GeNIe: identifiers are letters, digits and underscores, all distinct; parents stand before their children. */
    @Property(tries = 150)
    void xdsl_hasDistinctIdentifiers_causesFirst_andNamesAsTheyAre(
            @ForAll @IntRange(min = 1, max = 6) int d, @ForAll long seed) {
        DiscreteNetwork network = network(d, seed);
        Document xml = Awkward.xml(NetworkExporter.of("xdsl").text(ExportedNetwork.of(network)));
        List<Element> nodes = Awkward.elements(xml, "cpt");
        List<String> ids = nodes.stream().map(node -> node.getAttribute("id")).toList();
        assertEquals(d, Set.copyOf(ids).size(), ids.toString());
        for (int k = 0; k < d; k++) {
            Element node = nodes.get(k);
            int variable = d - 1 - k;
            assertTrue(ids.get(k).matches("[A-Za-z][A-Za-z0-9_]*"), ids.get(k));
            List<String> parents = Awkward.elements(node, "parents").stream()
                    .map(Element::getTextContent)
                    .toList();
            assertEquals(k == 0 ? List.of() : List.of(ids.get(k - 1)), parents);
            List<String> states = Awkward.elements(node, "state").stream()
                    .map(state -> state.getAttribute("id"))
                    .toList();
            assertEquals(network.table(variable).levels(), Set.copyOf(states).size(), states.toString());
            assertTrue(states.stream().allMatch(state -> state.matches("[A-Za-z][A-Za-z0-9_]*")), states.toString());
            List<String> levels = network.schema().levels(variable);
            List<String> titles = Awkward.elements(node, "property").stream()
                    .map(Element::getTextContent)
                    .toList();
            assertEquals(states.equals(levels) ? List.of() : List.of(String.join(", ", levels)), titles);
            double[] written = Arrays.stream(Awkward.elements(node, "probabilities")
                            .get(0)
                            .getTextContent()
                            .split(" "))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            ProbabilityTable table = network.table(variable);
            IntStream.range(0, written.length)
                    .forEach(at ->
                            assertEquals(table.probability(at / table.levels(), at % table.levels()), written[at]));
        }
        List<String> names = Awkward.elements(xml, "name").stream()
                .map(Element::getTextContent)
                .toList();
        List<String> reversed = new ArrayList<>(network.schema().names());
        Collections.reverse(reversed);
        assertEquals(reversed, names);
    }
}
