// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.item.PaperItems;
import io.hedgerow.samples.lab.reproduce.outcome.OutcomeTable.OtherMethods;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PublishedFigure;
import io.hedgerow.samples.lab.reproduce.run.RunFile.RunLine;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OtherMethodsTest {

    private static final PaperItem DREAM4 = PaperItems.read().named("000-table-7");

    private static RunLine line(String at, double auroc) {
        return new RunLine(1, "FDBNL", at, "", 0, 0, Map.of(Measure.AUROC, auroc, Measure.AUPR, 0.1));
    }

    @Test
    void linesOfTheItem_standAmongThoseOfOthers_theBestFirst() {
        String text = OtherMethods.markdown(new ItemOutcome(
                DREAM4, List.of(line("1", 0.6), line("2", 0.7), line("3", 0.65), line("4", 0.65), line("5", 0.65))));
        List<String> rows = text.lines().filter(row -> row.contains("AUROC")).toList();
        assertEquals(7, rows.size(), text);
        assertTrue(
                rows.get(0)
                        .matches(
                                "\\| CSId \\(Gaussian processes\\) \\(000 table 7\\) +\\| AUROC +\\| +0.728 \\| +- \\|"),
                text);
        assertTrue(rows.get(1).matches("\\| FDBNL .*\\| +0.600 ± 0.022 \\| +0.650±0.035 \\|"), text);
        assertTrue(rows.get(6).contains("ARACNE"), text);
    }

    /** A mean over some of the networks is not one over all. */
    @Test
    void meansOverSomePoints_areLeftOut() {
        String text = OtherMethods.markdown(new ItemOutcome(DREAM4, List.of(line("1", 0.9))));
        assertFalse(text.contains("FDBNL"), text);
        assertTrue(text.contains("CSId"), text);
    }

    @Test
    void itemsWithoutOthers_sayNothing() {
        PaperItem item = PaperItems.read().named("000-table-1");
        assertEquals("", OtherMethods.markdown(new ItemOutcome(item, List.of())));
    }

    /** What is printed of others is of no line of the item, and has its place, points and measures. */
    @Test
    void files_areOfOthers() {
        int read = 0;
        for (PaperItem item : PaperItems.read().all()) {
            for (PublishedFigure figure : PaperItems.others(item.id())) {
                read++;
                assertFalse(item.allSeries().contains(figure.series()), figure.toString());
                assertTrue(item.measures().contains(figure.measure()), figure.toString());
                assertTrue(
                        figure.at().equals(PublishedFigure.OVER_ALL)
                                || item.points().stream()
                                        .anyMatch(point -> point.at().equals(figure.at())),
                        figure.toString());
                assertFalse(figure.place().isBlank(), figure.toString());
            }
        }
        assertEquals(32, read);
    }
}
