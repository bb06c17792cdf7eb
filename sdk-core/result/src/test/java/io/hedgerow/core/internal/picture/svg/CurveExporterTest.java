// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.svg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.graph.export.Awkward;
import io.hedgerow.core.graph.export.Dynamic;
import io.hedgerow.core.graph.export.ExportedNetwork;
import io.hedgerow.core.graph.export.NetworkExporter;
import io.hedgerow.core.internal.picture.Numbers;
import io.hedgerow.core.internal.picture.TextWidth;
import io.hedgerow.core.search.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Curves of edges as a table and as a picture. */
class CurveExporterTest {

    private static Evidence.Curve curve(int from, int to, boolean interacting) {
        List<Evidence.Point> points = List.of(
                new Evidence.Point(-10, -1, 0.25), new Evidence.Point(0, 0.5, 0.1), new Evidence.Point(10, 1, 0.25));
        return new Evidence.Curve(from, to, points, interacting);
    }

    private static String written(String format, NamedNetwork network, List<Evidence.Curve> curves) {
        return NetworkExporter.of(format).text(ExportedNetwork.of(network).withCurves(curves));
    }

    /** One for each edge. */
    private static List<Evidence.Curve> all(NamedNetwork network) {
        return network.edges().stream()
                .map(edge -> curve(edge.from(), edge.to(), edge.to() % 2 == 0))
                .toList();
    }

    private static List<String> texts(Document xml) {
        return Awkward.elements(xml, "text").stream()
                .map(Element::getTextContent)
                .toList();
    }

    @Test
    void csv_hasALineForEachPoint_andQuotesNames() {
        String text = written(
                "curves-csv", Dynamic.SMALL, List.of(curve(3, 0, false), curve(6, 1, false), curve(0, 2, true)));
        assertEquals(
                "from,to,lag,cause,effect,deviation\r\n"
                        + "a,a,1,-10.0,-1.0,0.25\r\na,a,1,0.0,0.5,0.1\r\na,a,1,10.0,1.0,0.25\r\n"
                        + "a,\"b, c\",2,-10.0,-1.0,0.25\r\na,\"b, c\",2,0.0,0.5,0.1\r\na,\"b, c\",2,10.0,1.0,0.25\r\n",
                text,
                "what is no edge of the network has no line");
        NamedNetwork lines =
                NamedNetwork.of(VariableSchema.of("a", "b"), WeightMatrix.ofRows(2, new double[] {0, 1, 0, 0}));
        assertEquals(
                "format curves-csv needs curves, which this network does not have",
                assertThrows(DataException.class, () -> written("curves-csv", lines, List.of()))
                        .getMessage());
        assertEquals(
                "from,to,cause,effect,deviation\r\n",
                written("curves-csv", lines, List.of(curve(1, 0, false))),
                "a curve of no edge is not written");
    }

    @Test
    void svg_isWellFormed_withAPanelForEachEdge_andWholeNamesInTooltips() {
        String text = written("curves-svg", Awkward.NETWORK, all(Awkward.NETWORK));
        Document xml = Awkward.xml(text);
        assertEquals(5, Awkward.elements(xml, "g").size());
        List<String> titles = Awkward.elements(xml, "title").stream()
                .map(Element::getTextContent)
                .toList();
        assertTrue(titles.contains("p44/42 → say \"a, b\""), titles.toString());
        assertTrue(titles.contains("say \"a, b\" → <&> 'x' ]]>, which also depends on another cause"));
        assertTrue(texts(xml).contains("also depends on another cause; shown is the mean over it"));
        assertFalse(text.contains("<script") || text.contains("href") || text.contains("<style"));
        assertFalse(text.contains("NaN") || text.contains("Infinity"), text);
    }

