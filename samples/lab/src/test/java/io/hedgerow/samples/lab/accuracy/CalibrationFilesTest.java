// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.lab.accuracy.StructureTable.StructureRow;
import io.hedgerow.samples.lab.table.Spread.SortingSpread;
import io.hedgerow.samples.learn.SortingChecks;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class CalibrationFilesTest {

    private final WeightMatrix truth = WeightMatrix.ofRows(2, new double[] {0, 1, 0, 0});
    private final EdgeCalibration once =
            EdgeCalibration.of(WeightMatrix.ofRows(2, new double[] {0, 0.5, 0.25, 0}), truth);
    private final EdgeCalibration twice =
            once.plus(EdgeCalibration.of(WeightMatrix.ofRows(2, new double[] {0, 0.75, 0, 0}), WeightMatrix.empty(2)));

    private static final SortingSpread SORTING = SortingSpread.of(List.of(new SortingChecks(0.5, 1, 0.5, 1)));

    private StructureRow row(String method, Optional<EdgeCalibration> calibration) {
        StructureRow.Run run = new StructureRow.Run(StructureMetrics.of(truth, truth), 0, 0, 1, calibration);
        return StructureRow.of(2, method, List.of(run), 0, SORTING);
    }

    @Test
    void csv_hasEveryBinOfEveryMethodWithProbabilities() {
        Map<String, String> files =
                CalibrationFiles.of(List.of(row("a", Optional.of(twice)), row("b", Optional.empty())));
        assertEquals("""
                variables,method,event,from,to,predicted,observed,count
                2,a,adjacency,0.0,0.02,,,0
                2,a,adjacency,0.02,0.1,,,0
                2,a,adjacency,0.1,0.3,,,0
                2,a,adjacency,0.3,0.5,,,0
                2,a,adjacency,0.5,0.7,,,0
                2,a,adjacency,0.7,0.9,0.75,0.5,2
                2,a,adjacency,0.9,0.98,,,0
                2,a,adjacency,0.98,1.0,,,0
                2,a,direction,0.0,0.02,,,0
                2,a,direction,0.02,0.1,,,0
                2,a,direction,0.1,0.3,,,0
                2,a,direction,0.3,0.5,,,0
                2,a,direction,0.5,0.7,0.6666666666666666,1.0,1
                2,a,direction,0.7,0.9,,,0
                2,a,direction,0.9,0.98,,,0
                2,a,direction,0.98,1.0,,,0
                """, files.get("calibration.csv"));
    }

    @Test
    void svg_marksPredictedAndObservedInTheirBin() throws Exception {
        String svg = CalibrationFiles.of(List.of(row("a", Optional.of(twice)))).get("calibration.svg");
        Element picture = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
        NodeList panels = picture.getElementsByTagName("g");
        assertEquals(2, panels.getLength());
        Element adjacency = (Element) panels.item(0);
        NodeList circles = adjacency.getElementsByTagName("circle");
        NodeList squares = adjacency.getElementsByTagName("rect");
        // one in the legend and one for the only bin that is not empty, whose predicted share is above its observed one
        assertEquals(2, circles.getLength());
        assertEquals(2, squares.getLength());
        double predicted = number(circles.item(1), "cy");
        double observed = number(squares.item(1), "y") + 3.5;
        // three quarters and one half of 200 below the top
        assertEquals(50, observed - predicted);
        assertEquals(number(circles.item(1), "cx"), number(squares.item(1), "x") + 3.5);
        assertTrue(svg.contains(">.7–.9<") && svg.contains(">2<"), svg);
    }

    private static double number(org.w3c.dom.Node node, String attribute) {
        return Double.parseDouble(((Element) node).getAttribute(attribute));
    }

    @Test
    void row_showsCalibrationOfAllRunsTogether() {
        StructureRow.Run first = new StructureRow.Run(StructureMetrics.of(truth, truth), 0, 0, 1, Optional.of(once));
        StructureRow both = StructureRow.of(2, "a", List.of(first, first), 0, SORTING);
        // 0.75 was said of both pairs and both are joined; 2/3 of their directions, and both are so
        List<String> cells = FiguresTest.cells(StructureRow.columns(true, true), both);
        assertEquals(List.of("0.250", "0.333", "-"), cells.subList(cells.size() - 3, cells.size()));
    }
}
