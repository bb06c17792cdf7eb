// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.Dag.Edge;
import io.hedgerow.core.graph.Dag.Pruned;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class DagProperties {

    @Property(tries = 200)
    void strongest_isDropWeakestOnACycle_thenPutBackWhatClosesNone(
            @ForAll @IntRange(min = 1, max = 9) int d, @ForAll long seed) {
        WeightMatrix w = Graphs.cyclic(d, 0.35, seed);
        assertEquals(byTheSlowRule(w), Dag.strongest(w, 0).dag().weights());
    }

    @Property(tries = 200)
    void strongest_canTakeBackNothing(@ForAll @IntRange(min = 2, max = 12) int d, @ForAll long seed) {
        WeightMatrix w = Graphs.cyclic(d, 0.3, seed);
        Pruned better = Dag.strongest(w, 0.5);
        WeightMatrix kept = better.dag().weights();
        for (Edge edge : better.dropped()) {
            assertThrows(IllegalArgumentException.class, () -> Dag.of(with(kept, edge)));
        }
        int strong = w.threshold(0.5).edgeCount();
        assertEquals(strong, kept.edgeCount() + better.dropped().size());
    }

    @Property(tries = 200)
    void topologicalOrder_putsEveryCauseBeforeItsEffects(
            @ForAll @IntRange(min = 1, max = 15) int d, @ForAll long seed) {
        Dag dag = Dag.of(Graphs.acyclic(d, 0.4, seed));
        int[] rank = new int[d];
        int[] order = dag.topologicalOrder();
        for (int k = 0; k < d; k++) {
            rank[order[k]] = k;
        }
        for (Edge edge : edges(dag.weights())) {
            assertTrue(rank[edge.from()] < rank[edge.to()]);
        }
    }

    @Property(tries = 100)
    void of_whenCyclic_namesARealCycle(@ForAll @IntRange(min = 2, max = 10) int d, @ForAll long seed) {
        double[] entries = Graphs.cyclic(d, 0.2, seed).toRows();
        entries[1] = 1;
        entries[d] = 1;
        WeightMatrix w = WeightMatrix.ofRows(d, entries);
        String message = String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> Dag.of(w)).getMessage());
        String[] cycle = message.substring(message.lastIndexOf("have ") + 5).split(" -> ", -1);
        assertTrue(cycle.length >= 3, message);
        assertEquals(cycle[0], cycle[cycle.length - 1]);
        for (int k = 0; k + 1 < cycle.length; k++) {
            assertTrue(w.hasEdge(Integer.parseInt(cycle[k]), Integer.parseInt(cycle[k + 1])), message);
        }
    }

    private static WeightMatrix byTheSlowRule(WeightMatrix w) {
        WeightMatrix kept = w;
        List<Edge> dropped = new ArrayList<>();
        while (true) {
            WeightMatrix now = kept;
            List<Edge> onCycles = edges(now).stream()
                    .filter(e -> reaches(now, e.to(), e.from()))
                    .sorted(Comparator.comparingDouble(e -> Math.abs(e.weight())))
                    .toList();
            if (onCycles.isEmpty()) {
                break;
            }
            dropped.add(onCycles.get(0));
            kept = with(kept, new Edge(onCycles.get(0).from(), onCycles.get(0).to(), 0));
        }
        dropped.sort(Comparator.comparingDouble(e -> -Math.abs(e.weight())));
        for (Edge edge : dropped) {
            if (!reaches(kept, edge.to(), edge.from())) {
                kept = with(kept, edge);
            }
        }
        return kept;
    }

    private static boolean reaches(WeightMatrix w, int from, int to) {
        boolean[] seen = new boolean[w.variables()];
        List<Integer> stack = new ArrayList<>(List.of(from));
        while (!stack.isEmpty()) {
            int v = stack.remove(stack.size() - 1);
            if (v == to) {
                return true;
            }
            for (int u = 0; u < w.variables(); u++) {
                if (w.hasEdge(v, u) && !seen[u]) {
                    seen[u] = true;
                    stack.add(u);
                }
            }
        }
        return false;
    }

    private static WeightMatrix with(WeightMatrix w, Edge edge) {
        double[] entries = w.toRows();
        entries[edge.from() * w.variables() + edge.to()] = edge.weight();
        return WeightMatrix.ofRows(w.variables(), entries);
    }

    private static List<Edge> edges(WeightMatrix w) {
        List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < w.variables(); i++) {
            for (int j = 0; j < w.variables(); j++) {
                if (w.hasEdge(i, j)) {
                    edges.add(new Edge(i, j, w.get(i, j)));
                }
            }
        }
        return edges;
    }
}
