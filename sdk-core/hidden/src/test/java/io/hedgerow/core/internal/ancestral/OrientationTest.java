// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.AncestralMarks.End;
import io.hedgerow.core.internal.ancestral.PathDiagram.Edge;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class OrientationTest {

    /** All maximal ancestral graphs over some variables, by their separations. */
    private static Map<String, List<PathDiagram>> classes(int d) {
        Map<String, List<PathDiagram>> classes = new HashMap<>();
        for (long number = 0; number < 1L << (d * (d - 1)); number++) {
            PathDiagram diagram = Separations.numbered(d, number);
            if (Separations.isMaximalAncestral(diagram)) {
                classes.computeIfAbsent(Separations.model(diagram), key -> new ArrayList<>())
                        .add(diagram);
            }
        }
        return classes;
    }

    private static Optional<End> end(PathDiagram diagram, int i, int j) {
        return switch (diagram.edge(i, j)) {
            case NONE -> Optional.empty();
            case BACKWARD -> Optional.of(End.TAIL);
            case FORWARD, TWO_HEADED -> Optional.of(End.ARROW);
        };
    }

    private static void assertCommonMarks(int d) {
        Map<String, List<PathDiagram>> classes = classes(d);
        for (List<PathDiagram> members : classes.values()) {
            for (PathDiagram member : members) {
                AncestralGraph marks = Orientation.classOf(AncestralGraph.of(member), GivenRules.none(d));
                for (int i = 0; i < d; i++) {
                    for (int j = 0; j < d; j++) {
                        int from = i;
                        int at = j;
                        Optional<End> own = i == j ? Optional.empty() : end(member, i, j);
                        boolean common = members.stream()
                                .allMatch(other ->
                                        from == at || end(other, from, at).equals(own));
                        assertEquals(
                                own.map(end -> common ? end : End.CIRCLE),
                                marks.end(i, j),
                                "at " + j + " of " + i + ", " + j + " of " + d);
                    }
                }
            }
        }
    }

    /** Rules are sound and complete (Zhang 2008): marks are those that all graphs of the class share. */
    @Test
    void marks_areThoseThatAllGraphsWithTheSameSeparationsShare() {
        assertCommonMarks(3);
        assertCommonMarks(4);
    }

    @Test
    @Tag("long")
    void marks_ofFiveVariables_areThoseThatAllGraphsShare() {
        assertCommonMarks(5);
    }

    /** The graph of a diagram has the diagram's separations, so it joins what no set separates. */
    @Test
    void graphOfADiagram_joinsWhatNoSetSeparates_andPutsTailsAtCauses() {
        Random random = new Random(7);
        int tried = 0;
        int induced = 0;
        while (tried < 300) {
            PathDiagram diagram = Separations.numbered(5, random.nextLong(1L << 20));
            if (!Separations.isAcyclic(diagram)) {
                continue;
            }
            tried++;
            boolean[] causes = PathDiagram.ancestors(diagram.variables, diagram.parents());
            AncestralGraph graph = AncestralGraph.of(diagram);
            for (int i = 0; i < 5; i++) {
                for (int j = 0; j < 5; j++) {
                    if (i == j) {
                        continue;
                    }
                    assertEquals(!Separations.someSetSeparates(diagram, i, j), graph.joined(i, j));
                    induced += graph.joined(i, j) && !diagram.joined(i, j) ? 1 : 0;
                    if (graph.joined(i, j)) {
                        assertEquals(
                                causes[j * 5 + i] ? End.TAIL : End.ARROW,
                                graph.end(i, j).orElseThrow());
                    }
                }
            }
        }
        assertTrue(induced > 10, "paths that join without an edge were hardly met: " + induced);
    }

    /**
     * An edge i → j is visible exactly when no graph with a hidden cause of both beside it, a two-headed edge in the
     * place of the arrow's tail, has the same separations as the class: here a → b with c → a, which is, and a → b
     * alone.
     */
    @Test
    void edge_isVisible_whenAThirdVariableLeadsIntoItsCauseOnly() {
        PathDiagram collider = new PathDiagram(4);
        collider.set(0, 2, Edge.FORWARD);
        collider.set(1, 2, Edge.FORWARD);
        collider.set(2, 3, Edge.FORWARD);
        AncestralGraph marks = Orientation.classOf(AncestralGraph.of(collider), GivenRules.none(4));
        assertTrue(marks.isVisible(2, 3));
        assertTrue(marks.has(2, 0, End.CIRCLE) && marks.has(0, 2, End.ARROW), "0 o-> 2");
        assertFalse(marks.isVisible(0, 2));
    }

    @Test
    void knowledge_setsMarks_andRulesFollow() {
        PathDiagram chain = new PathDiagram(3);
        chain.set(0, 1, Edge.FORWARD);
        chain.set(1, 2, Edge.FORWARD);
        // 1 comes after 0: then 0 o-> 1, and 1 --> 2 by rule 1
        EdgeRules tiers = GivenRules.of(3, (i, j) -> !(i != 0 && j == 0), (i, j) -> false);
        AncestralGraph marks = Orientation.classOf(AncestralGraph.of(chain), tiers);
        assertTrue(marks.has(0, 1, End.ARROW) && marks.has(1, 0, End.CIRCLE));
        assertTrue(marks.isDirected(1, 2));
        EdgeRules required = GivenRules.of(3, (i, j) -> true, (i, j) -> i == 0 && j == 1);
        assertTrue(Orientation.classOf(AncestralGraph.of(chain), required).isDirected(0, 1));
        assertFalse(Orientation.classOf(AncestralGraph.of(chain), GivenRules.none(3))
                .isDirected(1, 2));
    }
}
