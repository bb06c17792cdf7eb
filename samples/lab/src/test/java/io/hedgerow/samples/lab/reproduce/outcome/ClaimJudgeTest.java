// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import static io.hedgerow.samples.lab.reproduce.outcome.CheckedClaim.Verdict.BREAKS;
import static io.hedgerow.samples.lab.reproduce.outcome.CheckedClaim.Verdict.HOLDS;
import static io.hedgerow.samples.lab.reproduce.outcome.CheckedClaim.Verdict.NOT_RUN;
import static io.hedgerow.samples.lab.reproduce.outcome.CheckedClaim.Verdict.UNDECIDED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Competitor;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Extent;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Kind;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Panel;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Point;
import io.hedgerow.samples.lab.reproduce.outcome.CheckedClaim.Verdict;
import io.hedgerow.samples.lab.reproduce.paper.ClaimCheck;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PaperClaim;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.reproduce.run.RunFile.RunLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every kind of check holds, breaks and is undecided. Lines A and B, points 1 to 3, four seeds unless said. */
class ClaimJudgeTest {

    private static final Extent ALL = new Extent(List.of(), "1-4", 1, Settings.NONE);
    private final List<RunLine> lines = new ArrayList<>();

    private void runs(String series, String at, double... shd) {
        for (int seed = 0; seed < shd.length; seed++) {
            lines.add(new RunLine(seed, series, at, "", 0, 0, Map.of(Measure.SHD, shd[seed])));
        }
    }

    private static ClaimCheck check(
            ClaimCheck.Kind kind, List<String> others, List<String> at, List<String> otherAt, @Nullable Double value) {
        return new ClaimCheck(
                kind, List.of(Measure.SHD), List.of("A"), others, List.of(), List.of(), at, otherAt, value, null);
    }

    private ItemOutcome outcome(ClaimCheck check) {
        PaperClaim claim = new PaperClaim("a statement", "section 1", List.of(check), "", false);
        PaperItem item = new PaperItem(
                "x-table-1",
                List.of(),
                "Paper x",
                "title",
                "point",
                Kind.ROWS,
                false,
                List.of(new Panel("", Settings.NONE)),
                List.of(
                        new Competitor("A", false, Settings.NONE),
                        new Competitor("B", false, Settings.NONE),
                        new Competitor("ours", true, Settings.NONE, "A")),
                List.of(new Point("1", Settings.NONE), new Point("2", Settings.NONE), new Point("3", Settings.NONE)),
                Settings.NONE,
                List.of(Measure.SHD),
                ALL,
                ALL,
                List.of(),
                List.of(claim),
                PaperItem.COMPLETE,
                List.of(),
                "",
                "");
        return new ItemOutcome(item, lines);
    }

    private Verdict verdict(ClaimCheck check) {
        return outcome(check).claims().get(0).verdict();
    }

    /** Of A and B at point 1. */
    private Verdict verdict(ClaimCheck.Kind kind, double[] a, double[] b) {
        lines.clear();
        runs("A", "1", a);
        runs("B", "1", b);
        return verdict(check(kind, List.of("B"), List.of("1"), List.of(), kind == ClaimCheck.Kind.RATIO ? 0.5 : null));
    }

    private static double[] of(double... values) {
        return values;
    }

    /** Data sets differ by far more than the lines, which differ by 1 or 2 on every one: seeds are pairs. */
    @Test
    void below_isDecidedByDifferencesWithinSeeds() {
        double[] b = of(2, 12, 22, 32);
        assertEquals(HOLDS, verdict(ClaimCheck.Kind.BELOW, of(1, 10, 21, 30), b));
        assertEquals(BREAKS, verdict(ClaimCheck.Kind.BELOW, of(3, 14, 23, 34), b));
        assertEquals(UNDECIDED, verdict(ClaimCheck.Kind.BELOW, of(1, 14, 21, 34), b));
        assertEquals(UNDECIDED, verdict(ClaimCheck.Kind.BELOW, b, b), "equal is not below");
        assertEquals(HOLDS, verdict(ClaimCheck.Kind.ABOVE, of(3, 14, 23, 34), b));
        assertEquals(BREAKS, verdict(ClaimCheck.Kind.ABOVE, of(1, 10, 21, 30), b));
        assertEquals(UNDECIDED, verdict(ClaimCheck.Kind.ABOVE, of(1, 14, 21, 34), b));
    }

    @Test
    void fewerThanThreeRuns_decideNothing() {
        assertEquals(UNDECIDED, verdict(ClaimCheck.Kind.BELOW, of(1, 1), of(9, 9)));
        assertEquals(UNDECIDED, verdict(ClaimCheck.Kind.CLOSE, of(1, 1), of(1, 1)));
        assertEquals(HOLDS, verdict(ClaimCheck.Kind.BELOW, of(1, 1, 1), of(9, 9, 9)));
    }

