// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A memo is worth its name where every set keeps its own value, however many there are and in whatever order they come.
 */
class SetMemoTest {

    /** Another value for every set, and a list of the sets that were computed. */
    private static final class Counted implements SetScore {
        private final List<List<Integer>> asked = new ArrayList<>();

        @Override
        public double of(int[] set) {
            asked.add(IntStream.of(set).boxed().toList());
            return value(set);
        }
    }

    private static double value(int[] ascending) {
        double value = 1;
        for (int v : ascending) {
            value = value * 1.01 + Math.sqrt(v + 2.0);
        }
        return value;
    }

    private static int[] sorted(int[] set, int more) {
        return IntStream.concat(IntStream.of(set), IntStream.range(more, more < 0 ? more : more + 1))
                .sorted()
                .toArray();
    }

    private static int[] shuffled(int[] set, SplittableRandom random) {
        int[] other = set.clone();
        for (int at = other.length - 1; at > 0; at--) {
            int with = random.nextInt(at + 1);
            int held = other[at];
            other[at] = other[with];
            other[with] = held;
        }
        return other;
    }

    /** Distinct variables among some, few or many of them. */
    private static int[] drawn(int least, int variables, SplittableRandom random) {
        double share = random.nextDouble();
        return IntStream.range(least, variables)
                .filter(v -> random.nextDouble() < share)
                .toArray();
    }

    /** 5,000 sets are more than the first table holds, so it grows; 62 and 63 are the highest bits. */
    @Test
    void everySet_hasItsOwnValue_afterTheTableGrew() {
        for (int[] range : new int[][] {{0, 14}, {50, 64}, {58, 72}}) {
            Counted score = new Counted();
            SetMemo memo = new SetMemo(score);
            SplittableRandom random = new SplittableRandom(3);
            Set<List<Integer>> distinct = new HashSet<>();
            for (int time = 0; time < 5_000; time++) {
                int[] set = drawn(range[0], range[1], random);
                double of = memo.of(shuffled(set, random), set.length, -1);
                assertEquals(set.length == 0 ? 0 : value(set), of, 0, Arrays.toString(set));
                distinct.add(IntStream.of(set).boxed().toList());
            }
            distinct.remove(List.<Integer>of());
            assertTrue(distinct.size() > 1_000, distinct.size() + " sets");
            assertEquals(distinct, new HashSet<>(score.asked), "computed in ascending order");
            assertEquals(distinct.size(), score.asked.size(), "computed once");
        }
    }

    @Test
    void oneMore_isTheSetWithIt_andOnlyTheFirstVariablesCount() {
        Counted score = new Counted();
        SetMemo memo = new SetMemo(score);
        SplittableRandom random = new SplittableRandom(4);
        for (int time = 0; time < 2_000; time++) {
            int[] set = shuffled(drawn(55, 70, random), random);
            int count = random.nextInt(set.length + 1);
            int[] first = Arrays.copyOf(set, count);
            int more = random.nextInt(55);
            assertEquals(value(sorted(first, more)), memo.of(set, count, more), 0);
        }
        double alone = memo.of(new int[0], 0, 7);
        assertEquals(value(new int[] {7}), alone, 0);
        assertEquals(alone, memo.of(new int[] {7}), 0);
    }

    /** As {@link MixedEvidence} does: the evidence of a set is looked up while that of a smaller one is computed. */
    @Test
    void scoreThatLooksAtLargerSets_findsThemInTheSameMemo() {
        int[] computed = {0};
        SetMemo[] memo = new SetMemo[1];
        memo[0] = new SetMemo(set -> {
            computed[0]++;
            double sum = 1;
            for (int more = set[set.length - 1] + 1; more < 12; more++) {
                sum += memo[0].of(set, set.length, more);
            }
            return sum;
        });
        // as many sets of 0 … 11 have a least variable v as there are subsets of those above it
        for (int v = 0; v < 12; v++) {
            assertEquals(Math.pow(2, 11 - v), memo[0].of(new int[] {v}), 0);
        }
        assertEquals((1 << 12) - 1, computed[0], "each of 4,095 sets once");
    }

    @Test
    void valueThatIsNotKnown_isNotAskedForAgain() {
        int[] computed = {0};
        SetMemo memo = new SetMemo(set -> {
            computed[0]++;
            return Double.NaN;
        });
        for (int time = 0; time < 3; time++) {
            assertTrue(Double.isNaN(memo.of(new int[] {3, 5})));
            assertTrue(Double.isNaN(memo.of(new int[] {3, 65})));
        }
        assertEquals(2, computed[0]);
    }
}
