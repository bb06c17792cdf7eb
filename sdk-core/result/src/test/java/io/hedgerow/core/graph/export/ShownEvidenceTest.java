// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.Graphs;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.picture.svg.Style;
import io.hedgerow.core.internal.truth.TruthReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Every form tells the same of an edge: whether it is one, its line, its ends and the words. */
class ShownEvidenceTest {

    private static final VariableSchema SCHEMA = VariableSchema.of("a", "b", "c", "d");

    private static WeightMatrix matrix(double[][] entries) {
        double[] all = new double[16];
        for (double[] entry : entries) {
            all[(int) (4 * entry[0] + entry[1])] = entry[2];
        }
        return WeightMatrix.ofRows(4, all);
    }

    /** a → b is sure, b → c with a direction of .08, c → d joined with .6, a → d with .18. */
    private static NamedNetwork network(double cap) {
        WeightMatrix w = matrix(new double[][] {{0, 1, 0.5}, {1, 2, -0.9}, {2, 3, 30}, {0, 3, 0.4}});
        WeightMatrix p = matrix(new double[][] {{0, 1, 0.97}, {1, 2, 0.08}, {2, 1, 0.92}, {2, 3, 0.6}, {0, 3, 0.18}});
        return NamedNetwork.of(SCHEMA, w)
                .withPairs(new PairProbabilities(Optional.empty(), Optional.of(p), cap))
                .withDeviations(List.of(1.0, 1.0, 1.0, 60.0))
                .withSmallestEffect(OptionalDouble.of(0.0754));
    }

    /** a o→ b ↔ c, c o—o d. */
    private static NamedNetwork marked() {
        AncestralMarks marks = Graphs.marks(7);
        WeightMatrix w = matrix(new double[][] {{0, 1, 0.5}, {3, 2, 0.7}});
        return NamedNetwork.of(SCHEMA, w)
                .withPairs(new PairProbabilities(
                                Optional.empty(), Optional.empty(), 0.99, Optional.empty(), Optional.of(marks))
                        .byMarks());
    }

    @Test
    void text_hasOneStoryOfEveryEdge() {
        assertEquals("""
                4 variables, 3 edges
                  b — c    -0.900  joined 0.99  direction 0.08
                  a → b     0.500  joined 0.97  direction 0.99
                  c ⇢ d    30.000  joined 0.60  direction 0.99
                ┄ or ⇢ for an arrow: joined with probability below 0.8
                undecided: a and d 0.18
                other pairs: 1 undecided, any other not seen (effects below 0.075 would not be)
                """, TextPicture.unicode().text(network(0.99)));
        assertTrue(TextPicture.ascii().text(network(0.99)).contains("c .> d"));
    }

    @Test
    void text_whereTheCapMakesNumbersEqual_hasWords() {
        String text = TextPicture.ascii().text(network(0.9));
        assertTrue(text.contains("b -- c    -0.900  strong evidence\n"), text);
        assertTrue(text.contains("c .> d    30.000  weak evidence, strong of its direction\n"), text);
        assertFalse(text.contains("0.90 ") || text.contains("direction 0"), text);
    }

    @Test
    void svg_hasDashesForWhatIsNotSure_andNoArrowheadForADirectionThatIsDenied() {
        Document xml = Awkward.xml(NetworkExporter.of("svg").text(network(0.99)));
        assertEquals(3, groups(xml).size(), "a → d is no edge");
        for (Element group : groups(xml)) {
            String title = Awkward.elements(group, "title").get(0).getTextContent();
            List<Element> paths = Awkward.elements(group, "path");
            boolean sure = !title.startsWith("c → d");
            assertEquals(sure ? "" : Style.DOUBTFUL_DASHES, paths.get(0).getAttribute("stroke-dasharray"), title);
            assertEquals(title.startsWith("b — c") ? 1 : 2, paths.size(), title);
        }
        List<String> texts = texts(xml);
        assertTrue(texts.contains("joined with probability below 0.8"), texts.toString());
        assertTrue(
                texts.contains("without a line: 1 undecided, any other not seen (effects below 0.075 would not be)"),
                texts.toString());
        assertTrue(texts.contains("standardised |weight| up to 0.900"), texts.toString());
    }

    /** 30 in the unit of d is half a deviation. */
    @Test
    void svg_hasWidthsInDeviations() {
        Document xml = Awkward.xml(NetworkExporter.of("svg").text(network(0.99)));
        double[] widths = groups(xml).stream()
                .map(group -> Awkward.elements(group, "path").get(0))
                .mapToDouble(path -> Double.parseDouble(path.getAttribute("stroke-width")))
                .sorted()
                .toArray();
        assertEquals(widths[0], widths[1], 1e-9, "both .5");
        assertEquals(4, widths[2], 1e-9);
    }