    /** Seeds 0 to 3 of A and 4 to 7 of B are no pairs: two standard errors are 2 · √(2 · 20 / 3 / 4) = 5.2. */
    @Test
    void withoutCommonSeeds_errorsAreAdded() {
        double[] spread = of(1, 3, 5, 7);
        for (double[] shift : List.of(of(5), of(6))) {
            lines.clear();
            runs("A", "1", spread);
            for (int seed = 0; seed < 4; seed++) {
                lines.add(new RunLine(seed + 4, "B", "1", "", 0, 0, Map.of(Measure.SHD, spread[seed] + shift[0])));
            }
            Verdict found = verdict(check(ClaimCheck.Kind.BELOW, List.of("B"), List.of("1"), List.of(), null));
            assertEquals(shift[0] > 3.7 ? HOLDS : UNDECIDED, found);
        }
    }

    /** The noise is nothing where all seeds differ by the same. */
    @Test
    void close_isWithinADeviation() {
        double[] b = of(10, 12, 10, 14); // deviation 1.91
        assertEquals(HOLDS, verdict(ClaimCheck.Kind.CLOSE, of(11, 13, 11, 15), b));
        assertEquals(BREAKS, verdict(ClaimCheck.Kind.CLOSE, of(13, 15, 13, 17), b));
        // 2.5 ± 3.1 with a deviation of 1.7
        assertEquals(UNDECIDED, verdict(ClaimCheck.Kind.CLOSE, of(14, 13, 16, 13), b));
        assertEquals(HOLDS, verdict(ClaimCheck.Kind.NO_HIGHER, of(1, 3, 1, 5), b), "far below is not above");
        assertEquals(BREAKS, verdict(ClaimCheck.Kind.NO_HIGHER, of(13, 15, 13, 17), b));
        assertEquals(HOLDS, verdict(ClaimCheck.Kind.NO_LOWER, of(13, 15, 13, 17), b));
        assertEquals(BREAKS, verdict(ClaimCheck.Kind.NO_LOWER, of(1, 3, 1, 5), b));
    }

    @Test
    void far_isBeyondADeviationAndTheNoise() {
        double[] b = of(10, 12, 10, 14);
        assertEquals(HOLDS, verdict(ClaimCheck.Kind.FAR_ABOVE, of(13, 15, 13, 17), b));
        assertEquals(BREAKS, verdict(ClaimCheck.Kind.FAR_ABOVE, of(11, 13, 11, 15), b), "above, but not far");
        assertEquals(UNDECIDED, verdict(ClaimCheck.Kind.FAR_ABOVE, of(10, 14, 10, 18), b));
        assertEquals(HOLDS, verdict(ClaimCheck.Kind.FAR_BELOW, of(7, 9, 7, 11), b));
        assertEquals(BREAKS, verdict(ClaimCheck.Kind.FAR_BELOW, of(9, 11, 9, 13), b));
        assertEquals(UNDECIDED, verdict(ClaimCheck.Kind.FAR_BELOW, of(10, 10, 10, 10), b));
    }

    /** The errors of a logarithm of a deviation of four runs is 1/√6: factors up to e^1.15 = 3.2 are within noise. */
    @Test
    void narrower_comparesDeviations() {
        double[] b = of(0, 10, 0, 10);
        assertEquals(HOLDS, verdict(ClaimCheck.Kind.NARROWER, of(0, 1, 0, 1), b));
        assertEquals(BREAKS, verdict(ClaimCheck.Kind.NARROWER, b, of(0, 1, 0, 1)));
        assertEquals(UNDECIDED, verdict(ClaimCheck.Kind.NARROWER, of(0, 4, 0, 4), b));
    }

    /** Half as many, by a quarter: between 0.375 and 0.625. */
    @Test
    void ratio_isWithinItsTolerance() {
        double[] b = of(10, 10, 20, 20);
        assertEquals(HOLDS, verdict(ClaimCheck.Kind.RATIO, of(4, 4, 8, 8), b));
        assertEquals(BREAKS, verdict(ClaimCheck.Kind.RATIO, of(7, 7, 14, 14), b));
        assertEquals(BREAKS, verdict(ClaimCheck.Kind.RATIO, of(3, 3, 6, 6), b));
        assertEquals(UNDECIDED, verdict(ClaimCheck.Kind.RATIO, of(1, 13, 6, 20), b));
    }

