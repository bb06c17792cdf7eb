// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class HeatmapTest {

    private static final List<List<Double>> CELLS = List.of(List.of(1.0, 2.0), List.of(3.0, Double.NaN));

    private static NodeList cells(boolean highest) throws Exception {
        Heatmap map = new Heatmap("a < b", "w", List.of("1", "2"), "a", List.of("3", "4"), CELLS, highest);
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(map.svg().getBytes(StandardCharsets.UTF_8)))
                .getElementsByTagName("rect");
    }

    private static int lightness(NodeList cells, int cell) {
        String fill = ((Element) cells.item(1 + cell)).getAttribute("fill"); // the first is the ground
        assertEquals(fill.substring(1, 3), fill.substring(3, 5), "grey");
        assertEquals(fill.substring(1, 3), fill.substring(5, 7), "grey");
        return Integer.parseInt(fill.substring(1, 3), 16);
    }

    @Test
    void shades_areGrey_theBestIsDarkestAndFramed() throws Exception {
        NodeList lowest = cells(false);
        assertTrue(lightness(lowest, 0) < lightness(lowest, 1));
        assertTrue(lightness(lowest, 1) < lightness(lowest, 2));
        assertEquals(255, lightness(lowest, 3), "what was not run is white");
        assertEquals("3", ((Element) lowest.item(1)).getAttribute("stroke-width"));
        assertEquals("1", ((Element) lowest.item(3)).getAttribute("stroke-width"));
        NodeList highest = cells(true);
        assertTrue(lightness(highest, 2) < lightness(highest, 0));
        assertEquals("3", ((Element) highest.item(3)).getAttribute("stroke-width"));
    }

    @Test
    void figures_haveFourDigits() {
        assertEquals("0.1234", Heatmap.number(0.12341));
        assertEquals("1.234", Heatmap.number(1.2341));
        assertEquals("12.3", Heatmap.number(12.34));
    }
}