    @Test
    void files_haveTheNumbersAndTheSameEdges() {
        NamedNetwork network = network(0.9);
        String csv = NetworkExporter.of("csv").text(network);
        assertEquals(4, csv.lines().count());
        assertTrue(csv.contains("b,c,false,-0.9,0.9,0.08"), csv);
        assertTrue(csv.contains("c,d,true,30.0,0.6,0.9"), csv);
        String dot = new DotExporter().text(network);
        assertTrue(dot.contains("n2 -> n3 [weight_value=30.0, adjacent=0.6, direction=0.9"), dot);
        assertEquals(1, dot.split("style=dashed", -1).length - 1, dot);
        assertFalse(dot.contains("n0 -> n3"), dot);
        assertEquals(3, ((List<?>) json(new JsonExporter().text(network)).get("edges")).size());
        assertEquals(
                3,
                Awkward.elements(Awkward.xml(new GraphMlExporter().text(network)), "edge")
                        .size());
    }

    private static Map<?, ?> json(String text) {
        return (Map<?, ?>) Objects.requireNonNull(TinyJson.read(text));
    }

    @Test
    void marks_areInEveryForm() {
        NamedNetwork network = marked();
        String text = TextPicture.unicode().text(network);
        assertTrue(text.contains("a o→  b"), text);
        assertTrue(text.contains("b ↔   c"), text);
        assertTrue(text.contains("d o—o c"), text);
        assertTrue(text.contains("↔: a hidden cause of both is the only explanation\n"), text);
        String ascii = TextPicture.ascii().text(network);
        assertTrue(ascii.contains("a o-> b") && ascii.contains("b <-> c") && ascii.contains("d o-o c"), ascii);
        String dot = new DotExporter().text(network);
        assertTrue(dot.contains("mark=\"o->\", dir=both, arrowtail=odot, arrowhead=normal"), dot);
        assertTrue(dot.contains("mark=\"<->\", dir=both, arrowtail=normal, arrowhead=normal"), dot);
        assertTrue(dot.contains("mark=\"o-o\", dir=both, arrowtail=odot, arrowhead=odot"), dot);
        String xml = new GraphMlExporter().text(network);
        assertTrue(xml.contains("<data key=\"mark\">o-&gt;</data>"), xml);
        List<?> edges = (List<?>) json(new JsonExporter().text(network)).get("edges");
        assertEquals("o->", ((Map<?, ?>) edges.get(0)).get("mark"));
    }

    @Test
    void csv_ofMarks_readsBack_alsoWithoutAWeight() throws IOException {
        String csv = NetworkExporter.of("csv").text(marked());
        assertEquals(
                List.of(
                        "from,to,directed,weight,adjacent,direction,mark",
                        "a,b,false,0.5,,,o->",
                        "b,c,false,,,,<->",
                        "d,c,false,0.7,,,o-o"),
                csv.lines().toList());
        WeightMatrix read = TruthReader.read(new StringReader(csv), "network.csv", SCHEMA);
        assertEquals(matrix(new double[][] {{0, 1, 0.5}, {1, 2, 1}, {3, 2, 0.7}}), read);
        assertEquals(
                1,
                TruthReader.listed(new StringReader(csv), "network.csv")
                        .orElseThrow()
                        .get(1)
                        .weight());
    }

    @Test
    void svg_ofMarks_hasCirclesAndTwoHeads_andALegend() {
        Document xml = Awkward.xml(NetworkExporter.of("svg").text(marked()));
        for (Element group : groups(xml)) {
            String title = Awkward.elements(group, "title").get(0).getTextContent();
            int circles = Awkward.elements(group, "circle").size();
            int heads = Awkward.elements(group, "path").size() - 1;
            if (title.startsWith("a o→ b")) {
                assertEquals(List.of(1, 1), List.of(circles, heads), title);
            } else if (title.startsWith("b ↔ c")) {
                assertEquals(List.of(0, 2), List.of(circles, heads), title);
            } else {
                assertEquals(List.of(2, 0), List.of(circles, heads), title);
            }
        }
        List<String> texts = texts(xml);
        assertTrue(texts.contains("causes, or a hidden cause of both, or both; not the reverse"), texts.toString());
        assertTrue(texts.contains("a hidden cause of both is the only explanation"), texts.toString());
    }

    /** A circle or an arrowhead touches the box and does not lie in it. */
    @Test
    void svg_ofMarks_keepsEndsOutsideOfBoxes() {
        Document xml = Awkward.xml(NetworkExporter.of("svg").text(marked()));
        List<Element> boxes = Awkward.elements(xml, "rect").stream()
                .filter(rect -> rect.hasAttribute("rx"))
                .toList();
        for (Element group : groups(xml)) {
            for (Element circle : Awkward.elements(group, "circle")) {
                double x = number(circle, "cx");
                double y = number(circle, "cy");
                for (Element box : boxes) {
                    boolean inside = x > number(box, "x")
                            && x < number(box, "x") + number(box, "width")
                            && y > number(box, "y")
                            && y < number(box, "y") + number(box, "height");
                    assertFalse(inside, "circle at " + x + ", " + y);
                }
            }
        }
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    private static List<Element> groups(Document xml) {
        return Awkward.elements(xml, "g").stream()
                .filter(group -> group.hasAttribute("data-strength"))
                .toList();
    }

    private static List<String> texts(Document xml) {
        return Awkward.elements(xml, "text").stream()
                .map(Element::getTextContent)
                .toList();
    }
}
