// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.AncestralMarks.End;
import io.hedgerow.core.internal.ancestral.PathDiagram.Edge;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of 0 → 2 ← 1 and 2 → 3, where the class tells every arrowhead and the tail of 2 → 3. */
final class PosteriorMarksTest {
    private static final EdgeRules NONE = GivenRules.none(4);
    /** Correlations where all three effects are .2. */
    private static final double[] WEAK = {1, 0, .2, .04, 0, 1, .2, .04, .2, .2, 1, .2, .04, .04, .2, 1};

    @Test
    void anEndStands_whereNineteenOfTwentyGraphsHaveIt() {
        AncestralGraph best = classOf(collider());
        AncestralGraph other = classOf(chain());
        PosteriorMarks sure = new PosteriorMarks(best, drawn(best, 19, other, 1), 4, NONE);
        assertTrue(sure.marks().isDirected(2, 3));
        assertTrue(sure.isVisible(2, 3));
        assertEquals(0.95, sure.shares()[2 * 4 + 3], 1e-12);
        PosteriorMarks unsure = new PosteriorMarks(best, drawn(best, 18, other, 2), 4, NONE);
        assertTrue(unsure.marks().has(2, 3, End.CIRCLE) && unsure.marks().has(3, 2, End.CIRCLE));
        assertFalse(unsure.isVisible(2, 3));
        assertEquals(1, unsure.shares()[2 * 4 + 3], "a circle says nothing that a graph could contradict");
    }

    @Test
    void onlyGraphsThatJoinThePairCount() {
        AncestralGraph best = classOf(collider());
        PathDiagram apart = collider();
        apart.set(2, 3, Edge.NONE);
        PosteriorMarks marks = new PosteriorMarks(best, drawn(best, 1, classOf(apart), 99), 4, NONE);
        assertTrue(marks.marks().isDirected(2, 3));
        assertEquals(1, marks.shares()[2 * 4 + 3]);
    }

    @Test
    void withoutGraphs_onlyWhatRulesAskForStands() {
        EdgeRules rules = GivenRules.of(4, (i, j) -> i != 3, (i, j) -> i == 0 && j == 2);
        PosteriorMarks marks =
                new PosteriorMarks(Orientation.classOf(AncestralGraph.of(collider()), rules), List.of(), 4, rules);
        assertTrue(marks.marks().isDirected(0, 2), "required");
        assertTrue(marks.marks().has(2, 3, End.ARROW), "3 causes nothing");
        assertTrue(marks.marks().has(3, 2, End.CIRCLE) && marks.marks().has(1, 2, End.CIRCLE));
        assertEquals(0, marks.shares().length);
        assertArrayEquals(new boolean[16], marks.ends(4), "nothing to look at");
    }

    /**
     * 2 ↔ 3 in place of 2 → 3 says that 3 does not depend on 0 and 1. Their effect on 3 is .04, so 400 rows cannot
     * contradict it, and 40,000 can.
     */
    @Test
    void aHiddenCauseThatExplainsAsWell_deniesATail_thatAllGraphsHave() {
        AncestralGraph best = classOf(collider());
        PosteriorMarks all = new PosteriorMarks(best, drawn(best, 20, best, 0), 4, NONE);
        assertTrue(all.ends(5)[3 * 5 + 2] && all.ends(5)[2 * 5 + 3] && !all.ends(5)[2 * 5]);
        PosteriorMarks few = all.undenied(profile(400, all));
        assertTrue(few.marks().has(3, 2, End.CIRCLE));
        assertFalse(few.isVisible(2, 3));
        PosteriorMarks many = all.undenied(profile(40_000, all));
        assertTrue(many.marks().isDirected(2, 3) && many.isVisible(2, 3));
        assertEquals(1, many.shares()[2 * 4 + 3], 1e-9);
    }

    @Test
    void aHiddenCauseThatIsSomewhatWorse_leavesTheMark_andTakesFromItsShare() {
        AncestralGraph best = classOf(collider());
        PosteriorMarks all = new PosteriorMarks(best, drawn(best, 20, best, 0), 4, NONE);
        DiagramProfile profile = profile(2500, all);
        PosteriorMarks marks = all.undenied(profile);
        double fall = Math.min(profile.fallOfEnd(2, 3), profile.fallOfEnd(3, 2));
        assertTrue(fall > 3 && fall < 6, "fall " + fall);
        assertEquals(1 / (1 + Math.exp(-fall)), marks.shares()[2 * 4 + 3], 1e-12);
        assertEquals(marks.shares()[2 * 4 + 3], marks.shares()[3 * 4 + 2]);
    }

    private static DiagramProfile profile(double rows, PosteriorMarks marks) {
        DiagramScore score = new DiagramScore(4, WEAK, rows, 0.5);
        return DiagramProfile.ofEnds(score, WEAK, rows, NONE, collider(), marks.ends(4));
    }

    private static PathDiagram collider() {
        PathDiagram diagram = new PathDiagram(4);
        diagram.set(0, 2, Edge.FORWARD);
        diagram.set(1, 2, Edge.FORWARD);
        diagram.set(2, 3, Edge.FORWARD);
        return diagram;
    }

    private static PathDiagram chain() {
        PathDiagram diagram = collider();
        diagram.set(1, 2, Edge.BACKWARD);
        return diagram;
    }

    private static AncestralGraph classOf(PathDiagram diagram) {
        return Orientation.classOf(AncestralGraph.of(diagram), NONE);
    }

    private static List<AncestralGraph> drawn(AncestralGraph one, int ones, AncestralGraph other, int others) {
        List<AncestralGraph> graphs = new ArrayList<>(Collections.nCopies(ones, one));
        graphs.addAll(Collections.nCopies(others, other));
        return graphs;
    }
}
