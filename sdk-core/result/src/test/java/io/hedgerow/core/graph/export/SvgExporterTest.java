// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Graphs;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class SvgExporterTest {

    private static String svg(NamedNetwork network) {
        return NetworkExporter.of("svg").text(network);
    }

    @Test
    void write_isWellFormedSelfContainedAndDescribed() {
        String text = svg(Awkward.NETWORK);
        Document xml = Awkward.xml(text);
        Element root = xml.getDocumentElement();
        assertEquals("0 0 " + root.getAttribute("width") + " " + root.getAttribute("height"), viewBox(root));
        assertEquals("T \"<&>\" \\ é", Awkward.elements(xml, "title").get(0).getTextContent());
        String description = Awkward.elements(xml, "desc").get(0).getTextContent();
        assertTrue(description.startsWith("Network of 7 variables and 5 edges. p44/42 → say \"a, b\""));
        assertFalse(
                text.contains("<script") || text.contains("href") || text.contains("url(") || text.contains("<style"));
        List<String> texts = Awkward.elements(xml, "text").stream()
                .map(Element::getTextContent)
                .toList();
        assertTrue(texts.containsAll(Awkward.NAMES), texts.toString());
    }

    private static String viewBox(Element root) {
        return root.getAttribute("viewBox");
    }

    @Test
    void write_whenCyclic_dashesTheEdgeThatPointsUp() {
        WeightMatrix w = WeightMatrix.of(new double[][] {{0, 0.9, 0}, {0, 0, 0.8}, {0.3, 0, 0}});
        String text = svg(NamedNetwork.of(VariableSchema.numbered(3), w));
        assertTrue(text.contains("points upwards"));
        // One in the legend and the weakest edge.
        assertEquals(2, text.split("stroke-dasharray=\"12 4\"", -1).length - 1);
        assertFalse(svg(NamedNetwork.of(VariableSchema.numbered(3), w.threshold(0.5)))
                .contains("stroke-dasharray"));
    }

    @Test
    void write_besideATruth_countsInTheLegend() {
        NamedNetwork network = NamedNetwork.of(
                        VariableSchema.numbered(4), Graphs.of(4, new int[] {0, 1}, new int[] {1, 2}, new int[] {0, 2}))
                .withTruth(Graphs.of(4, new int[] {0, 1}, new int[] {2, 1}, new int[] {2, 3}));
        List<String> texts = Awkward.elements(Awkward.xml(svg(network)), "text").stream()
                .map(Element::getTextContent)
                .toList();
        assertTrue(texts.containsAll(List.of("correct 1", "reversed 1", "extra 1", "missing 1")), texts.toString());
    }

    @Test
    void write_shortensLongNames_andKeepsThemInTheTooltip() {
        String name = "a very long name that would make its box as wide as the page";
        NamedNetwork network = NamedNetwork.of(VariableSchema.of(name, "b"), Graphs.of(2, new int[] {0, 1}))
                .withVoteShares(Graphs.of(2, new int[] {0, 1}));
        Document xml = Awkward.xml(svg(network));
        assertTrue(Awkward.elements(xml, "title").stream()
                .anyMatch(t -> t.getTextContent().equals(name)));
        assertTrue(Awkward.elements(xml, "text").stream()
                .anyMatch(t -> t.getTextContent().equals("a very long name that wo…de as the page")
                        || t.getTextContent().length() == 36));
        assertTrue(Awkward.elements(xml, "title").stream()
                .anyMatch(t -> t.getTextContent().endsWith("vote share 100 %")));
    }
}