    /** The frame is 200 by 130; its scale has −1.5 to 1.5, the ends of the band, and 4 % of that beyond. */
    @Test
    void svg_curveBandAndZero_areWhereTheNumbersSay() {
        NamedNetwork network =
                NamedNetwork.of(VariableSchema.of("a", "b"), WeightMatrix.ofRows(2, new double[] {0, 1, 0, 0}));
        String text = written("curves-svg", network, List.of(curve(0, 1, false)));
        double high = 1.5 + 0.04 * 3;
        String line = "M" + at(0, -1, high) + "L" + at(100, 0.5, high) + "L" + at(200, 1, high);
        assertTrue(text.contains("<path d=\"" + line + "\" " + CurveLegend.LINE), text);
        String band = "M" + at(0, -0.5, high) + "L" + at(100, 0.7, high) + "L" + at(200, 1.5, high) + "L"
                + at(200, 0.5, high) + "L" + at(100, 0.3, high) + "L" + at(0, -1.5, high) + "Z";
        assertTrue(text.contains(band), text);
        assertTrue(text.contains("M" + at(0, 0, high) + "h200\" " + CurveLegend.ZERO), text);
        List<String> texts = texts(Awkward.xml(text));
        assertTrue(texts.containsAll(List.of("a → b", "a", "−10", "0", "10", "−1", "1")), texts.toString());
        assertFalse(text.contains("depends on another cause"));
    }

    private static String at(double x, double effect, double high) {
        return Numbers.at(x, 130 * (high - effect) / (2 * high));
    }

    @Test
    void svg_whereNoDirectionIsIdentified_hasNoArrow() {
        WeightMatrix w = WeightMatrix.ofRows(2, new double[] {0, 1, 0, 0});
        NamedNetwork network = NamedNetwork.of(VariableSchema.of("a", "b"), w)
                .withPairs(new PairProbabilities(Optional.of(EquivalenceClass.of(Dag.of(w))), Optional.empty(), 0.99));
        List<String> texts = texts(Awkward.xml(written("curves-svg", network, List.of(curve(0, 1, false)))));
        assertTrue(texts.containsAll(List.of("a — b", "direction not identified")), texts.toString());
    }

    @Test
    void svg_ofSeries_tellsHowFarBackTheCauseIs() {
        List<String> texts = texts(Awkward.xml(written("curves-svg", Dynamic.SMALL, all(Dynamic.SMALL))));
        assertTrue(texts.containsAll(List.of("a → b, c", "a t-1 → a", "a t-2 → b, c")), texts.toString());
    }

    /** Names of 40 letters are shortened alike; nothing is wider than its place. */
    @Test
    void svg_ofOneToSixtyEdges_hasNothingOutsideOfTheSheet() {
        for (int edges : new int[] {1, 2, 7, 60}) {
            List<String> names = new ArrayList<>();
            double[] rows = new double[(edges + 1) * (edges + 1)];
            for (int i = 0; i <= edges; i++) {
                names.add("a-name-of-forty-letters-with-its-end-at-" + i);
                rows[i * (edges + 1) + edges] = i < edges ? 1 : 0;
            }
            NamedNetwork network = NamedNetwork.of(new VariableSchema(names), WeightMatrix.ofRows(edges + 1, rows));
            Document xml = Awkward.xml(written("curves-svg", network, all(network)));
            double width = Double.parseDouble(xml.getDocumentElement().getAttribute("width"));
            double height = Double.parseDouble(xml.getDocumentElement().getAttribute("height"));
            List<Element> panels = Awkward.elements(xml, "g");
            assertEquals(edges, panels.size());
            for (Element panel : panels) {
                String[] place = panel.getAttribute("transform").split("[( )]", -1);
                assertTrue(Double.parseDouble(place[1]) + CurvePanel.WIDTH <= width);
                assertTrue(Double.parseDouble(place[2]) + CurvePanel.HEIGHT + CurvePanel.FOOT <= height);
            }
            assertTrue(
                    texts(xml).stream()
                            .filter(text -> text.contains("→"))
                            .allMatch(text -> TextWidth.ems(text) * 13 <= CurvePanel.WIDTH),
                    texts(xml).toString());
        }
    }
}