    private Verdict alone(ClaimCheck.Kind kind, double value, double... a) {
        lines.clear();
        runs("A", "1", a);
        return verdict(check(kind, List.of(), List.of("1"), List.of(), value));
    }

    @Test
    void bounds_andValues_areMetWithNoise() {
        assertEquals(HOLDS, alone(ClaimCheck.Kind.AT_MOST, 2, 1, 1.5, 1, 1.5));
        assertEquals(BREAKS, alone(ClaimCheck.Kind.AT_MOST, 2, 3, 3.5, 3, 3.5));
        assertEquals(UNDECIDED, alone(ClaimCheck.Kind.AT_MOST, 2, 0, 3.5, 0, 3.5));
        assertEquals(HOLDS, alone(ClaimCheck.Kind.AT_MOST, 0, 0, 0, 0), "none is at most none");
        assertEquals(HOLDS, alone(ClaimCheck.Kind.AT_LEAST, 2, 3, 3.5, 3, 3.5));
        assertEquals(BREAKS, alone(ClaimCheck.Kind.AT_LEAST, 2, 1, 1.5, 1, 1.5));
        assertEquals(UNDECIDED, alone(ClaimCheck.Kind.AT_LEAST, 2, 0, 4.5, 0, 4.5));
        assertEquals(HOLDS, alone(ClaimCheck.Kind.AROUND, 8, 7, 9, 7, 9));
        assertEquals(BREAKS, alone(ClaimCheck.Kind.AROUND, 8, 17, 19, 17, 19));
        assertEquals(UNDECIDED, alone(ClaimCheck.Kind.AROUND, 8, 2, 20, 2, 20), "11 ± 10.4");
    }

    private Verdict along(ClaimCheck.Kind kind, double[]... points) {
        lines.clear();
        for (int point = 0; point < points.length; point++) {
            runs("A", String.valueOf(point + 1), points[point]);
            runs("B", String.valueOf(point + 1), 1, 2, 3, 4);
        }
        return verdict(check(kind, List.of(), List.of(), List.of(), null));
    }

    @Test
    void monotone_breaksAtOneStepBackBeyondTheNoise() {
        double[] low = of(1, 2, 1, 2);
        double[] middle = of(4, 5, 4, 5);
        double[] high = of(8, 9, 8, 9);
        double[] wide = of(0, 13, 1, 12);
        assertEquals(HOLDS, along(ClaimCheck.Kind.INCREASING, low, middle, high));
        assertEquals(BREAKS, along(ClaimCheck.Kind.INCREASING, low, high, middle));
        assertEquals(UNDECIDED, along(ClaimCheck.Kind.INCREASING, low, low, wide));
        assertEquals(HOLDS, along(ClaimCheck.Kind.INCREASING, low, wide, high), "a step back within the noise");
        assertEquals(HOLDS, along(ClaimCheck.Kind.DECREASING, high, middle, low));
        assertEquals(BREAKS, along(ClaimCheck.Kind.DECREASING, high, low, middle));
        assertEquals(UNDECIDED, along(ClaimCheck.Kind.DECREASING, wide, low, low));
        assertEquals(NOT_RUN, along(ClaimCheck.Kind.DECREASING, high), "one point is no course");
    }

    /** A grows by itself, and falls beside B. */
    @Test
    void monotone_ofADistance() {
        for (int point = 1; point <= 3; point++) {
            runs("A", String.valueOf(point), point, point + 1, point, point + 1);
            runs("B", String.valueOf(point), 3 * point, 3 * point, 3 * point + 1, 3 * point + 1);
        }
        assertEquals(HOLDS, verdict(check(ClaimCheck.Kind.INCREASING, List.of(), List.of(), List.of(), null)));
        assertEquals(BREAKS, verdict(check(ClaimCheck.Kind.INCREASING, List.of("B"), List.of(), List.of(), null)));
    }

    private Verdict best(@Nullable Double allowed, double[] chosen, double[] other) {
        lines.clear();
        runs("A", "1", chosen);
        runs("A", "2", other);
        return verdict(check(ClaimCheck.Kind.BEST, List.of(), List.of("1"), List.of(), allowed));
    }

    @Test
    void bestOfAGrid_mayBeADeviationOrANumberAboveTheLeast() {
        double[] chosen = of(10, 12, 10, 14); // deviation 1.91
        assertEquals(HOLDS, best(null, chosen, of(20, 22, 20, 24)));
        assertEquals(HOLDS, best(null, chosen, of(9, 11, 9, 13)));
        assertEquals(BREAKS, best(null, chosen, of(7, 9, 7, 11)));
        assertEquals(UNDECIDED, best(null, chosen, of(10, 5, 10, 9)));
        assertEquals(HOLDS, best(5.0, chosen, of(7, 9, 7, 11)));
        assertEquals(BREAKS, best(2.0, chosen, of(7, 9, 7, 11)));
    }

