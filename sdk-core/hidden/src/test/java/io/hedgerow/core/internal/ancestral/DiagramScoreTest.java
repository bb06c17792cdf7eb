// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.ancestral.PathDiagram.Edge;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.junit.jupiter.api.Test;

/** Scores of diagrams and climbs on them, with four variables, against regressions and against all graphs. */
class DiagramScoreTest {

    private static final int D = 4;
    private static final double ROWS = 300;
    private static final double SHARE = 0.3;
    /** ½ ln n + ln((1 − f) / f). */
    private static final double PRICE = Math.log(ROWS) / 2 + Math.log(0.7 / 0.3);

    /** Correlations of 60 rows of random sums. */
    private static double[] correlation(long seed) {
        Random random = new Random(seed);
        double[] s = new double[D * D];
        double[] mix = random.doubles(D * D, -1, 1).toArray();
        for (int row = 0; row < 60; row++) {
            double[] x = new double[D];
            for (int j = 0; j < D; j++) {
                x[j] = random.nextGaussian();
                for (int i = 0; i < j; i++) {
                    x[j] += mix[i * D + j] * x[i];
                }
            }
            for (int k = 0; k < D * D; k++) {
                s[k] += x[k / D] * x[k % D];
            }
        }
        double[] r = new double[D * D];
        for (int k = 0; k < D * D; k++) {
            r[k] = s[k] / Math.sqrt(s[k / D * (D + 1)] * s[k % D * (D + 1)]);
        }
        return r;
    }

    private static double logDeterminant(double[] s, int... set) {
        if (set.length == 0) {
            return 0;
        }
        double[][] part = new double[set.length][set.length];
        for (int a = 0; a < set.length; a++) {
            for (int b = 0; b < set.length; b++) {
                part[a][b] = s[set[a] * D + set[b]];
            }
        }
        return Math.log(new LUDecomposition(new Array2DRowRealMatrix(part)).getDeterminant());
    }

    /** Of regressions: −n/2 (ln |S_jP| / |S_P| + 1) each, less the price of all edges. */
    private static double byRegressions(double[] s, PathDiagram graph) {
        double sum = 0;
        for (int j = 0; j < D; j++) {
            int target = j;
            int[] parents =
                    IntStream.range(0, D).filter(i -> graph.isParent(i, target)).toArray();
            int[] family =
                    IntStream.concat(IntStream.of(j), IntStream.of(parents)).toArray();
            sum -= ROWS / 2 * (logDeterminant(s, family) - logDeterminant(s, parents) + 1) + parents.length * PRICE;
        }
        return sum;
    }

    private static List<PathDiagram> withoutHidden() {
        List<PathDiagram> all = new ArrayList<>();
        for (long number = 0; number < 1L << 12; number++) {
            PathDiagram diagram = Separations.numbered(D, number);
            boolean plain = Separations.isAcyclic(diagram);
            for (int k = 0; k < D * D; k++) {
                plain &= !diagram.areSiblings(k / D, k % D);
            }
            if (plain) {
                all.add(diagram);
            }
        }
        assertEquals(543, all.size());
        return all;
    }

    @Test
    void score_ofAGraphWithoutHiddenCauses_isThatOfItsRegressions() {
        double[] s = correlation(1);
        DiagramScore score = new DiagramScore(D, s, ROWS, SHARE);
        assertEquals(PRICE, score.price(), 1e-12);
        for (PathDiagram graph : withoutHidden()) {
            assertEquals(byRegressions(s, graph), score.of(graph), 1e-7);
        }
    }

    /** The likelihood of a model does not depend on which of its maximal ancestral graphs names it. */
    @Test
    void score_isThatOfTheClass_alsoWithHiddenCauses() {
        double[] s = correlation(2);
        DiagramScore score = new DiagramScore(D, s, ROWS, SHARE);
        Map<String, Double> known = new HashMap<>();
        int again = 0;
        for (long number = 0; number < 1L << 12; number += 3) {
            PathDiagram diagram = Separations.numbered(D, number);
            if (!Separations.isMaximalAncestral(diagram)) {
                continue;
            }
            double of = score.of(diagram);
            Double before = known.putIfAbsent(Separations.model(diagram), of);
            again += before == null ? 0 : 1;
            // fits end where a sweep raises the likelihood by less than 10⁻⁴
            assertEquals(before == null ? of : before, of, 0.02, "diagram " + number);
        }
        assertTrue(again > 100, again + " of a class that was met before");
    }

