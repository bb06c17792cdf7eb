// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.item.PaperItems;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.run.RunFile.RunLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class OutcomePlotTest {

    private static final Pattern VALUE = Pattern.compile("text-anchor=\"end\">([^<]*)<");

    private static List<String> labels(double shd, double tpr, double fdr) {
        PaperItem item = PaperItems.read().named("001-figure-1");
        List<RunLine> lines = new ArrayList<>();
        for (int seed = 1; seed <= 2; seed++) {
            // ± 0.05 about the mean, so that a band goes beyond a mean of 1
            double off = seed == 1 ? 0.05 : -0.05;
            lines.add(new RunLine(
                    seed,
                    "gram",
                    "10",
                    "",
                    0,
                    0,
                    Map.of(Measure.SHD, shd + off, Measure.TPR, tpr + off, Measure.FDR, fdr + off)));
        }
        return VALUE.matcher(OutcomePlot.svg(new ItemOutcome(item, lines)))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    /** Round numbers, each as it is; shares end at 1, whatever their bands do. */
    @Test
    void axes_endAtTheNextRoundNumber_andShareAtOne() {
        assertEquals(
                List.of(
                        "0", "2", "4", "6", "8", "10", //
                        "0", "0.2", "0.4", "0.6", "0.8", "1", //
                        "0", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3"),
                labels(8.2, 1, 0.2));
        // the band of ± 0.071 ends at 30.02, 0.571 and 0.771
        assertEquals(
                List.of(
                        "0", "10", "20", "30", "40", //
                        "0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", //
                        "0", "0.2", "0.4", "0.6", "0.8"),
                labels(29.95, 0.5, 0.7));
    }

    /** Such as an error relative to weights that are all 0. */
    @Test
    void whatIsNoNumber_endsNoAxis() {
        List<String> shd = List.of("0", "0.2", "0.4", "0.6", "0.8", "1");
        for (double none : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            assertEquals(shd, labels(none, 1, 0.2).subList(0, shd.size()));
        }
    }

    /** Lines from one setting to the next would say nothing: the last runs across, all others down. */
    @Test
    void gridsOfSettings_areHeatmaps() {
        PaperItem item = PaperItems.read().named("002-table-4");
        assertTrue(OutcomeHeatmaps.suit(item));
        assertFalse(OutcomeHeatmaps.suit(PaperItems.read().named("001-figure-1")));
        List<RunLine> lines = new ArrayList<>();
        for (String at : List.of("C=3 T=10 K=10", "C=20 T=50 K=10", "C=20 T=50 K=100")) {
            lines.add(new RunLine(1, "DP-Fed-Sparse-BNSL / epsilon 1", at, "", 0, 0, Map.of(Measure.SHD, 7.0)));
        }
        String svg = OutcomePlot.svg(new ItemOutcome(item, lines));
        for (String label : List.of("C=3 T=10", "C=20 T=50", "10", "100", "K", "7.000", "–")) {
            assertTrue(svg.contains(">" + label + "<"), label);
        }
        // six budgets, two columns of settings each: side by side as far as there is room
        List<Integer> places = Pattern.compile("translate\\((\\d+) ")
                .matcher(svg)
                .results()
                .map(found -> Integer.valueOf(found.group(1)))
                .toList();
        assertEquals(6, places.size());
        assertTrue(places.get(1) > 200 && places.stream().allMatch(x -> x < 1400), places.toString());
    }

    /** A point of one panel stands in its order there, and nowhere else; a panel without a point has no picture. */
    @Test
    void pointsBesideAGrid_areInTheHeatmapOfTheirPanel() {
        PaperItem item = PaperItems.read().named("000-table-10");
        List<RunLine> lines = new ArrayList<>();
        for (String at : List.of("w=0.5 a=0.5", "w=0.4 a=0.5", "w=0.45 a=0.5")) {
            lines.add(new RunLine(1, "FDBNL / K = 8", at, "", 0, 0, Map.of(Measure.W_SHD, 7.0)));
        }
        String svg = OutcomePlot.svg(new ItemOutcome(item, lines));
        assertEquals(1, svg.split(">0.45<", -1).length - 1);
        assertTrue(svg.indexOf(">0.4<") < svg.indexOf(">0.45<"));
        assertTrue(svg.substring(svg.indexOf(">0.45<")).contains(">0.5<"), "rows rise");
        String alone = OutcomePlot.svg(new ItemOutcome(item, lines.subList(2, 3)));
        assertEquals(1, alone.split("translate\\(", -1).length - 1);
    }
}
