// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.search.CategoricalModel.FamilyCounts;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.TotalEffects.Contrast;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LevelEffectsTest {

    private static final ParentSets CONFOUNDED =
            ParentSets.of(WeightMatrix.ofRows(3, new double[] {0, 1, 1, 0, 0, 1, 0, 0, 0}), 3);

    /** c → x, c → y, x → y, all of two levels: 60 of 100 rows have c = 0. */
    private static Optional<List<FamilyCounts>> counts(double rows) {
        double n = rows / 100;
        return Optional.of(List.of(
                new FamilyCounts(0, List.of(), 2, times(n, 60, 40), 1e-6),
                new FamilyCounts(1, List.of(0), 2, times(n, 48, 12, 10, 30), 1e-6),
                // by c and x: P(y = 1) is .25, .5, .5, .8
                new FamilyCounts(2, List.of(0, 1), 2, times(n, 36, 12, 6, 6, 5, 5, 6, 24), 1e-6)));
    }

    private static List<Double> times(double factor, double... counts) {
        return java.util.Arrays.stream(counts)
                .map(count -> factor * count)
                .boxed()
                .toList();
    }

    private static TotalEffects found(double rows, double weight) {
        return new LevelEffects(
                        new int[] {2, 2, 2},
                        Collections.nCopies(400, CONFOUNDED),
                        EquivalenceClass.ofMarks(CONFOUNDED.marks()),
                        CONFOUNDED,
                        graph -> counts(rows),
                        weight)
                .find()
                .orElseThrow();
    }

    /** Adjustment for c: Σ_c P(c) [P(y | x = 1, c) − P(y | x = 0, c)] = .6 · .25 + .4 · .3 (Pearl 2009, eq. 3.19). */
    @Test
    void find_adjustsForTheCommonCause() {
        TotalEffects.Effect effect = found(1e9, 1).of(1, 2).get(0);
        assertEquals(Optional.of(new Contrast(1, 0, 1)), effect.levels(), "the rarer level beside the common one");
        assertEquals(0.27, effect.change().median(), 1e-3);
        assertEquals(List.of(0), effect.identification().adjustment());
        assertEquals(1, effect.identification().possible().size());
        assertEquals(0.27, effect.identification().possible().get(0), 1e-3);
        assertTrue(found(1e9, 1).of(2, 1).isEmpty(), "y does not lead to x");
    }

    /** Rows that count as fewer make wider intervals: by the root of their number. */
    @Test
    void find_ofRowsThatCountAsFewer_isWider() {
        TotalEffects.Effect all = found(100_000, 1).of(1, 2).get(0);
        TotalEffects.Effect few = found(100_000, 0.01).of(1, 2).get(0);
        double ratio = (few.change().upper() - few.change().lower())
                / (all.change().upper() - all.change().lower());
        assertTrue(ratio > 6 && ratio < 15, "ratio " + ratio);
    }

    @Test
    void find_withoutCountsOfAFamily_isEmpty() {
        assertTrue(new LevelEffects(
                        new int[] {2, 2, 2},
                        List.of(CONFOUNDED),
                        EquivalenceClass.of(Dag.of(CONFOUNDED.marks())),
                        CONFOUNDED,
                        graph -> Optional.empty(),
                        1)
                .find()
                .isEmpty());
    }

    /** Each variable with some parents, and uniform tables. */
    private static Optional<TotalEffects> uniform(int d, int levels, IntFunction<List<Integer>> parents) {
        double[] w = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int i : parents.apply(j)) {
                w[i * d + j] = 1;
            }
        }
        ParentSets graph = ParentSets.of(WeightMatrix.ofRows(d, w), d);
        int[] sizes = new int[d];
        Arrays.fill(sizes, levels);
        return new LevelEffects(
                        sizes,
                        Collections.nCopies(20, graph),
                        EquivalenceClass.ofMarks(graph.marks()),
                        graph,
                        own -> Optional.of(IntStream.range(0, d)
                                .mapToObj(j -> new FamilyCounts(
                                        j,
                                        parents.apply(j),
                                        levels,
                                        Collections.nCopies(
                                                (int) Math.pow(
                                                        levels,
                                                        1 + parents.apply(j).size()),
                                                1.0),
                                        1))
                                .toList()),
                        1)
                .find();
    }

    /** A grid of 5 × 5 variables with 30 levels each: five of them together have 24 million cells. */
    @Test
    void find_whereAFactorIsTooLarge_isEmpty() {
        assertEquals(
                Optional.empty(),
                uniform(
                        25,
                        30,
                        j -> IntStream.of(j % 5 == 0 ? -1 : j - 1, j - 5)
                                .filter(i -> i >= 0)
                                .sorted()
                                .boxed()
                                .toList()));
    }

    @Test
    void find_ofMoreThan150Variables_isEmpty() {
        assertEquals(Optional.empty(), uniform(151, 2, j -> List.of()));
        assertTrue(uniform(150, 2, j -> List.of()).isPresent());
    }

    /** Each of 120 leads to each after it: 7,140 pairs, two levels, 20 graphs. */
    @Test
    void find_whereThereAreTooManyEliminations_isEmpty() {
        assertEquals(Optional.empty(), uniform(120, 2, j -> j == 0 ? List.of() : List.of(j - 1)));
        assertTrue(uniform(12, 2, j -> j == 0 ? List.of() : List.of(j - 1)).isPresent());
    }

    /** x → y and y → x cannot be told apart; where only one of them was counted, what is possible is not known. */
    @Test
    void find_whereAMemberOfTheClassWasNotCounted_saysNothingOfTheClass() {
        ParentSets there = ParentSets.of(WeightMatrix.ofRows(2, new double[] {0, 1, 0, 0}), 2);
        Optional<List<FamilyCounts>> counts = Optional.of(List.of(
                new FamilyCounts(0, List.of(), 2, List.of(60.0, 40.0), 1),
                new FamilyCounts(1, List.of(0), 2, List.of(48.0, 12.0, 10.0, 30.0), 1)));
        Optional<List<FamilyCounts>> back = Optional.of(List.of(
                new FamilyCounts(0, List.of(1), 2, List.of(48.0, 10.0, 12.0, 30.0), 1),
                new FamilyCounts(1, List.of(), 2, List.of(58.0, 42.0), 1)));
        for (boolean all : new boolean[] {true, false}) {
            TotalEffects found = new LevelEffects(
                            new int[] {2, 2},
                            Collections.nCopies(20, there),
                            EquivalenceClass.of(Dag.of(there.marks())),
                            there,
                            graph -> graph.count(1) == 1 ? counts : all ? back : Optional.empty(),
                            1)
                    .find()
                    .orElseThrow();
            assertEquals(
                    all ? 2 : 0,
                    found.of(0, 1).get(0).identification().possible().size());
        }
    }
}
