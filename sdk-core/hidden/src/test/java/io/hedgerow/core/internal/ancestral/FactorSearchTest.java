// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.ancestral.district.FactorOutlook;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FactorSearchTest {

    static final double ROWS = 5000;
    private static final double PRICE = 5;

    private static FactorSearch search(EdgeRules rules, FactorDiagram start, double work) {
        return new FactorSearch(four(), ROWS, PRICE, rules, List.of(start), new FactorSearch.Effort(0, work, work));
    }

    private static FactorSearch search(EdgeRules rules, FactorDiagram start) {
        return search(rules, start, 1e12);
    }

    /** Exact correlations of x = Bᵀ x + Λ h + ε: row by row of weights and of loadings, own variances 1. */
    static double[] exact(int d, double[][] weights, double[]... loadings) {
        double[] covariance = new double[d * d];
        for (int source = 0; source < d + loadings.length; source++) {
            double[] effect = new double[d]; // variables are in an order of causes
            for (int j = 0; j < d; j++) {
                effect[j] = source == j ? 1 : source >= d ? loadings[source - d][j] : 0;
                for (int i = 0; i < j; i++) {
                    effect[j] += weights[i][j] * effect[i];
                }
            }
            for (int k = 0; k < d * d; k++) {
                covariance[k] += effect[k / d] * effect[k % d];
            }
        }
        double[] c = new double[d * d];
        for (int k = 0; k < d * d; k++) {
            c[k] = covariance[k] / Math.sqrt(covariance[k / d * (d + 1)] * covariance[k % d * (d + 1)]);
        }
        return c;
    }

    static double[][] weights(int d, int... edges) {
        double[][] weights = new double[d][d];
        for (int edge : edges) {
            weights[edge / d][edge % d] = 1;
        }
        return weights;
    }

    /** 0 → 4, 1 → 5, 2 → 6, 3 → 7 and a hidden cause of 4 to 7, of which 4 also causes 5. */
    static double[] four() {
        return exact(8, weights(8, 4, 13, 22, 31, 37), new double[] {0, 0, 0, 0, 1, -1, 1, 1.5});
    }

    static FactorDiagram truth() {
        FactorDiagram truth = new FactorDiagram(8);
        for (int i = 0; i < 4; i++) {
            truth.set(i, i + 4, true);
        }
        truth.set(4, 5, true);
        truth.children.add(new boolean[] {false, false, false, false, true, true, true, true});
        truth.loadings.add(new double[] {0, 0, 0, 0, 0.3, -0.3, 0.3, 0.3});
        return truth;
    }

    /** The order 0 to 7, each depending on all before it. */
    static FactorDiagram everything() {
        FactorDiagram all = new FactorDiagram(8);
        for (int i = 0; i < 8; i++) {
            for (int j = Math.max(i + 1, 4); j < 8; j++) {
                all.set(i, j, true);
            }
        }
        return all;
    }

    private static double logDeterminant(int d, double[] c) {
        double[] a = c.clone();
        double sum = 0;
        for (int k = 0; k < d; k++) {
            sum += Math.log(a[k * d + k]);
            for (int i = k + 1; i < d; i++) {
                for (int j = k + 1; j < d; j++) {
                    a[i * d + j] -= a[i * d + k] * a[k * d + j] / a[k * d + k];
                }
            }
        }
        return sum;
    }

    /** Exact moments have the likelihood of a model without restrictions: −n / 2 (ln det S + d). */
    @Test
    void fit_ofTheTruth_reachesTheLargestLikelihoodOfAll() {
        double[] c = four();
        FactorFit fit = new FactorFit(truth(), c, ROWS, 100);
        assertEquals(-ROWS / 2 * (logDeterminant(8, c) + 8), fit.logLikelihood(), 0.1);
    }

    @Test
    void fit_withoutHiddenCauses_isLeastSquares() {
        assertLeastSquares(8, four(), 4, 13, 22, 31);
    }

    /** Effects may leave a variable next to no noise of its own: 1 / 2,500 and 1 / 6,250,000 of its variance. */
    @Test
    void fit_ofStrongEffects_isLeastSquares() {
        double[][] weights = weights(3, 1, 5);
        weights[0][1] = 50;
        weights[1][2] = 50;
        assertLeastSquares(3, exact(3, weights), 1, 5);
    }

    /** Takes edges i → j as i · d + j. */
    private static void assertLeastSquares(int d, double[] c, int... edges) {
        FactorDiagram graph = new FactorDiagram(d);
        PathDiagram same = new PathDiagram(d);
        for (int edge : edges) {
            graph.set(edge / d, edge % d, true);
            same.set(edge / d, edge % d, PathDiagram.Edge.FORWARD);
        }
        double price = Math.log(ROWS) / 2 + Math.log(9);
        double expected = new DiagramScore(d, c, ROWS, 0.1).of(same);
        assertEquals(expected, new FactorFit(graph, c, ROWS, 100).logLikelihood() - edges.length * price, 0.1);
    }

    /** E(x hᵀ) = Cov(x, h) and E(h hᵀ) = 1 of a model that fits. */
    @Test
    void expected_ofTheTruth_areTheMomentsOfHiddenCauses() {
        FactorDiagram truth = truth();
        FactorFit fit = new FactorFit(truth, four(), ROWS, 100);
        FactorOutlook outlook = FactorForecast.of(fit).orElseThrow().outlook(4);
        assertEquals(1, outlook.moment(8, 8), 1e-3);
        double[] loadings = truth.loadings.get(0);
        assertEquals(loadings[4], outlook.moment(8, 4), 1e-3);
        assertEquals(loadings[5] + truth.weights[4 * 8 + 5] * loadings[4], outlook.moment(5, 8), 1e-3);
        assertEquals(0, outlook.moment(8, 0), 1e-3);
        assertEquals(four()[4], outlook.moment(0, 4));
    }

    @Test
    void search_findsTheHiddenCauseOfFour_andTheEdgeBesideIt() {
        FactorSearch search = search(GivenRules.none(8), everything());
        FactorDiagram best = search.best().diagram();
        double expectedScore = new FactorFit(truth(), four(), ROWS, 100).logLikelihood() - PRICE * truth().size();
        assertEquals(expectedScore, search.best().score(), 0.1);
        assertEquals(search.best().score(), search.best().claimable(), 1e-9, "no hidden cause of two");
        AncestralGraph marks = Orientation.classOf(best.ancestral(), GivenRules.none(8));
        AncestralGraph expected = Orientation.classOf(truth().ancestral(), GivenRules.none(8));
        for (int k = 0; k < 64; k++) {
            assertEquals(expected.end(k / 8, k % 8), marks.end(k / 8, k % 8), k / 8 + " and " + k % 8);
        }
    }

    /**
     * A search still ends somewhere, but looks no further once the work is done, and a direction without a look is not
     * sure.
     */
    @Test
    void search_thatHasDoneItsWork_looksNoFurther() {
        EdgeRules rules = GivenRules.none(8);
        FactorSearch whole = search(rules, everything());
        FactorSearch none = search(rules, everything(), 1);
        FactorSearch some = search(rules, everything(), 2e6);
        assertTrue(
                some.seen().size() < whole.seen().size(), () -> "" + some.seen().size());
        assertTrue(none.best().diagram().children.isEmpty());
        assertTrue(none.best().score() < whole.best().score());
        assertTrue(whole.rivalled(4, 5));
        FactorDiagram collider = new FactorDiagram(8);
        collider.set(0, 4, true);
        collider.set(1, 4, true);
        collider.set(4, 6, true);
        FactorSearch cut = new FactorSearch(
                exact(8, weights(8, 4, 12, 38)),
                ROWS,
                PRICE,
                rules,
                List.of(collider),
                new FactorSearch.Effort(0, 1, 1));
        assertFalse(cut.rivalled(4, 6));
        FactorMarks marks = new FactorMarks(cut, cut.best().diagram(), List.of(), rules, 6);
        assertEquals(0, marks.fallOfEnd(4, 6, 6), "nothing looked for a rival");
        EdgeRules required = GivenRules.of(8, (i, j) -> true, (i, j) -> i == 4 && j == 6);
        FactorSearch known = new FactorSearch(
                exact(8, weights(8, 4, 12, 38)),
                ROWS,
                PRICE,
                required,
                List.of(collider),
                new FactorSearch.Effort(0, 1, 1));
        assertEquals(
                6,
                new FactorMarks(known, known.best().diagram(), List.of(), required, 6).fallOfEnd(4, 6, 6),
                "a required edge needs no look");
        FactorSearch promising = new FactorSearch(
                four(),
                ROWS,
                PRICE,
                rules,
                List.of(everything()),
                new FactorSearch.Effort(Double.NEGATIVE_INFINITY, 1, 1e12));
        assertEquals(whole.best().score(), promising.best().score(), 1e-9, "a promising one goes on");
    }

    /** With no work left after either start, the search ends at the better one. */
    @Test
    void search_fromTwoDiagrams_endsAtTheBetter() {
        EdgeRules rules = GivenRules.none(8);
        FactorSearch.Effort none = new FactorSearch.Effort(0, 1, 1);
        FactorSearch one = search(rules, everything(), 1);
        List<FactorDiagram> starts = List.of(everything(), truth());
        FactorSearch both = new FactorSearch(four(), ROWS, PRICE, rules, starts, none);
        FactorSearch reversed = new FactorSearch(four(), ROWS, PRICE, rules, List.of(truth(), everything()), none);
        assertEquals(1, both.best().diagram().children.size());
        assertTrue(both.best().score() > one.best().score() + PRICE);
        assertEquals(both.best().score(), reversed.best().score(), 1e-9);
    }

    @Test
    void twoHeadedEdges_areHiddenCausesOfTwo() {
        PathDiagram path = new PathDiagram(8);
        path.set(0, 4, PathDiagram.Edge.FORWARD);
        path.set(4, 5, PathDiagram.Edge.TWO_HEADED);
        FactorDiagram diagram = FactorDiagram.of(path, four());
        assertEquals(1, diagram.children.size());
        assertTrue(diagram.causes(0, 4) && diagram.share(4, 5));
        assertEquals(2, diagram.size(), "an edge, and the product of two coefficients");
        assertEquals(4, new FactorSearch.Scored(diagram, 5).claimable(), 1e-12, "a nat less for a hidden cause of two");
    }

    /** Diagrams beside the best count, also where no walk ends at them: an edge of little worth is not sure. */
    @Test
    void marks_ofAnEdgeOfLittleWorth_areNotSure() {
        double[][] weights = weights(3, 1);
        weights[0][2] = 0.052;
        double[] c = exact(3, weights);
        FactorDiagram start = new FactorDiagram(3);
        start.set(0, 1, true);
        start.set(0, 2, true);
        FactorSearch search = new FactorSearch(
                c, ROWS, PRICE, GivenRules.none(3), List.of(start), new FactorSearch.Effort(0, 1e12, 1e12));
        FactorDiagram less = start.copy();
        less.set(0, 2, false);
        double worth = search.best().score() - (new FactorFit(less, c, ROWS, 100).logLikelihood() - PRICE);
        assertTrue(search.best().diagram().joined(0, 2) && worth > 0.5 && worth < 5, "worth " + worth);
        FactorMarks marks = new FactorMarks(search, search.best().diagram(), List.of(), GivenRules.none(3), 6);
        assertEquals(worth, marks.joining(0, 2, 6), 0.1);
    }

    /** Children of one hidden cause are joined in pairs, and no group of them alone is worth a look. */
    @Test
    void leaps_areFewerThanTheGroupsOfChildren() {
        int d = 20;
        FactorDiagram one = new FactorDiagram(d);
        boolean[] of = new boolean[d];
        Arrays.fill(of, true);
        one.children.add(of);
        double[] loadings = new double[d];
        Arrays.fill(loadings, 0.5);
        one.loadings.add(loadings);
        double[] c = new double[d * d];
        for (int k = 0; k < d * d; k++) {
            c[k] = k % (d + 1) == 0 ? 1 : 0.25;
        }
        assertEquals(1, FactorMoves.leaps(c, GivenRules.none(d), one).size(), "without it");
    }

    /** What a rival of a sure direction may be: the edge turned where there is no cycle, or a hidden cause. */
    @Test
    void rivals_haveNoSuchEdge() {
        FactorDiagram chain = new FactorDiagram(3);
        chain.set(0, 1, true);
        chain.set(1, 2, true);
        chain.set(0, 2, true);
        double[] c = exact(3, weights(3, 1, 5));
        List<FactorDiagram> rivals = FactorMoves.rivals(c, GivenRules.none(3), chain, 0, 2);
        assertEquals(1, rivals.size(), "0 ← 2 would be a cycle");
        assertTrue(rivals.get(0).isPair(0, 2) && !rivals.get(0).causes(0, 2));
        assertEquals(2, FactorMoves.rivals(c, GivenRules.none(3), chain, 0, 1).size());
        EdgeRules rules = GivenRules.none(3).without(1, 0);
        assertFalse(rules.permit(0, 1, PathDiagram.Edge.BACKWARD));
        assertEquals(1, FactorMoves.rivals(c, rules, chain, 0, 1).size());
        chain.addHidden(c, 0, 1, 2);
        List<FactorDiagram> less = FactorMoves.rivals(c, GivenRules.none(3), chain, 0, 2);
        assertTrue(less.size() == 1 && !less.get(0).causes(0, 2), "a hidden cause is there already");
    }

    @Test
    void search_keepsWhatIsKnown() {
        EdgeRules required = GivenRules.of(8, (i, j) -> true, (i, j) -> i == 6 && j == 7);
        FactorDiagram best = search(required, everything()).best().diagram();
        assertTrue(best.causes(6, 7) && !best.share(6, 7));
        EdgeRules forbidden = GivenRules.of(8, (i, j) -> i != 4 || j != 5, (i, j) -> false);
        FactorDiagram start = everything();
        start.set(4, 5, false);
        assertFalse(search(forbidden, start).best().diagram().causes(4, 5));
    }

    /** A mark stands only where all diagrams that come near have it, and that with two-headed edges. */
    @Test
    void marks_areThoseThatNearDiagramsShare() {
        FactorSearch search = search(GivenRules.none(8), everything());
        PathDiagram same = new PathDiagram(8);
        PathDiagram other = new PathDiagram(8);
        for (int i = 0; i < 4; i++) {
            for (int j = i + 1; j < 4; j++) {
                same.set(i + 4, j + 4, PathDiagram.Edge.TWO_HEADED);
                other.set(i + 4, j + 4, PathDiagram.Edge.TWO_HEADED);
            }
            same.set(i, i + 4, PathDiagram.Edge.FORWARD);
            other.set(i, i + 4, PathDiagram.Edge.FORWARD);
        }
        other.set(0, 4, PathDiagram.Edge.BACKWARD);
        FactorMarks marks = new FactorMarks(search, search.best().diagram(), List.of(same), GivenRules.none(8), 0.5);
        assertTrue(marks.fallOfEnd(2, 6, 6) >= 6, "an arrowhead that all have");
        assertTrue(marks.joining(6, 7, 6) >= 6 && marks.joining(2, 7, 6) <= -6);
        assertEquals(
                0,
                new FactorMarks(search, search.best().diagram(), List.of(other), GivenRules.none(8), 0.5)
                        .fallOfEnd(0, 4, 6));
        FactorMarks all = new FactorMarks(search, search.best().diagram(), List.of(same), GivenRules.none(8), 1e9);
        int open = 0;
        for (int k = 0; k < 64; k++) {
            boolean joined = all.marks().joined(k / 8, k % 8);
            open += joined && all.fallOfEnd(k / 8, k % 8, 1e9) < 1e9 ? 1 : 0;
        }
        assertTrue(open > 0, "every diagram that was looked at has the same marks");
    }
}