    /** A change of one pair moves the districts of the two only. */
    @Test
    void around_hasAllThatAChangeMoves() {
        double[] s = correlation(3);
        DiagramScore score = new DiagramScore(D, s, ROWS, SHARE);
        Random random = new Random(5);
        int tried = 0;
        while (tried < 200) {
            PathDiagram diagram = Separations.numbered(D, random.nextLong(1L << 12));
            PathDiagram other = diagram.copy();
            other.set(1, 2, Edge.all()[random.nextInt(4)]);
            if (Separations.isAcyclic(diagram) && Separations.isAcyclic(other)) {
                int[] touched = DiagramClimb.union(diagram.district(1), diagram.district(2));
                int[] after = DiagramClimb.union(other.district(1), other.district(2));
                int[] both = IntStream.concat(IntStream.of(touched), IntStream.of(after))
                        .distinct()
                        .toArray();
                double moved = score.around(other, both) - score.around(diagram, both);
                double fresh = new DiagramScore(D, s, ROWS, SHARE).of(other) - score.of(diagram);
                assertEquals(fresh, moved, 1e-9);
                tried++;
            }
        }
    }

    /** From the empty graph, and from any other, a climb ends where no change of a pair is better. */
    @Test
    void climb_endsWhereNoChangeOfAPairIsBetter_andStaysAtTheBestOfAll() {
        Random random = new Random(9);
        for (long seed = 1; seed <= 12; seed++) {
            double[] s = correlation(seed);
            DiagramScore score = new DiagramScore(D, s, ROWS, SHARE);
            List<PathDiagram> all = withoutHidden();
            PathDiagram start = all.get(random.nextInt(all.size()));
            PathDiagram found = new DiagramClimb(score, s, ROWS, GivenRules.none(D), start)
                    .withoutHidden()
                    .diagram();
            double height = score.of(found);
            assertTrue(height >= score.of(start) - 1e-9);
            PathDiagram best = found;
            for (PathDiagram other : all) {
                best = score.of(other) > score.of(best) ? other : best;
                int changed = 0;
                boolean joins = false;
                for (int i = 0; i < D; i++) {
                    for (int j = i + 1; j < D; j++) {
                        changed += other.edge(i, j) == found.edge(i, j) ? 0 : 1;
                        joins |= other.joined(i, j) && !found.joined(i, j);
                    }
                }
                // pairs that residuals do not suggest are not joined
                if (changed == 1 && !joins) {
                    assertTrue(score.of(other) <= height + 1e-5, "seed " + seed);
                }
            }
            PathDiagram kept = new DiagramClimb(score, s, ROWS, GivenRules.none(D), best)
                    .withoutHidden()
                    .diagram();
            assertEquals(score.of(best), score.of(kept), 1e-5);
        }
    }

    /** What is required stays, what is not allowed never comes, and hidden causes only raise the score. */
    @Test
    void climbs_keepTheRules_andHiddenCausesOnlyRaiseTheScore() {
        for (long seed = 1; seed <= 12; seed++) {
            double[] s = correlation(seed);
            DiagramScore score = new DiagramScore(D, s, ROWS, SHARE);
            EdgeRules rules = GivenRules.of(D, (i, j) -> j != 0, (i, j) -> i == 2 && j == 3);
            PathDiagram start = new PathDiagram(D);
            start.set(2, 3, Edge.FORWARD);
            DiagramClimb climb = new DiagramClimb(score, s, ROWS, rules, start).withoutHidden();
            double plain = score.of(climb.diagram());
            PathDiagram found = climb.withHidden().diagram();
            assertTrue(score.of(found) >= plain - 1e-9);
            assertTrue(Separations.isAcyclic(found));
            assertEquals(Edge.FORWARD, found.edge(2, 3));
            for (int i = 1; i < D; i++) {
                assertTrue(!found.isParent(i, 0), "into 0");
            }
        }
    }
}
