// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.climb.BestOrder;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.BicScore;
import io.hedgerow.core.internal.search.score.LocalScores;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HiddenCauseSearchTest {

    private static final int ROWS = 4000;

    /** Of a dense graph of weak effects whose gain by chance is large. */
    private static final long DENSE = 16;

    /** Correlations of rows that a drawing fills. */
    private static double[] correlation(int d, long seed, BiConsumer<Random, double[]> draw) {
        Random random = new Random(seed);
        double[] s = new double[d * d];
        double[] row = new double[d];
        for (int n = 0; n < ROWS; n++) {
            draw.accept(random, row);
            for (int k = 0; k < d * d; k++) {
                s[k] += row[k / d] * row[k % d] / ROWS;
            }
        }
        double[] c = new double[d * d];
        for (int k = 0; k < d * d; k++) {
            c[k] = s[k] / Math.sqrt(s[k / d * (d + 1)] * s[k % d * (d + 1)]);
        }
        return c;
    }

    /** 0 → 3, 1 → 4, 2 → 5, and a hidden cause of 3, 4 and 5. */
    private static double[] confounded() {
        return correlation(6, 5, (random, x) -> {
            double hidden = random.nextGaussian();
            for (int j = 0; j < 3; j++) {
                x[j] = random.nextGaussian();
                x[j + 3] = x[j] + hidden + random.nextGaussian();
            }
        });
    }

    private static WeightMatrix graph(int d, int... edges) {
        double[] marks = new double[d * d];
        for (int edge : edges) {
            marks[edge] = 1;
        }
        return WeightMatrix.ofRows(d, marks);
    }

    /** Of i → j: i · 6 + j; of the order 0, 1, 2, 3, 4, 5, in which each depends on what was before. */
    private static final int[] WITHOUT = {3, 10, 17, 22, 4, 23, 29, 5, 11};

    private static HiddenCauseSearch.Found look(double[] correlation, EdgeRules rules) {
        WeightMatrix best = graph(6, WITHOUT);
        return new HiddenCauseSearch(correlation, ROWS, correlation, ROWS, rules).look(best, List.of(best));
    }

    @Test
    void hiddenCauseOfTwo_isClaimed_andTheEdgeThatAGraphWithoutNeedsGoes() {
        HiddenCauseSearch.Found found = look(confounded(), GivenRules.none(6));
        assertTrue(found.joined().isPresent() && found.marks().claimHiddenCauses());
        AncestralMarks marks = found.marks();
        assertEquals("<->", marks.mark(3, 4));
        assertEquals("<->", marks.mark(3, 5));
        assertEquals("<->", marks.mark(5, 4));
        assertTrue(marks.haveHiddenCause(4, 3));
        assertEquals("o->", marks.mark(0, 3));
        assertEquals("<-o", marks.mark(4, 1));
        assertEquals(AncestralMarks.NONE, marks.mark(0, 4));
        assertTrue(marks.gain() > HiddenCauseSearch.bound(23, 15 * Math.pow(9 / 15.0, 6)), "gain " + marks.gain());
        WeightMatrix joined = found.joined().orElseThrow();
        assertTrue(joined.get(4, 3) > 0.99 && joined.get(3, 4) > 0.99);
        assertTrue(joined.get(0, 4) < 0.5, "0 and 4: " + joined.get(0, 4));
        assertTrue(marks.share(3, 4).orElseThrow() > 0.99);
    }

    @Test
    void noHiddenCause_isNotClaimed_andSharesAreOfThePosterior() {
        double[] c = correlation(4, 6, (random, x) -> {
            x[0] = random.nextGaussian();
            x[1] = random.nextGaussian();
            x[2] = x[0] + x[1] + random.nextGaussian();
            x[3] = x[2] + random.nextGaussian();
        });
        WeightMatrix best = graph(4, 2, 6, 11);
        WeightMatrix other = graph(4, 2, 9, 11); // 2 → 1: no collider
        List<WeightMatrix> drawn = new ArrayList<>(Collections.nCopies(39, best));
        drawn.add(other);
        HiddenCauseSearch search = new HiddenCauseSearch(c, ROWS, c, ROWS, GivenRules.none(4));
        HiddenCauseSearch.Found found = search.look(best, drawn);
        assertFalse(found.joined().isPresent() || found.marks().claimHiddenCauses());
        assertEquals("-->", found.marks().mark(2, 3));
        assertTrue(found.marks().isVisible(2, 3));
        assertEquals(39 / 40.0, found.marks().share(2, 3).orElseThrow(), 1e-12);
        assertEquals(0, found.marks().gain());
        AncestralMarks unsure =
                search.look(best, List.of(best, best, best, other)).marks();
        assertEquals("o-o", unsure.mark(2, 3));
        assertFalse(unsure.isVisible(2, 3));
        assertEquals(1, unsure.share(2, 3).orElseThrow());
    }

    /**
     * A hidden cause of 5 to 9, of which 5 also causes 6, has five coefficients where two-headed edges are ten, and an
     * edge beside them that these have no place for.
     */
    @Test
    void hiddenCauseOfFive_isOneCause_andExplainsMoreThanTwoHeadedEdges() {
        double[] c = correlation(10, 8, (random, x) -> {
            double hidden = random.nextGaussian();
            for (int j = 0; j < 5; j++) {
                x[j] = random.nextGaussian();
                x[j + 5] = x[j] + (j == 1 ? -hidden : hidden) + random.nextGaussian();
            }
            x[6] += x[5] / 2;
        });
        int[] edges = IntStream.range(0, 100)
                .filter(k -> k % 10 > 4 && k / 10 < k % 10)
                .toArray();
        PathDiagram start = new PathDiagram(10);
        for (int edge : edges) {
            start.set(edge / 10, edge % 10, PathDiagram.Edge.FORWARD);
        }
        EdgeRules rules = GivenRules.none(10);
        DiagramScore score = new DiagramScore(10, c, ROWS, (edges.length + 1) / 47.0);
        DiagramClimb climb = new DiagramClimb(score, c, ROWS, rules, start).withoutHidden();
        double without = score.of(climb.diagram());
        DiagramProfile profile =
                DiagramProfile.of(score, c, ROWS, rules, climb.withHidden().diagram(), new boolean[100]);
        double twoHeaded = score.of(profile.best()) - without;
        AncestralMarks marks = new HiddenCauseSearch(c, ROWS, c, ROWS, rules)
                .look(graph(10, edges), List.of())
                .marks();
        assertTrue(marks.gain() > twoHeaded + 0.5, marks.gain() + " is little more than " + twoHeaded);
        int said = 0;
        for (int i = 0; i < 10; i++) {
            for (int j = i + 1; j < 10; j++) {
                if (marks.haveHiddenCause(i, j)) {
                    said++;
                    assertTrue(i > 4 && (i > 5 || j > 6), i + " <-> " + j);
                }
            }
        }
        assertTrue(said > 0, "no two are said to have a hidden cause");
    }

    /**
     * One hidden cause of four variables saves two coefficients against the six edges of a graph without, and six
     * two-headed edges none. A graph of six edges whose weights are alike does the same by chance: no more than a
     * doubt.
     */
    @Test
    void hiddenCauseOfFour_thatOnlySavesEdges_isADoubt() {
        double[] c = correlation(8, 8, (random, x) -> {
            double hidden = random.nextGaussian();
            for (int j = 0; j < 4; j++) {
                x[j] = hidden + random.nextGaussian();
            }
            for (int j = 4; j < 8; j++) {
                x[j] = random.nextGaussian();
            }
            x[4] += x[3];
        });
        WeightMatrix best = best(8, c);
        assertTrue(twoHeaded(best, c) < 1, "two-headed edges explain more by " + twoHeaded(best, c));
        HiddenCauseSearch.Found found =
                new HiddenCauseSearch(c, ROWS, c, ROWS, GivenRules.none(8)).look(best, List.of(best));
        assertFalse(found.marks().claimHiddenCauses());
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < i; j++) {
                assertEquals("o-o", found.marks().mark(i, j));
                assertTrue(found.joined().orElseThrow().get(i, j) > 0.95);
            }
        }
    }

    /** Of 6 variables 10 of 15 pairs are joined, one of them by a hidden cause: fifteen sets of four. */
    @Test
    void expectedFours_growWithTheSixthPowerOfTheShareOfJoinedPairs() {
        FactorDiagram diagram = new FactorDiagram(6);
        int[] edges = {1, 2, 3, 8, 9, 10, 15, 16, 22};
        for (int edge : edges) {
            diagram.set(edge / 6, edge % 6, true);
        }
        double[] s = new double[36];
        for (int j = 0; j < 6; j++) {
            s[j * 7] = 1;
        }
        diagram.addHidden(s, 3, 5);
        assertEquals(15 * Math.pow(10 / 15.0, 6), diagram.expectedFours(), 1e-12);
        assertEquals(1, complete(4).expectedFours());
        assertEquals(5, complete(5).expectedFours());
        for (int few = 1; few < 4; few++) {
            assertEquals(0, Math.abs(complete(few).expectedFours()));
        }
    }

    private static FactorDiagram complete(int d) {
        FactorDiagram diagram = new FactorDiagram(d);
        for (int k = 0; k < d * d; k++) {
            diagram.set(k / d, k % d, k / d < k % d);
        }
        return diagram;
    }

    @Test
    void bounds_growWithWhatChanceOffers_upToALimit() {
        assertEquals(6 + 2 + 2 * Math.log(4), HiddenCauseSearch.bound(100, 3), 1e-12);
        assertEquals(6 + 6 * Math.log(4), HiddenCauseSearch.boundOfSeveral(3), 1e-12);
        assertEquals(6 + 4, HiddenCauseSearch.bound(0, 1000), 1e-12);
        assertEquals(6 + 12, HiddenCauseSearch.boundOfSeveral(1000), 1e-12);
    }

    /** Of 16 graphs with six edges between four variables, and nothing hidden, none is said to have a hidden cause. */
    @Test
    void fourJoinedVariables_claimNothing() {
        for (int seed = 1; seed <= 16; seed++) {
            double[] six = new Random(seed).doubles(6, 0.3, 0.5).toArray();
            double[] c = correlation(12, seed, (random, x) -> {
                for (int j = 0; j < 12; j++) {
                    x[j] = random.nextGaussian() + (j > 4 && j % 2 == 0 ? 0.4 * x[j - 1] : 0);
                }
                x[1] += six[0] * x[0];
                x[2] += six[1] * x[0] + six[2] * x[1];
                x[3] += six[3] * x[0] + six[4] * x[1] + six[5] * x[2];
            });
            WeightMatrix best = best(12, c);
            AncestralMarks marks = new HiddenCauseSearch(c, ROWS / 4.0, c, ROWS / 4.0, GivenRules.none(12))
                    .look(best, List.of())
                    .marks();
            assertFalse(marks.claimHiddenCauses(), "seed " + seed);
        }
    }

    private static double[] dense() {
        return correlation(10, DENSE, (random, x) -> {
            Random weights = new Random(DENSE);
            for (int j = 0; j < 10; j++) {
                x[j] = random.nextGaussian();
                for (int i = 0; i < j; i++) {
                    double weight = 0.05 + 0.2 * weights.nextDouble();
                    x[j] += weights.nextInt(4) == 0 ? 0 : (weights.nextBoolean() ? weight : -weight) * x[i];
                }
            }
        });
    }

    /**
     * Gains that chance gives in dense graphs of weak effects claim nothing, no mark says more than both do, and none
     * is likelier than the posterior has it.
     */
    @Test
    @Tag("slow")
    void gainOfChance_inADenseGraph_claimsNothing_andLeavesMarksOfBoth() {
        double[] c = dense();
        WeightMatrix best = best(10, c);
        assertTrue(twoHeaded(best, c) > 7, "two-headed edges explain more by " + twoHeaded(best, c));
        HiddenCauseSearch search = new HiddenCauseSearch(c, ROWS, c, ROWS, GivenRules.none(10));
        HiddenCauseSearch.Found found = search.look(best, List.of(best));
        assertFalse(found.marks().claimHiddenCauses());
        assertTrue(found.joined().isPresent());
        AncestralGraph without = Orientation.classOf(AncestralGraph.of(diagram(best)), GivenRules.none(10));
        int circles = 0;
        for (int i = 0; i < 10; i++) {
            for (int j = 0; j < 10; j++) {
                AncestralMarks.End end = found.marks().end(i, j).orElse(AncestralMarks.End.CIRCLE);
                assertTrue(end == AncestralMarks.End.CIRCLE || without.has(i, j, end), i + " and " + j);
                circles += without.joined(i, j) && !without.has(i, j, end) ? 1 : 0;
            }
        }
        assertTrue(circles > 0, "both have the same marks");
        double[] reversed = new double[100];
        for (int k = 0; k < 100; k++) {
            reversed[k] = best.get(k % 10, k / 10);
        }
        List<WeightMatrix> drawn = new ArrayList<>(Collections.nCopies(39, best));
        drawn.add(WeightMatrix.ofRows(10, reversed));
        AncestralMarks both = search.look(best, drawn).marks();
        double least = 1;
        for (int i = 0; i < 10; i++) {
            for (int j = 0; j < i; j++) {
                assertEquals(found.marks().mark(i, j), both.mark(i, j));
                least = Math.min(least, both.share(i, j).orElse(1));
                assertTrue(
                        both.share(i, j).orElse(1) <= found.marks().share(i, j).orElse(1));
                assertTrue(!both.isVisible(i, j) || both.mark(i, j).equals("-->"));
            }
        }
        assertTrue(least <= 39 / 40.0, "least " + least);
    }

    private static PathDiagram diagram(WeightMatrix graph) {
        PathDiagram diagram = new PathDiagram(graph.variables());
        for (int i = 0; i < graph.variables(); i++) {
            for (int j = 0; j < graph.variables(); j++) {
                if (graph.hasEdge(i, j)) {
                    diagram.set(i, j, PathDiagram.Edge.FORWARD);
                }
            }
        }
        return diagram;
    }

    /** Nats by which two-headed edges are found to explain more than a graph without. */
    private static double twoHeaded(WeightMatrix best, double[] c) {
        int d = best.variables();
        PathDiagram start = diagram(best);
        DiagramScore score = new DiagramScore(d, c, ROWS, (start.edgeCount() + 1) / (d * (d - 1) / 2.0 + 2));
        DiagramClimb climb = new DiagramClimb(score, c, ROWS, GivenRules.none(d), start).withoutHidden();
        double without = score.of(climb.diagram());
        return score.of(climb.withHidden().diagram()) - without;
    }

    /** A graph of the best order. */
    private static WeightMatrix best(int d, double[] c) {
        LocalScores scores = new LocalScores(EdgeKnowledge.none(d), BicScore.of(d, c, ROWS), new double[d * d]);
        ParentSets found = new BestOrder(scores).search(IntStream.range(0, d).toArray());
        double[] marks = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < found.count(j); k++) {
                marks[found.parent(j, k) * d + j] = 1;
            }
        }
        return WeightMatrix.ofRows(d, marks);
    }

    /** A required edge stays and is directed; 3 before 0, so that 0 cannot cause 3, leaves an arrowhead at 0. */
    @Test
    void knowledge_isKept() {
        HiddenCauseSearch.Found required =
                look(confounded(), GivenRules.of(6, (i, j) -> true, (i, j) -> i == 3 && j == 4));
        assertEquals("-->", required.marks().mark(3, 4));
        HiddenCauseSearch.Found none =
                look(confounded(), GivenRules.of(6, (i, j) -> i != 3 || j == 4, (i, j) -> false));
        assertTrue(
                none.marks().end(5, 3).filter(AncestralMarks.End.TAIL::equals).isEmpty());
    }

    /** The same columns in another order have the same marks. */
    @Test
    void order_ofColumns_changesNothing() {
        double[] c = confounded();
        int[] to = {3, 1, 5, 0, 2, 4};
        double[] moved = new double[36];
        for (int k = 0; k < 36; k++) {
            moved[to[k / 6] * 6 + to[k % 6]] = c[k];
        }
        AncestralMarks before = look(c, GivenRules.none(6)).marks();
        int[] edges = IntStream.of(WITHOUT)
                .map(edge -> to[edge / 6] * 6 + to[edge % 6])
                .toArray();
        AncestralMarks after = new HiddenCauseSearch(moved, ROWS, moved, ROWS, GivenRules.none(6))
                .look(graph(6, edges), List.of())
                .marks();
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++) {
                assertEquals(before.mark(i, j), after.mark(to[i], to[j]));
            }
        }
    }

    /** Of columns that determine each other a required edge may remain; no likelihood is then no evidence. */
    @Test
    void columnsThatDetermineEachOther_claimNothing() {
        double[] c = correlation(4, 7, (random, x) -> {
            x[0] = random.nextGaussian();
            x[1] = x[0];
            x[2] = x[0] + random.nextGaussian();
            x[3] = x[2] + random.nextGaussian();
        });
        // 0 → 2, 1 → 2, 2 → 3
        HiddenCauseSearch.Found found = new HiddenCauseSearch(
                        c, ROWS, c, ROWS, GivenRules.of(4, (i, j) -> true, (i, j) -> i < 2 && j == 2))
                .look(graph(4, 2, 6, 11), List.of());
        assertFalse(found.joined().isPresent() || found.marks().claimHiddenCauses());
    }
}
