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
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;

/** All graphs of few variables: an edge is directed exactly when all that agree with skeleton and knowledge agree. */
class EquivalenceClassTest {

    /** Bit i · d + j of a graph: i → j. */
    private static List<Integer> acyclic(int d) {
        List<Integer> all = new ArrayList<>();
        int pairs = d * (d - 1) / 2;
        int combinations = (int) Math.round(Math.pow(3, pairs));
        for (int code = 0; code < combinations; code++) {
            int graph = 0;
            int left = code;
            for (int i = 0; i < d; i++) {
                for (int j = i + 1; j < d; j++) {
                    int way = left % 3;
                    left /= 3;
                    graph |= way == 1 ? bit(d, i, j) : way == 2 ? bit(d, j, i) : 0;
                }
            }
            if (Support.of(weights(d, graph)).topologicalOrder().length == d) {
                all.add(graph);
            }
        }
        return all;
    }

    private static int bit(int d, int i, int j) {
        return 1 << (i * d + j);
    }

    private static boolean has(int d, int graph, int i, int j) {
        return (graph & bit(d, i, j)) != 0;
    }

    private static WeightMatrix weights(int d, int graph) {
        double[] rows = new double[d * d];
        for (int k = 0; k < d * d; k++) {
            rows[k] = graph >> k & 1;
        }
        return WeightMatrix.ofRows(d, rows);
    }

    /** Skeleton and v-structures, by their definition. */
    private static List<Integer> form(int d, int graph) {
        List<Integer> form = new ArrayList<>();
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d; j++) {
                boolean joined = has(d, graph, i, j) || has(d, graph, j, i);
                form.add(joined ? -1 : -2);
                for (int z = 0; !joined && z < d; z++) {
                    if (z != i && z != j && has(d, graph, i, z) && has(d, graph, j, z)) {
                        form.add(z);
                    }
                }
            }
        }
        return form;
    }

    private static Map<List<Integer>, List<Integer>> classes(int d) {
        Map<List<Integer>, List<Integer>> classes = new HashMap<>();
        for (int graph : acyclic(d)) {
            classes.computeIfAbsent(form(d, graph), key -> new ArrayList<>()).add(graph);
        }
        return classes;
    }

    private static void check(int d, int graph, int forbidden, List<Integer> members) {
        BiPredicate<Integer, Integer> known = (i, j) -> has(d, forbidden, i, j);
        EquivalenceClass found = EquivalenceClass.of(Dag.of(weights(d, graph)), known);
        int all = -1;
        int any = 0;
        for (int member : members) {
            if ((member & forbidden) == 0) {
                all &= member;
                any |= member;
            }
        }
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                String where = "graph " + graph + " forbidden " + forbidden + ": " + i + ", " + j;
                assertEquals(has(d, any, i, j) && has(d, all, i, j), found.isDirected(i, j), where);
                assertEquals(has(d, any, i, j) && has(d, any, j, i), found.isUndirected(i, j), where);
            }
        }
    }

    @Test
    void ofFourVariables_withAllKnowledge_directsWhatAllMembersDirect() {
        int d = 4;
        int checked = 0;
        Map<List<Integer>, List<Integer>> classes = classes(d);
        assertEquals(543, classes.values().stream().mapToInt(List::size).sum());
        assertEquals(185, classes.size());
        for (List<Integer> members : classes.values()) {
            for (int graph : members) {
                int reverse = 0;
                for (int k = 0; k < d * d; k++) {
                    reverse |= (graph >> k & 1) == 1 ? bit(d, k % d, k / d) : 0;
                }
                // every subset of the reverses of the graph's edges
                for (int forbidden = reverse; ; forbidden = (forbidden - 1) & reverse) {
                    check(d, graph, forbidden, members);
                    checked++;
                    if (forbidden == 0) {
                        break;
                    }
                }
            }
        }
        // every graph with every set of its edges
        assertEquals(9449, checked);
    }

    @Test
    void ofFiveVariables_withSomeKnowledge_directsWhatAllMembersDirect() {
        int d = 5;
        Random random = new Random(3);
        Map<List<Integer>, List<Integer>> classes = classes(d);
        assertEquals(8782, classes.size());
        for (List<Integer> members : classes.values()) {
            int graph = members.get(random.nextInt(members.size()));
            for (int times = 0; times < 4; times++) {
                // directions that the graph does not have, of edges or not
                int some = random.nextInt(1 << (d * d));
                int forbidden = some & random.nextInt(1 << (d * d)) & ~graph;
                check(d, graph, forbidden, members);
            }
            check(d, graph, 0, members);
        }
    }

    /** a − b, a − c, a − e, c → e → b with b, c not joined: no other rule directs a → b. */
    @Test
    void ruleFour_ofMeek_directsWhatNoOtherRuleDoes() {
        int a = 0;
        int b = 1;
        int c = 2;
        int e = 3;
        int graph = bit(4, a, b) | bit(4, a, c) | bit(4, a, e) | bit(4, c, e) | bit(4, e, b);
        Dag dag = Dag.of(weights(4, graph));
        assertTrue(EquivalenceClass.of(dag).isUndirected(a, b));
        EquivalenceClass known = EquivalenceClass.of(dag, (i, j) -> (i == e && j == c) || (i == b && j == e));
        assertTrue(known.isDirected(a, b));
        assertTrue(known.isUndirected(a, c));
    }

    @Test
    void graphWithAForbiddenEdge_isRefused() {
        Dag dag = Dag.of(weights(2, bit(2, 0, 1)));
        assertEquals(
                "a graph must have no forbidden edge, had 0 -> 1",
                assertThrows(IllegalArgumentException.class, () -> EquivalenceClass.of(dag, (i, j) -> i == 0))
                        .getMessage());
    }
}
