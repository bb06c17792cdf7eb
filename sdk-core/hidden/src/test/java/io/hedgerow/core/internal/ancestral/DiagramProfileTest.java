// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.AncestralMarks.End;
import io.hedgerow.core.internal.ancestral.PathDiagram.Edge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How far scores fall, with four variables, against all diagrams that have another edge. */
class DiagramProfileTest {

    private static final int D = 4;
    private static final double ROWS = 200;

    /** 0 → 1 ↔ 2 ← 3 of random strength, in 200 rows. */
    private static double[] correlation(long seed) {
        Random random = new Random(seed);
        double strength = 0.3 + 0.6 * random.nextDouble();
        double[] s = new double[D * D];
        for (int row = 0; row < ROWS; row++) {
            double hidden = random.nextGaussian();
            double[] x = random.doubles(D, -1.7, 1.7).toArray();
            x[1] += strength * (x[0] + hidden);
            x[2] += strength * (x[3] - hidden);
            Arrays.setAll(s, k -> s[k] + x[k / D] * x[k % D]);
        }
        double[] r = new double[D * D];
        Arrays.setAll(r, k -> s[k] / Math.sqrt(s[k / D * (D + 1)] * s[k % D * (D + 1)]));
        return r;
    }

    private static List<PathDiagram> all() {
        List<PathDiagram> all = new ArrayList<>();
        for (long number = 0; number < 1L << 12; number++) {
            PathDiagram diagram = Separations.numbered(D, number);
            if (Separations.isAcyclic(diagram)) {
                all.add(diagram);
            }
        }
        return all;
    }

    /** The score of the best diagram with an edge of a kind between two, seen from the first. */
    private static double best(List<PathDiagram> all, double[] scores, int i, int j, Edge edge) {
        double best = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < scores.length; k++) {
            best = all.get(k).edge(i, j) == edge ? Math.max(best, scores[k]) : best;
        }
        return best;
    }

    /**
     * A climb cannot fall by less than the best of all diagrams does. For pairs that are not joined it finds that one,
     * or nearly so. Where an edge goes, it moves three others at most, and falls by up to nine nats more.
     */
    @Test
    void falls_areThoseOfTheBestDiagramWithAnotherEdge() {
        List<PathDiagram> all = all();
        for (long seed = 1; seed <= 8; seed++) {
            double[] s = correlation(seed);
            DiagramScore score = new DiagramScore(D, s, ROWS, 0.5);
            double[] scores = all.stream().mapToDouble(score::of).toArray();
            boolean[] considered = new boolean[D * D];
            Arrays.fill(considered, true);
            EdgeRules rules = GivenRules.none(D);
            PathDiagram start = new DiagramClimb(score, s, ROWS, rules, new PathDiagram(D))
                    .withoutHidden()
                    .withHidden()
                    .diagram();
            DiagramProfile profile = DiagramProfile.of(score, s, ROWS, rules, start, considered);
            double height = score.of(profile.best());
            assertTrue(height >= score.of(start) - 1e-9, "no profile of a worse one");
            for (int i = 0; i < D; i++) {
                for (int j = 0; j < D; j++) {
                    if (i == j) {
                        continue;
                    }
                    boolean joined = profile.best().joined(i, j);
                    double none = height - best(all, scores, i, j, Edge.NONE);
                    double some = height
                            - Math.max(
                                    best(all, scores, i, j, Edge.TWO_HEADED),
                                    Math.max(
                                            best(all, scores, i, j, Edge.FORWARD),
                                            best(all, scores, i, j, Edge.BACKWARD)));
                    double joining = profile.joining(i, j);
                    boolean induced = !joined && profile.marks().joined(i, j);
                    if (!induced) {
                        double least = joined ? none : some;
                        // fits end where a sweep raises the likelihood by less than 10⁻⁴
                        assertTrue(Math.abs(joining) >= least - 0.02, seed + ": " + i + ", " + j);
                        assertTrue(joined ? joining >= 0 : joining <= 0, "a better one took the place of the best");
                        double over = Math.abs(joining) - Math.max(0, least);
                        assertTrue(over < (joined ? 9 : 0.7), seed + ": " + i + ", " + j + " by " + over);
                    }
                    assertEquals(joining, profile.joining(j, i), 1e-9, "of a pair");
                    double fall = profile.fallOfEnd(i, j);
                    boolean arrow = profile.marks().has(i, j, End.ARROW) && joined;
                    if (arrow && profile.best().edge(i, j) != Edge.BACKWARD) {
                        assertTrue(fall >= height - best(all, scores, i, j, Edge.BACKWARD) - 0.02);
                    }
                    if (profile.marks().has(i, j, End.CIRCLE)) {
                        assertEquals(0, fall, 0, "nothing is known of a circle");
                    }
                }
            }
        }
    }

    /** Of strong effects in 2000 rows the two-headed edge between 1 and 2 is there, and sure by some nats. */
    @Test
    void hiddenCause_isFoundWhereItsChildrenHaveOtherCauses() {
        double[] r = {1, 0.6, 0, 0, 0.6, 1, -0.4, 0, 0, -0.4, 1, 0.6, 0, 0, 0.6, 1};
        DiagramScore score = new DiagramScore(D, r, 2000, 0.5);
        EdgeRules rules = GivenRules.none(D);
        PathDiagram best = new DiagramClimb(score, r, 2000, rules, new PathDiagram(D))
                .withoutHidden()
                .withHidden()
                .diagram();
        boolean[] considered = new boolean[D * D];
        considered[3] = true;
        DiagramProfile profile = DiagramProfile.of(score, r, 2000, rules, best, considered);
        assertEquals(Edge.TWO_HEADED, profile.best().edge(1, 2));
        assertTrue(profile.marks().has(1, 2, End.ARROW) && profile.marks().has(2, 1, End.ARROW));
        assertTrue(profile.fallOfEnd(1, 2) > 6 && profile.fallOfEnd(2, 1) > 6);
        assertTrue(profile.marks().has(1, 0, End.CIRCLE) && profile.marks().has(0, 1, End.ARROW));
        assertTrue(profile.joining(1, 2) > 6);
        // an edge between independent variables gains nothing and has its price
        assertEquals(-Math.log(2000) / 2, profile.joining(0, 3), 1);
    }
}
