// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.FamilyScores;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class GraphClimbProperties {

    /** A number for each family that nothing foretells: its hills are many, and cycles would pay. */
    private static final class Lottery implements FamilyScores {
        private final int d;
        private final SplittableRandom random;
        private final Map<Long, Double> drawn = new HashMap<>();

        Lottery(int d, long seed) {
            this.d = d;
            this.random = new SplittableRandom(seed);
        }

        @Override
        public int variables() {
            return d;
        }

        @Override
        public int[] targets() {
            int[] all = new int[d];
            for (int j = 0; j < d; j++) {
                all[j] = j;
            }
            return all;
        }

        @Override
        public double of(int target, int[] parents, int count) {
            long key = target;
            for (int p = 0; p < count; p++) {
                key |= 1L << (8 + parents[p]);
            }
            return drawn.computeIfAbsent(
                    key, unseen -> random.nextInt(5) == 0 ? Double.NEGATIVE_INFINITY : random.nextDouble());
        }

        @Override
        public void toggled(int target, int[] parents, int count, double[] out) {
            for (int i = 0; i < d; i++) {
                out[i] = i == target ? Double.NEGATIVE_INFINITY : of(target, toggle(parents, count, i));
            }
        }

        double of(int target, int[] parents) {
            return of(target, parents, parents.length);
        }

        static int[] toggle(int[] parents, int count, int other) {
            int[] without = Arrays.stream(parents, 0, count)
                    .filter(parent -> parent != other)
                    .toArray();
            if (without.length == count) {
                int[] with = Arrays.copyOf(parents, count + 1);
                with[count] = other;
                return with;
            }
            return without;
        }
    }

    private static int[] set(ParentSets graph, int j) {
        int[] set = new int[graph.count(j)];
        for (int p = 0; p < set.length; p++) {
            set[p] = graph.parent(j, p);
        }
        return set;
    }

    private static ParentSets changed(ParentSets graph, int from, int to) {
        ParentSets other = graph.copy();
        int at = other.positionOf(to, from);
        if (at < 0) {
            other.add(to, from);
        } else {
            other.removeAt(to, at);
        }
        return other;
    }

    private static boolean acyclic(ParentSets graph) {
        boolean[] gone = new boolean[graph.variables()];
        for (int round = 0; round < gone.length; round++) {
            for (int j = 0; j < gone.length; j++) {
                boolean free = true;
                for (int parent : set(graph, j)) {
                    free &= gone[parent];
                }
                gone[j] |= free;
            }
        }
        for (boolean one : gone) {
            if (!one) {
                return false;
            }
        }
        return true;
    }

    private static double score(Lottery scores, ParentSets graph) {
        double sum = 0;
        for (int j = 0; j < graph.variables(); j++) {
            sum += scores.of(j, set(graph, j));
        }
        return sum;
    }

    private static void requireTop(Lottery scores, GraphClimb climb) {
        ParentSets found = climb.parents();
        assertTrue(acyclic(found));
        double own = score(scores, found);
        assertEquals(own, climb.score(), 1e-12, "sums of at most 7 numbers below 1");
        for (int i = 0; i < found.variables(); i++) {
            for (int j = 0; j < found.variables(); j++) {
                boolean edge = i != j && found.positionOf(j, i) >= 0;
                if (i == j || (!edge && found.full(j))) {
                    continue;
                }
                ParentSets toggled = changed(found, i, j);
                assertFalse(acyclic(toggled) && score(scores, toggled) > own + 1e-8, "edge " + i + " " + j);
                if (edge && !found.full(i)) {
                    ParentSets turned = changed(toggled, j, i);
                    assertFalse(acyclic(turned) && score(scores, turned) > own + 1e-8, "turned " + i + " " + j);
                }
            }
        }
    }

    /** A climb that remembers nothing takes the same steps. */
    private static void requireSameAsAnew(Lottery scores, GraphClimb climb) {
        GraphClimb anew = new GraphClimb(scores, climb.parents().copy());
        anew.climb();
        climb.climb();
        assertEquals(anew.score(), climb.score(), 1e-12, "sums of at most 7 numbers below 1");
        requireTop(scores, climb);
    }

    /** What is remembered of paths and of the best changes is right after walks, kicks and moves elsewhere. */
    @Property(tries = 200, seed = "5")
    void aClimb_remembersNothingWrong_andEndsWhereNoChangeOfOneEdgeIsBetter(
            @ForAll @IntRange(min = 2, max = 7) int d, @ForAll long seed) {
        Lottery scores = new Lottery(d, seed);
        SearchRandom random = new SearchRandom(seed);
        GraphClimb climb = new GraphClimb(scores, ParentSets.empty(d));
        for (int round = 0; round < 10; round++) {
            ParentSets before = climb.parents().copy();
            requireSameAsAnew(scores, climb);
            climb.moveTo(before);
            climb.walk(random, 10);
            climb.kick(random, 4);
            requireSameAsAnew(scores, climb);
            climb.moveTo(before);
            requireSameAsAnew(scores, climb);
            climb.kick(random, 4);
        }
    }
}
