// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.lab.reproduce.ItemStatus;
import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Competitor;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Extent;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Kind;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Panel;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Point;
import io.hedgerow.samples.lab.reproduce.item.PaperItems;
import io.hedgerow.samples.lab.reproduce.paper.ClaimCheck;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PaperClaim;
import io.hedgerow.samples.lab.reproduce.paper.PublishedFigure;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.reproduce.run.RunFile.RunLine;
import io.hedgerow.samples.lab.table.SvgPicture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ItemOutcomeTest {

    private static final Extent ALL = new Extent(List.of(), "1-4", 1, Settings.NONE);

    private static PublishedFigure printed(String mean, Double deviation, int runs) {
        return new PublishedFigure("A", "20", Measure.SHD, mean, deviation, runs, "table 1");
    }

    private static NumberComparison compared(PublishedFigure figure, Double... ours) {
        return NumberComparison.of(figure, List.of(ours));
    }

    /** |ours − theirs| ≤ 2 √(s²/n + s'²/n') + half a unit of the last digit. */
    @Test
    void agrees_withinTwoStandardErrorsAndRounding() {
        // ours 3 ± 1 over four runs, theirs ± 1 over four: two standard errors are 1.414, rounding .05
        double spread = Math.sqrt(3) / 2;
        Double[] ours = {3 - spread, 3 - spread, 3 + spread, 3 + spread};
        assertTrue(compared(printed("4.4", 1.0, 4), ours).agrees());
        NumberComparison above = compared(printed("4.5", 1.0, 4), ours);
        assertFalse(above.agrees());
        assertEquals("ours is better", above.verdict(List.of()), "a lower distance is better");
        assertEquals(-1.5, above.difference(), 1e-12);
        assertEquals("ours is worse", compared(printed("1.5", 1.0, 4), ours).verdict(List.of()));
        assertEquals("+1.5", compared(printed("1.5", 1.0, 4), ours).difference("-"));
    }

    private static NumberComparison of(Measure measure, String printed, double ours) {
        return NumberComparison.of(
                new PublishedFigure("A", "20", measure, printed, null, 1, "table 1"), List.of(ours, ours, ours));
    }

    /** A network that joins every pair has all pairs of the true one: that is not better when its SHD is worse. */
    @Test
    void moreEdges_areBetterOnlyWithTheDistance() {
        NumberComparison dense = of(Measure.SKELETON, "11", 18);
        assertEquals("ours is higher, its SHD worse", dense.verdict(List.of(dense, of(Measure.SHD, "21", 47))));
        assertEquals("ours is better", dense.verdict(List.of(dense, of(Measure.SHD, "21", 21))));
        assertEquals("ours is better", dense.verdict(List.of(dense, of(Measure.SHD, "21", 15))));
        assertEquals("ours is higher", dense.verdict(List.of(dense)), "without a distance nothing is said");
        NumberComparison sparse = of(Measure.FDR, "0.4", 0.5);
        assertEquals("ours is higher, its SHD better", sparse.verdict(List.of(sparse, of(Measure.SHD, "21", 15))));
        assertEquals("ours is worse", sparse.verdict(List.of(sparse, of(Measure.SHD, "21", 30))));
        assertEquals("agrees", of(Measure.SKELETON, "8", 8).verdict(List.of()));
    }

    @Test
    void agrees_whereNothingVaries_byRoundingAlone() {
        NumberComparison same = compared(printed("5.12", 0.0, 10), 5.1249, 5.1249);
        assertTrue(same.agrees());
        assertNull(same.inDeviations());
        assertFalse(compared(printed("5.12", 0.0, 10), 5.126, 5.126).agrees());
        assertEquals(0.5, printed("512", null, 0).rounding());
    }

    private static ItemOutcome outcome(List<PublishedFigure> published, List<PaperClaim> claims, double... shdOfA) {
        List<RunLine> lines = new ArrayList<>();
        for (int seed = 0; seed < shdOfA.length; seed++) {
            lines.add(new RunLine(seed, "A", "20", "", 0, 0, Map.of(Measure.SHD, shdOfA[seed])));
            lines.add(new RunLine(seed, "B", "20", "", 0, 0, Map.of(Measure.SHD, 3.0)));
        }
        return new ItemOutcome(item(Settings.NONE, Settings.NONE, published, claims), lines);
    }

    private static PaperItem item(Settings a, Settings b, List<PublishedFigure> published, List<PaperClaim> claims) {
        return new PaperItem(
                "x-table-1",
                List.of(),
                "Paper x",
                "title",
                "variables",
                Kind.ROWS,
                false,
                List.of(new Panel("", Settings.NONE)),
                List.of(new Competitor("A", false, a), new Competitor("B", true, b)),
                List.of(new Point("20", Settings.NONE), new Point("50", Settings.NONE)),
                Settings.NONE,
                List.of(Measure.SHD),
                ALL,
                ALL,
                published,
                claims,
                PaperItem.COMPLETE,
                List.of(),
                "",
                "");
    }

    private static PaperClaim below(String lower, String higher) {
        ClaimCheck check = new ClaimCheck(
                ClaimCheck.Kind.BELOW,
                List.of(Measure.SHD),
                List.of(lower),
                List.of(higher),
                List.of(),
                List.of(),
                List.of("20", "50"),
                List.of(),
                null,
                null);
        return new PaperClaim("one is below", "section 1", List.of(check), "", false);
    }

    @Test
    void verdict_needsFourFifthsOfTheNumbersAndAllStatements() {
        List<PublishedFigure> five = new ArrayList<>();
        for (int k = 0; k < 4; k++) {
            five.add(printed("2", null, 2));
        }
        five.add(printed("9", null, 2));
        assertEquals("reproduced in part", outcome(five, List.of(), 2, 2).verdict());
        assertEquals(
                "4 of 5 printed numbers agree", outcome(five, List.of(), 2, 2).counts());
        five.add(printed("9", null, 2));
        assertEquals("differs", outcome(five, List.of(), 2, 2).verdict());
        assertEquals(
                "reproduced in part",
                outcome(List.of(), List.of(below("A", "B")), 2, 2, 2).verdict());
        assertEquals(
                "differs", outcome(List.of(), List.of(below("B", "A")), 2, 2, 2).verdict());
        assertTrue(outcome(List.of(), List.of(), 2, 2).verdict().startsWith("run; nothing to compare with"));
    }

    /**
     * Four seeds of an extent: 4 · (2 + 3) seconds at each of two points; a point that was not run counts as the other.
     */
    @Test
    void standing_addsUpMeanSeconds_whereEverythingWasMeasured() {
        PaperItem item = outcome(List.of(), List.of()).item();
        List<RunLine> lines = new ArrayList<>();
        for (String at : List.of("20", "50")) {
            ItemStatus partly = ItemStatus.of(new ItemOutcome(item, lines));
            assertEquals(lines.isEmpty() ? null : 40L, partly.fullSeconds());
            assertFalse(partly.wholeMeasured());
            assertNull(partly.quickSeconds());
            lines.add(new RunLine(1, "A", at, "", 0, 1.5, Map.of(Measure.SHD, 1.0)));
            lines.add(new RunLine(2, "A", at, "", 0, 2.5, Map.of(Measure.SHD, 1.0)));
            lines.add(new RunLine(3, "A", at, "", 0, 90, Map.of()));
            lines.add(new RunLine(1, "B", at, "", 0, 3, Map.of(Measure.SHD, 1.0)));
        }
        ItemStatus standing = ItemStatus.of(new ItemOutcome(item, lines));
        assertEquals(40L, standing.fullSeconds());
        assertTrue(standing.wholeMeasured());
        assertEquals(40L, standing.quickSeconds());
        assertTrue(
                ItemStatus.csv(List.of(standing)).endsWith(",3,40,40\n"),
                "three seeds: " + ItemStatus.csv(List.of(standing)));
    }

    /** Votes and means of the same networks: 4 · 3 seconds at each of two points, not 4 · (2 + 3). */
    @Test
    void standing_countsWhatCombinationsShareOnce() {
        Settings voting = new Settings(Map.of("algorithm", "voting"));
        Settings averaging = new Settings(Map.of("algorithm", "averaging"));
        List<RunLine> lines = new ArrayList<>();
        for (String at : List.of("20", "50")) {
            lines.add(new RunLine(1, "A", at, "", 0, 2, Map.of(Measure.SHD, 1.0)));
            lines.add(new RunLine(1, "B", at, "", 0, 3, Map.of(Measure.SHD, 1.0)));
        }
        PaperItem shared = item(voting, averaging, List.of(), List.of());
        assertEquals(24L, ItemStatus.of(new ItemOutcome(shared, lines)).fullSeconds());
        PaperItem apart = item(voting, new Settings(Map.of("algorithm", "gram")), List.of(), List.of());
        assertEquals(40L, ItemStatus.of(new ItemOutcome(apart, lines)).fullSeconds());
    }

    /** A point that one panel has beside the others is in no mean over all points. */
    @Test
    void meanOverAll_isOfThePointsOfAllPanels() {
        PaperItem item = PaperItems.read().named("000-table-11");
        String series = "FDBNL / K = 64";
        List<RunLine> lines = new ArrayList<>();
        for (PaperItem.Point point : item.points()) {
            double shd = point.panels().isEmpty() ? 2 : 90;
            lines.add(new RunLine(1, series, point.at(), "", 0, 0, Map.of(Measure.W_SHD, shd)));
        }
        assertEquals(37, lines.size());
        ItemOutcome outcome = new ItemOutcome(item, lines);
        assertEquals(
                36,
                outcome.bySeed(series, PublishedFigure.OVER_ALL, Measure.W_SHD).size());
        assertEquals(
                2,
                outcome.spread(series, PublishedFigure.OVER_ALL, Measure.W_SHD)
                        .orElseThrow()
                        .mean());
        ItemOutcome grid = new ItemOutcome(item, lines.subList(0, 36));
        assertEquals(
                36, grid.bySeed(series, PublishedFigure.OVER_ALL, Measure.W_SHD).size());
        ItemOutcome part = new ItemOutcome(item, lines.subList(1, 37));
        assertEquals(Map.of(), part.bySeed(series, PublishedFigure.OVER_ALL, Measure.W_SHD));
    }

    @Test
    void claims_ofPointsThatWereNotRun_areLeftOut() {
        ItemOutcome one = outcome(List.of(), List.of(below("A", "B")), 2, 2, 2);
        assertEquals(List.of("20"), one.points());
        CheckedClaim claim = one.claims().get(0);
        assertEquals(CheckedClaim.Verdict.HOLDS, claim.verdict());
        assertEquals("holds, as far as it was run", claim.said());
        assertEquals("SHD of A at 20: 2.00, SHD of B at 20: 3.00, difference -1.0 ± 0.0", claim.seen());
    }

    @Test
    void pictureAndPage_showWhatWasRun_andEscapeNames() {
        ItemOutcome one = outcome(List.of(printed("9", 1.0, 2)), List.of(below("A", "B")), 2, 3);
        String svg = OutcomePlot.svg(one);
        assertTrue(svg.startsWith("<svg") && svg.endsWith("</svg>\n"), svg);
        assertTrue(svg.contains("stroke-dasharray=\"7 3\""), "lines differ in more than colour");
        assertTrue(svg.contains("m0 -10l-10 10"), "a cross for the printed number");
        assertTrue(svg.contains(">× printed in the paper; bands: one standard deviation over seeds 0 and 1<"), svg);
        assertTrue(OutcomePlot.svg(outcome(List.of(), List.of(), 2)).contains(">seed 0 alone<"), "no bands, no cross");
        String page = OutcomePage.html(one);
        assertTrue(page.contains("<td>ours is better</td>"), page);
        assertEquals("a &lt; b &amp; &quot;c&quot;", SvgPicture.escape("a < b & \"c\""));
    }
}
