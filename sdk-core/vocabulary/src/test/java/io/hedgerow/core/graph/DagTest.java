// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.graph.Dag.Edge;
import io.hedgerow.core.graph.Dag.Pruned;
import java.util.List;
import org.junit.jupiter.api.Test;

class DagTest {

    @Test
    void of_whenAcyclic_ordersCausesBeforeEffectsSmallestFirst() {
        Dag dag = Dag.of(Graphs.of(4, new int[] {3, 1}, new int[] {1, 0}, new int[] {3, 0}));
        assertArrayEquals(new int[] {2, 3, 1, 0}, dag.topologicalOrder());
        assertArrayEquals(new int[] {1, 3}, dag.parents(0));
        assertArrayEquals(new int[] {0, 1}, dag.children(3));
        assertEquals(4, dag.variables());
        assertEquals("Dag[variables=4, edges=3]", dag.toString());
    }

    @Test
    void of_whenCyclic_namesOneCycleInTheDirectionOfItsEdges() {
        // 4 hangs below the cycle and 0 above it: neither may be named.
        WeightMatrix w =
                Graphs.of(5, new int[] {0, 2}, new int[] {3, 1}, new int[] {1, 2}, new int[] {2, 3}, new int[] {2, 4});
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> Dag.of(w));
        assertEquals("weights must have no directed cycle, have 1 -> 2 -> 3 -> 1", e.getMessage());
    }

    @Test
    void equals_dependsOnWeightsOnly() {
        WeightMatrix w = Graphs.acyclic(5, 0.4, 1);
        assertEquals(Dag.of(w), Dag.of(w));
        assertEquals(Dag.of(w).hashCode(), Dag.of(w).hashCode());
        assertNotEquals(Dag.of(w), Dag.of(WeightMatrix.empty(5)));
    }

    @Test
    void accessors_returnCopies() {
        Dag dag = Dag.of(Graphs.of(2, new int[] {0, 1}));
        dag.topologicalOrder()[0] = 9;
        dag.children(0)[0] = 9;
        assertArrayEquals(new int[] {0, 1}, dag.topologicalOrder());
        assertArrayEquals(new int[] {1}, dag.children(0));
    }

    @Test
    void strongest_keepsWeakEdgeOffCycles() {
        double[][] w = {
            {0, 0.9, 0, 0.4},
            {0, 0, -0.8, 0},
            {0.5, 0, 0, 0},
            {0, 0, 0.2, 0}
        };
        Pruned better = Dag.strongest(WeightMatrix.of(w), 0.3);
        assertEquals(List.of(new Edge(2, 0, 0.5)), better.dropped());
        assertEquals(0.4, better.dag().weights().get(0, 3));
        assertFalse(better.dag().weights().hasEdge(3, 2), "below the threshold");
    }

    @Test
    void strongest_whenTied_prefersSmallerIndices() {
        WeightMatrix w = Graphs.of(2, new int[] {0, 1}, new int[] {1, 0});
        assertEquals(List.of(new Edge(1, 0, 1)), Dag.strongest(w, 0).dropped());
    }

    @Test
    void strongest_refusesNaNThreshold() {
        assertThrows(IllegalArgumentException.class, () -> Dag.strongest(WeightMatrix.empty(2), Double.NaN));
    }

    @Test
    void weightMatrix_treatsMinusZeroAsNoEdge() {
        assertEquals(WeightMatrix.empty(2), WeightMatrix.of(new double[][] {{0, -0.0}, {0, 0}}));
    }

    @Test
    void edge_readsAsAnArrow() {
        assertEquals("1 -> 2 (0.5)", new Edge(1, 2, 0.5).toString());
    }
}