    @Test
    void bestOfAGrid_isNotRun_whereNothingElseWas() {
        runs("A", "1", 1, 2, 3);
        runs("B", "2", 1, 2, 3);
        assertEquals(NOT_RUN, verdict(check(ClaimCheck.Kind.BEST, List.of(), List.of("1"), List.of(), null)));
    }

    /** One run is enough, at any point; without any, values that spread as far as the number leave it open. */
    @Test
    void sometimes_isAnyRunOfAnyPoint() {
        ClaimCheck none = check(ClaimCheck.Kind.SOMETIMES, List.of(), List.of("1", "2"), List.of(), 0.0);
        assertEquals(NOT_RUN, verdict(none));
        runs("A", "1", 10, 11, 12);
        assertEquals(BREAKS, verdict(none));
        runs("A", "3", 0, 0, 0);
        assertEquals(BREAKS, verdict(none), "a point that is not meant");
        runs("A", "2", 1, 2, 12);
        assertEquals(UNDECIDED, verdict(none));
        lines.add(new RunLine(9, "A", "2", "", 0, 0, Map.of(Measure.SHD, 0.0)));
        assertEquals(HOLDS, verdict(none));
        assertEquals(
                "SHD of A at 2: 0.00 in 1 of 4 runs; 0.00 in none of 3 other runs",
                outcome(none).claims().get(0).seen());
    }

    /** A line against itself: all pairs of points once. */
    @Test
    void aLineAtOtherPoints_isComparedWithItselfOnce() {
        runs("A", "1", 1, 2, 1, 2);
        runs("A", "2", 1, 2, 1, 2);
        runs("A", "3", 9, 9, 9, 9);
        List<String> all = List.of("1", "2", "3");
        CheckedClaim claim = outcome(check(ClaimCheck.Kind.CLOSE, List.of(), all, all, null))
                .claims()
                .get(0);
        assertEquals(3, claim.findings().size());
        assertEquals("breaks (2 of 3 comparisons)", claim.said());
    }

    @Test
    void statement_isTheWorstOfItsComparisons_andWholeWhenAllWereRun() {
        runs("A", "1", 1, 1, 1);
        runs("B", "1", 2, 2, 2);
        ClaimCheck everywhere = check(ClaimCheck.Kind.BELOW, List.of("B"), List.of(), List.of(), null);
        CheckedClaim part = outcome(everywhere).claims().get(0);
        assertEquals(HOLDS, part.verdict());
        assertFalse(part.whole());
        assertEquals("reproduced in part", outcome(everywhere).verdict());
        runs("A", "2", 1, 3, 2);
        runs("B", "2", 2, 2, 2);
        assertEquals("undecided", outcome(everywhere).verdict());
        runs("A", "3", 3, 3, 3);
        runs("B", "3", 2, 2, 2);
        assertEquals("differs", outcome(everywhere).verdict());
        lines.removeIf(line -> !line.at().equals("1"));
        for (String at : List.of("2", "3")) {
            runs("A", at, 1, 1, 1);
            runs("B", at, 2, 2, 2);
        }
        assertEquals("reproduced", outcome(everywhere).verdict());
        assertTrue(outcome(everywhere).claims().get(0).whole());
    }

    @Test
    void withOurSettings_theLineThatStandsForAnotherIsCompared() {
        ClaimCheck below = check(ClaimCheck.Kind.BELOW, List.of("B"), List.of("1"), List.of(), null);
        runs("A", "1", 1, 1, 1);
        runs("B", "1", 2, 2, 2);
        assertEquals("not run", outcome(below).ourVerdict());
        runs("ours", "1", 3, 3, 3);
        assertEquals(HOLDS, outcome(below).claims().get(0).verdict());
        assertEquals(BREAKS, outcome(below).ourClaims().get(0).verdict());
        assertEquals("differs (0 of 1 statements hold; 1 break)", outcome(below).ourVerdict());
    }

    @Test
    void check_refusesWhatCannotBeDecided() {
        assertThrows(
                IllegalArgumentException.class,
                () -> check(ClaimCheck.Kind.BELOW, List.of(), List.of("1"), List.of(), null));
        assertThrows(
                IllegalArgumentException.class,
                () -> check(ClaimCheck.Kind.AT_MOST, List.of(), List.of("1"), List.of(), null));
        assertThrows(
                IllegalArgumentException.class, () -> new PaperClaim("a statement", "section 1", List.of(), "", false));
    }
}
