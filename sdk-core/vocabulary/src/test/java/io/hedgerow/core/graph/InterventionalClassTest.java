// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * All graphs of few variables, by the definition of Hauser and Bühlmann: two are equivalent when they have the same
 * skeleton and v-structures and, for every set of targets, the same skeleton without the edges into targets.
 */
class InterventionalClassTest {

    private static List<WeightMatrix> acyclic(int d) {
        List<WeightMatrix> all = new ArrayList<>();
        int combinations = (int) Math.round(Math.pow(3, d * (d - 1) / 2.0));
        for (int code = 0; code < combinations; code++) {
            double[] rows = new double[d * d];
            int left = code;
            for (int i = 0; i < d; i++) {
                for (int j = i + 1; j < d; j++) {
                    rows[i * d + j] = left % 3 == 1 ? 1 : 0;
                    rows[j * d + i] = left % 3 == 2 ? 1 : 0;
                    left /= 3;
                }
            }
            WeightMatrix graph = WeightMatrix.ofRows(d, rows);
            if (Support.of(graph).topologicalOrder().length == d) {
                all.add(graph);
            }
        }
        return all;
    }

    private static List<Object> form(WeightMatrix graph, List<Set<Integer>> targets) {
        int d = graph.variables();
        List<Object> form = new ArrayList<>();
        List<Set<Integer>> all = new ArrayList<>(targets);
        all.add(Set.of());
        for (Set<Integer> cut : all) {
            for (int i = 0; i < d; i++) {
                for (int j = i + 1; j < d; j++) {
                    boolean forth = graph.hasEdge(i, j) && !cut.contains(j);
                    boolean back = graph.hasEdge(j, i) && !cut.contains(i);
                    form.add(forth || back);
                }
            }
        }
        for (int z = 0; z < d; z++) {
            for (int x = 0; x < d; x++) {
                for (int y = x + 1; y < d; y++) {
                    boolean collider = graph.hasEdge(x, z) && graph.hasEdge(y, z);
                    form.add(collider && !graph.hasEdge(x, y) && !graph.hasEdge(y, x));
                }
            }
        }
        return form;
    }

    private static void check(int d, List<WeightMatrix> graphs, List<Set<Integer>> targets) {
        Map<List<Object>, List<WeightMatrix>> classes = new HashMap<>();
        graphs.forEach(graph -> classes.computeIfAbsent(form(graph, targets), form -> new ArrayList<>())
                .add(graph));
        for (List<WeightMatrix> members : classes.values()) {
            for (WeightMatrix member : members) {
                EquivalenceClass found = EquivalenceClass.of(Dag.of(member), (i, j) -> false, targets);
                for (int k = 0; k < d * d; k++) {
                    int i = k / d;
                    int j = k % d;
                    boolean agreed = members.stream().allMatch(graph -> graph.hasEdge(i, j));
                    assertEquals(agreed, found.isDirected(i, j), () -> i + " -> " + j + " of " + member + targets);
                    boolean joined = member.hasEdge(i, j) || member.hasEdge(j, i);
                    assertEquals(joined, found.isDirected(i, j) || found.isDirected(j, i) || found.isUndirected(i, j));
                }
            }
        }
    }

    @Test
    void of_directsWhatAllMembersAgreeOn() {
        for (int d = 2; d <= 4; d++) {
            List<WeightMatrix> graphs = acyclic(d);
            check(d, graphs, List.of());
            Random random = new Random(d);
            for (int trial = 0; trial < 25; trial++) {
                List<Set<Integer>> targets = new ArrayList<>();
                for (int r = 0; r <= trial % 3; r++) {
                    targets.add(IntStream.range(0, d)
                            .filter(i -> random.nextInt(3) == 0)
                            .boxed()
                            .collect(Collectors.toSet()));
                }
                check(d, graphs, targets);
            }
        }
    }

    @Test
    void of_ofAChain_isDirectedFromItsTargetOn() {
        Dag chain = Dag.of(WeightMatrix.ofRows(4, new double[] {0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0}));
        EquivalenceClass open = EquivalenceClass.of(chain, (i, j) -> false, List.of(Set.of()));
        assertEquals(EquivalenceClass.of(chain), open);
        EquivalenceClass told = EquivalenceClass.of(chain, (i, j) -> false, List.of(Set.of(), Set.of(1)));
        assertTrue(told.isDirected(0, 1) && told.isDirected(1, 2) && told.isDirected(2, 3));
        // both ends of the first edge are targets, which says nothing of it, and all of the second
        EquivalenceClass both = EquivalenceClass.of(chain, (i, j) -> false, List.of(Set.of(0, 1)));
        assertTrue(both.isUndirected(0, 1) && both.isDirected(1, 2) && both.isDirected(2, 3));
    }

    @Test
    void of_aGraphWithAForbiddenEdge_isRefused() {
        Dag edge = Dag.of(WeightMatrix.ofRows(2, new double[] {0, 1, 0, 0}));
        assertThrows(
                IllegalArgumentException.class, () -> EquivalenceClass.of(edge, (i, j) -> i == 0, List.of(Set.of(1))));
    }
}
