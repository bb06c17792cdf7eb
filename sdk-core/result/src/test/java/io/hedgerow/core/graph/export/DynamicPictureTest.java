// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.picture.Drawing;
import io.hedgerow.core.internal.picture.Drawing.EdgePath;
import io.hedgerow.core.internal.picture.EdgeWords;
import io.hedgerow.core.internal.picture.ShownNetwork;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import io.hedgerow.core.internal.picture.layout.LagLabels;
import io.hedgerow.core.internal.picture.layout.NetworkLayout;
import io.hedgerow.core.internal.picture.layout.RowOrder;
import io.hedgerow.core.internal.picture.layout.SliceLayout;
import io.hedgerow.core.internal.picture.svg.SvgBoxes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class DynamicPictureTest {

    /** Path data has tenths. */
    private static final double ROUNDING = 0.11;

    private static Document xml(NamedNetwork network) {
        return Awkward.xml(NetworkExporter.of("svg").text(network));
    }

    private static List<String> texts(Document xml) {
        return Awkward.elements(xml, "text").stream()
                .map(Element::getTextContent)
                .toList();
    }

    private static Drawing slices(NamedNetwork network) {
        ShownNetwork shown = ShownNetwork.of(network);
        return SliceLayout.of(shown, new SvgBoxes(shown, false).widths());
    }

    private static Drawing compact(NamedNetwork network) {
        ShownNetwork shown = ShownNetwork.of(network);
        return LagLabels.added(NetworkLayout.of(shown, new SvgBoxes(shown, true).widthsWithPorts(), 640));
    }

    @ParameterizedTest
    @CsvSource({"5, 2, true", "12, 3, true", "30, 1, false", "31, 2, false", "50, 1, true"})
    void everyEdge_isInThePictureOnce(int d, int lags, boolean judged) {
        NamedNetwork network = judged ? Dynamic.judged(d, lags, d) : Dynamic.random(d, lags, d);
        List<String> expected = ShownNetwork.of(network).edges().stream()
                .map(edge -> EdgeWords.sentence(network, edge))
                .sorted()
                .toList();
        List<String> titles = Awkward.elements(xml(network), "title").stream()
                .map(Element::getTextContent)
                .skip(1)
                .sorted()
                .toList();
        assertEquals(expected, titles);
        assertTrue(expected.stream().anyMatch(text -> text.contains("[t-" + lags + "]")));
    }

    @ParameterizedTest
    @CsvSource({"3, 4", "12, 3", "30, 2"})
    void slices_haveNothingThatOverlaps_andNoLineThroughABox(int d, int lags) {
        Drawing drawing = slices(Dynamic.judged(d, lags, d));
        requireApart(drawing);
        for (Drawing.Line line : drawing.lines()) {
            double[][] points = LayoutProperties.points(line.curve().path(0, 0));
            for (double[] p : points) {
                assertTrue(p[0] >= 0 && p[0] <= drawing.width() + ROUNDING, line::toString);
                assertTrue(p[1] >= 0 && p[1] <= drawing.height() + ROUNDING, line::toString);
                for (Drawing.Box box : drawing.boxes()) {
                    boolean inside = Math.abs(p[0] - box.x()) < box.width() / 2 - ROUNDING
                            && Math.abs(p[1] - box.y()) < box.height() / 2;
                    assertFalse(inside, () -> box + " is crossed by " + line);
                }
            }
        }
    }

    private static void requireApart(Drawing drawing) {
        for (Drawing.Box a : drawing.boxes()) {
            assertTrue(a.left() >= 0 && a.left() + a.width() <= drawing.width() + 1e-9, a::toString);
            assertTrue(a.top() >= 0 && a.top() + a.height() <= drawing.height() + 1e-9, a::toString);
            for (Drawing.Box b : drawing.boxes()) {
                boolean apart = Math.abs(a.x() - b.x()) >= (a.width() + b.width()) / 2 + 8
                        || Math.abs(a.y() - b.y()) >= (a.height() + b.height()) / 2 + 8;
                assertTrue(a.equals(b) || apart, () -> a + " " + b);
            }
        }
    }

    @Test
    void slices_linesJoinTheirColumns_lagsFromTheLeft() {
        Drawing drawing = slices(Dynamic.judged(12, 3, 4));
        Map<Integer, Drawing.Box> boxes = new HashMap<>();
        drawing.boxes().forEach(box -> assertEquals(null, boxes.put(box.column(), box)));
        for (Drawing.Line line : drawing.lines()) {
            Drawing.Box from = boxes.get(line.edge().edge().from());
            Drawing.Box to = boxes.get(line.edge().edge().to());
            EdgePath.Tip tail = line.curve().tip(!line.upwards());
            EdgePath.Tip head = line.curve().tip(line.upwards());
            boolean lagged = line.edge().lag() > 0;
            assertEquals(from.left() + from.width(), tail.x(), 1e-9);
            assertEquals(lagged ? to.left() : to.left() + to.width(), head.x(), 1e-9);
            assertTrue(Math.abs(tail.y() - from.y()) < from.height() / 2, line::toString);
            assertTrue(Math.abs(head.y() - to.y()) < to.height() / 2, line::toString);
            assertEquals(lagged, head.dx() > 0);
        }
    }

    @Test
    void slices_showOfThePastOnlyWhatHasAnEffect_andOwnLagsLevel() {
        Drawing drawing = slices(Dynamic.SMALL);
        assertEquals(
                List.of(0, 1, 2, 3, 6),
                drawing.boxes().stream().map(Drawing.Box::column).sorted().toList());
        assertEquals(
                List.of("t-2", "t-1", "t"),
                drawing.labels().stream().map(Drawing.Label::text).toList());
        Drawing.Line own = drawing.lines().stream()
                .filter(line -> line.edge().isOwnLag())
                .findFirst()
                .orElseThrow();
        assertEquals(own.curve().tip(true).y(), own.curve().tip(false).y(), 1e-9);
    }

    @Test
    void slices_ofAnUndirectedEdge_haveNoHeadThere() {
        WeightMatrix w = Dynamic.SMALL.weights();
        NamedNetwork network = Dynamic.SMALL.withPairs(
                new PairProbabilities(Optional.of(EquivalenceClass.of(Dag.of(w))), Optional.empty(), 0.99));
        long undirected = network.edges().stream().filter(e -> !e.directed()).count();
        String with = NetworkExporter.of("svg").text(network);
        String without = NetworkExporter.of("svg").text(Dynamic.SMALL);
        assertEquals(undirected, without.split(" Z\" fill", -1).length - with.split(" Z\" fill", -1).length);
        assertTrue(undirected > 0 && with.contains("direction not identified"));
    }

    @Test
    void slices_withACycle_dashTheArcThatPointsUp() {
        NamedNetwork network = NamedNetwork.of(Dynamic.SMALL.schema(), Dynamic.stacked(9, new double[][] {
            {0, 1, 0.9}, {1, 0, 0.3}, {3, 2, 0.5}
        }));
        String text = NetworkExporter.of("svg").text(network);
        // One in the legend and the weaker edge.
        assertEquals(2, text.split("stroke-dasharray=\"12 4\"", -1).length - 1);
    }

    @Test
    void legend_saysWhatPlacesMean() {
        List<String> texts = texts(xml(Dynamic.SMALL));
        assertTrue(
                texts.containsAll(List.of(
                        "left to right: effects of the past",
                        "between boxes of one row: a variable's own past",
                        "arcs at the right: within a step")),
                texts.toString());
        List<String> compact = texts(xml(large()));
        assertTrue(
                compact.containsAll(List.of(
                        "from the past (t-1: one step back)", "own past, with the lag; hollow: negative weight")),
                compact.toString());
    }

    /** 40 variables, a random network and two own lags. */
    private static NamedNetwork large() {
        NamedNetwork network = Dynamic.random(40, 2, 8);
        double[] all = network.weights().toRows();
        all[40 * 120] = 0.4;
        all[(80 + 1) * 120 + 1] = -0.4;
        return network.withWeights(WeightMatrix.ofRows(120, all));
    }

    @Test
    void compact_labelsEveryLaggedEdge_andMarksEveryOwnLag() {
        NamedNetwork network = large();
        Drawing drawing = compact(network);
        requireApart(drawing);
        assertEquals(40, drawing.boxes().size());
        List<ShownEdge> edges = ShownNetwork.of(network).edges();
        for (int lag = 1; lag <= 2; lag++) {
            int steps = lag;
            String text = "t-" + lag;
            assertEquals(
                    edges.stream()
                            .filter(e -> e.lag() == steps && !e.isOwnLag())
                            .count(),
                    drawing.labels().stream().filter(l -> l.text().equals(text)).count());
        }
        for (Drawing.Label label : drawing.labels()) {
            assertTrue(label.x() >= 0 && label.x() <= drawing.width() && label.y() <= drawing.height());
        }
        long own = edges.stream().filter(ShownEdge::isOwnLag).count();
        // And one in the legend.
        assertEquals(own + 1, Awkward.elements(xml(network), "circle").size());
        assertTrue(own >= 2);
    }

    @Test
    void compact_drawsEdgesWithinAStepDown() {
        for (Drawing.Line line : compact(large()).lines()) {
            assertTrue(line.edge().lag() > 0 || !line.upwards(), line::toString);
        }
    }

    /** a → b → c → d → e, e's past on a: only the order of causes is possible. */
    @Test
    void rows_areInTheOrderOfCauses() {
        double[][] chain = {{4, 3, 1}, {3, 2, 1}, {2, 1, 1}, {1, 0, 1}, {5, 4, 1}};
        NamedNetwork network = NamedNetwork.of(Dynamic.random(5, 1, 1).schema(), Dynamic.stacked(10, chain));
        assertEquals(
                List.of(4, 3, 2, 1, 0),
                Arrays.stream(RowOrder.of(5, ShownNetwork.of(network).edges()))
                        .boxed()
                        .toList());
    }
}
