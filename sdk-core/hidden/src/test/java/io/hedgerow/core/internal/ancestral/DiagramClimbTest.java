// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.ancestral.PathDiagram.Edge;
import org.junit.jupiter.api.Test;

/** Of 0 → 1 → 2 and 0 → 2, which a reversed 0 → 2 would make a cycle. */
class DiagramClimbTest {
    private static final double ROWS = 1000;
    /** Weights .5: correlations of x1 = .5 x0, x2 = .5 x0 + .5 x1 with variances of 1. */
    private static final double[] C = {1, .5, .75, .5, 1, .75, .75, .75, 1};

    @Test
    void anEdgeThatWouldCloseACycle_turnsTheOthersOfTheCycle() {
        DiagramClimb climb = climb(GivenRules.none(3));
        double before = score().of(triangle());
        assertTrue(climb.force(0, 2, Edge.BACKWARD));
        assertEquals(Edge.BACKWARD, climb.diagram().edge(0, 2));
        assertFalse(climb.diagram().reaches(0, 2), "0 still leads to 2");
        assertEquals(before, score().of(climb.diagram()), 1e-6, "complete graphs explain as much");
    }

    @Test
    void whereRulesKeepOneEnd_theOtherTurns_andWhereTheyKeepBoth_none() {
        DiagramClimb first = climb(GivenRules.of(3, (i, j) -> true, (i, j) -> i == 1 && j == 2));
        assertTrue(first.force(0, 2, Edge.BACKWARD));
        assertEquals(Edge.FORWARD, first.diagram().edge(1, 2));
        assertEquals(Edge.BACKWARD, first.diagram().edge(0, 1));
        DiagramClimb last = climb(GivenRules.of(3, (i, j) -> true, (i, j) -> i == 0 && j == 1));
        assertTrue(last.force(0, 2, Edge.BACKWARD));
        assertEquals(Edge.FORWARD, last.diagram().edge(0, 1));
        assertEquals(Edge.BACKWARD, last.diagram().edge(1, 2));
        DiagramClimb none = climb(GivenRules.of(3, (i, j) -> true, (i, j) -> j == i + 1));
        assertFalse(none.force(0, 2, Edge.BACKWARD));
    }

    private static PathDiagram triangle() {
        PathDiagram diagram = new PathDiagram(3);
        diagram.set(0, 1, Edge.FORWARD);
        diagram.set(1, 2, Edge.FORWARD);
        diagram.set(0, 2, Edge.FORWARD);
        return diagram;
    }

    private static DiagramScore score() {
        return new DiagramScore(3, C, ROWS, 0.5);
    }

    private static DiagramClimb climb(EdgeRules rules) {
        return new DiagramClimb(score(), C, ROWS, rules, triangle());
    }
}
