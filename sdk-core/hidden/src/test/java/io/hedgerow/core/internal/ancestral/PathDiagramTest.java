// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.AncestralMarks.End;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.ancestral.PathDiagram.Edge;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Diagrams, their rules and their ancestral graphs by the definitions of what they say, in all or many small ones. */
class PathDiagramTest {

    private static final int D = 5;

    private static List<PathDiagram> drawn(int count) {
        Random random = new Random(3);
        List<PathDiagram> all = new ArrayList<>();
        while (all.size() < count) {
            PathDiagram diagram = Separations.numbered(D, random.nextLong(1L << 20));
            if (Separations.isAcyclic(diagram)) {
                all.add(diagram);
            }
        }
        return all;
    }

    /** Whether steps along edges of one kind lead from i to j: the closure by Warshall. */
    private static boolean[][] closure(PathDiagram diagram, Edge kind) {
        boolean[][] leads = new boolean[D][D];
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                leads[i][j] = i == j || diagram.edge(i, j) == kind;
            }
        }
        for (int via = 0; via < D; via++) {
            for (int i = 0; i < D; i++) {
                for (int j = 0; j < D; j++) {
                    leads[i][j] |= leads[i][via] && leads[via][j];
                }
            }
        }
        return leads;
    }

    @Test
    void districtsAndCauses_areWhatEdgesConnect() {
        for (PathDiagram diagram : drawn(300)) {
            boolean[][] siblings = closure(diagram, Edge.TWO_HEADED);
            boolean[][] causes = closure(diagram, Edge.FORWARD);
            int edges = 0;
            for (int i = 0; i < D; i++) {
                int of = i;
                assertArrayEquals(
                        IntStream.range(0, D).filter(j -> siblings[of][j]).toArray(), diagram.district(i));
                for (int j = 0; j < D; j++) {
                    assertEquals(causes[i][j], diagram.reaches(i, j), i + " to " + j);
                    edges += i < j && diagram.edge(i, j) != Edge.NONE ? 1 : 0;
                    assertEquals(diagram.edge(j, i).reversed(), diagram.edge(i, j));
                    assertEquals(diagram.isParent(i, j), diagram.edge(j, i) == Edge.BACKWARD);
                }
            }
            assertEquals(edges, diagram.edgeCount());
        }
    }

    @Test
    void copy_andFirstVariables_haveTheSameEdges_andChangeAlone() {
        for (PathDiagram diagram : drawn(20)) {
            PathDiagram copy = diagram.copy();
            PathDiagram first = diagram.first(3);
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    assertEquals(diagram.edge(i, j), first.edge(i, j));
                }
            }
            Edge other = diagram.edge(0, 1) == Edge.NONE ? Edge.TWO_HEADED : Edge.NONE;
            copy.set(0, 1, other);
            first.set(0, 1, other);
            assertFalse(diagram.edge(0, 1) == other);
            assertEquals(other, copy.edge(1, 0));
        }
    }

    /**
     * By the meaning of visibility (Zhang 2008, lemmas 9 and 10): i → j is invisible exactly where a hidden cause of
     * both beside it leaves the graph, and so all separations, as it is. All ancestral graphs of four variables.
     */
    @Test
    void edge_isVisible_whereAHiddenCauseOfBothWouldChangeTheGraph() {
        int visible = 0;
        int invisible = 0;
        for (long number = 0; number < 1L << 12; number++) {
            PathDiagram diagram = Separations.numbered(4, number);
            if (!Separations.isMaximalAncestral(diagram)) {
                continue;
            }
            AncestralGraph graph = AncestralGraph.of(diagram);
            for (int i = 0; i < 4; i++) {
                for (int j = 0; j < 4; j++) {
                    if (!diagram.isParent(i, j)) {
                        assertFalse(graph.isVisible(i, j));
                        continue;
                    }
                    boolean[] siblings = new boolean[16];
                    for (int k = 0; k < 16; k++) {
                        siblings[k] = diagram.areSiblings(k / 4, k % 4);
                    }
                    siblings[i * 4 + j] = true;
                    siblings[j * 4 + i] = true;
                    boolean same = same(graph, AncestralGraph.of(4, diagram.parents(), siblings));
                    assertEquals(!same, graph.isVisible(i, j), number + ": " + i + " → " + j);
                    visible += same ? 0 : 1;
                    invisible += same ? 1 : 0;
                }
            }
        }
        assertTrue(visible > 100 && invisible > 100, visible + " and " + invisible);
    }

    private static boolean same(AncestralGraph one, AncestralGraph other) {
        boolean same = true;
        for (int k = 0; k < one.variables * one.variables; k++) {
            int i = k / one.variables;
            int j = k % one.variables;
            same &= one.end(i, j).equals(other.end(i, j));
        }
        return same;
    }

    /** The lag 3 leads into 0 and 2; edges between others stay. */
    @Test
    void lags_leadIntoWhatTheyHaveAnEdgeTo() {
        PathDiagram diagram = new PathDiagram(3);
        diagram.set(0, 1, Edge.FORWARD);
        diagram.set(1, 2, Edge.TWO_HEADED);
        double[] weights = new double[16];
        weights[3 * 4] = 0.5;
        weights[3 * 4 + 2] = -0.1;
        AncestralGraph graph = AncestralGraph.of(diagram).afterLags(WeightMatrix.ofRows(4, weights));
        assertTrue(graph.isDirected(3, 0) && graph.isDirected(3, 2) && !graph.joined(3, 1));
        assertTrue(graph.isDirected(0, 1) && graph.has(1, 2, End.ARROW) && graph.has(2, 1, End.ARROW));
        assertFalse(graph.joined(0, 2));
    }

    /** 0 and 1 may cause 2, which may cause 3; 1 → 2 is required; 3 is a lag, of which there are no hidden causes. */
    @Test
    void rules_permitWhatIsAllowed_andNothingInsteadOfWhatIsRequired() {
        EdgeRules rules =
                new EdgeRules(4, 3, (i, j) -> (i < 2 && j == 2) || (i == 2 && j == 3), (i, j) -> i == 1 && j == 2);
        assertTrue(rules.permit(0, 2, Edge.FORWARD) && rules.permit(2, 0, Edge.BACKWARD));
        assertFalse(rules.permit(0, 2, Edge.BACKWARD) || rules.permit(2, 0, Edge.FORWARD));
        assertTrue(rules.permit(0, 2, Edge.NONE) && rules.permit(0, 2, Edge.TWO_HEADED));
        for (Edge edge : Edge.all()) {
            assertEquals(edge == Edge.FORWARD, rules.permit(1, 2, edge));
            assertEquals(edge == Edge.BACKWARD, rules.permit(2, 1, edge));
            assertEquals(edge == Edge.FORWARD || edge == Edge.NONE, rules.permit(2, 3, edge));
        }
        assertTrue(rules.mayCause(0, 3), "over 2");
        assertFalse(rules.mayCause(3, 0) || rules.mayCause(0, 1));
        EdgeRules less = rules.without(2, 3);
        assertFalse(less.permit(2, 3, Edge.FORWARD) || less.mayCause(0, 3));
        assertTrue(less.mayCause(0, 2) && less.requires(1, 2) && rules.mayCause(0, 3));
        assertFalse(less.permit(2, 3, Edge.TWO_HEADED));
        EdgeRules other = rules.without(0, 2);
        assertTrue(other.permit(1, 2, Edge.FORWARD) && !other.mayCause(0, 2) && other.mayCause(1, 3));
    }
}
