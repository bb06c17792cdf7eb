// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;

/** The values of IDA beside those of all acyclic graphs of a class, which are listed one by one. */
class ClassEffectsTest {

    private static final int D = 4;

    /** All acyclic graphs over four variables: 543. */
    private static final List<WeightMatrix> ALL = all();

    private static List<WeightMatrix> all() {
        List<WeightMatrix> all = new ArrayList<>();
        for (int code = 0; code < 729; code++) { // each pair: none, forth, back
            double[] w = new double[D * D];
            int rest = code;
            for (int i = 0; i < D; i++) {
                for (int j = i + 1; j < D; j++) {
                    w[i * D + j] = rest % 3 == 1 ? 1 : 0;
                    w[j * D + i] = rest % 3 == 2 ? 1 : 0;
                    rest /= 3;
                }
            }
            WeightMatrix graph = WeightMatrix.ofRows(D, w);
            if (isAcyclic(graph)) {
                all.add(graph);
            }
        }
        return all;
    }

    private static boolean isAcyclic(WeightMatrix graph) {
        boolean[] gone = new boolean[D];
        for (int round = 0; round < D; round++) {
            int source = -1;
            for (int j = 0; j < D && source < 0; j++) {
                boolean free = !gone[j];
                for (int i = 0; i < D; i++) {
                    free &= gone[i] || !graph.hasEdge(i, j);
                }
                source = free ? j : source;
            }
            if (source < 0) {
                return false;
            }
            gone[source] = true;
        }
        return true;
    }

    private static void check(WeightMatrix truth, BiPredicate<Integer, Integer> forbidden, String which) {
        double[] s = LinearSem.of(truth, Noise.GAUSSIAN).covariance();
        EquivalenceClass plain = EquivalenceClass.of(Dag.of(truth));
        EquivalenceClass known = EquivalenceClass.of(Dag.of(truth), forbidden);
        ClassEffects effects = new ClassEffects(D, s, 1000, known);
        for (int x = 0; x < D; x++) {
            ClassEffects.Values found = effects.of(x);
            for (int y = 0; y < D; y++) {
                if (x != y) {
                    TreeSet<Long> expected = new TreeSet<>();
                    for (WeightMatrix member : ALL) {
                        if (EquivalenceClass.of(Dag.of(member)).equals(plain) && allowed(member, forbidden)) {
                            ParentSets parents = ParentSets.of(member, D);
                            boolean leads = PosteriorEffects.descendants(parents)[x][y];
                            double value = AdjustedRegression.of(D, s, 1000, x, parents.sorted(x))
                                    .value(y);
                            expected.add(leads ? Math.round(value * 1e9) : 0);
                        }
                    }
                    TreeSet<Long> got = new TreeSet<>();
                    found.of(y).forEach(value -> got.add(Math.round(value * 1e9)));
                    assertEquals(expected, got, which + ": " + x + " on " + y);
                }
            }
        }
    }

    private static boolean allowed(WeightMatrix member, BiPredicate<Integer, Integer> forbidden) {
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                if (member.hasEdge(i, j) && forbidden.test(i, j)) {
                    return false;
                }
            }
        }
        return true;
    }

    @Test
    void of_isTheSetOverAllGraphsOfTheClass() {
        assertEquals(543, ALL.size());
        for (int edges = 0; edges <= 6; edges++) {
            for (int seed = 0; seed < 6; seed++) {
                check(new ErdosRenyi(D, edges).generate(seed), (i, j) -> false, edges + " edges, seed " + seed);
            }
        }
    }

    /** One edge of the truth is known, so its reverse is forbidden. */
    @Test
    void of_withKnowledge_isTheSetOverThoseGraphsThatAgreeWithIt() {
        for (int edges = 2; edges <= 6; edges++) {
            for (int seed = 0; seed < 6; seed++) {
                WeightMatrix truth = new ErdosRenyi(D, edges).generate(seed);
                int first = 0;
                while (!truth.hasEdge(first / D, first % D)) {
                    first++;
                }
                int from = first / D;
                int to = first % D;
                check(truth, (i, j) -> i == to && j == from, edges + " edges, seed " + seed);
            }
        }
    }

    @Test
    void of_anOpenChain_holdsZeroAndTheSlope() {
        WeightMatrix chain = WeightMatrix.ofRows(2, new double[] {0, 2, 0, 0});
        double[] s = LinearSem.of(chain, Noise.GAUSSIAN).covariance();
        List<Double> values = new ClassEffects(2, s, 100, EquivalenceClass.of(Dag.of(chain)))
                .of(0)
                .of(1);
        assertEquals(2, values.size());
        assertEquals(0, values.get(0));
        assertEquals(2, values.get(1), 1e-9);
        assertTrue(
                ClassEffects.members(2, EquivalenceClass.of(Dag.of(chain)), 0).size() == 2);
    }
}
