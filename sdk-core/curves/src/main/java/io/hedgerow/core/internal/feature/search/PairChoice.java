// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.search;

import io.hedgerow.core.internal.search.graph.ParentSets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Chooses pairs that get products: those that look like two causes of one variable when causes act alone. A variable's
 * candidates are its parents, then the others by their gain; the two that come first in a list are asked for before the
 * others. Of networks of 20 variables at 512 rows 5.5 of 20 edges were wrong with four pairs for each variable, 4.9
 * with seven and 4.6 with all, whose messages of eight sites do not fit in 1 GB ({@code docs/results.md}).
 */
public final class PairChoice {

    private static final int PER_VARIABLE = 7;

    private static final int MOST = 200;

    /** So many of a list of candidates are paired. */
    private static final int DEPTH = 20;

    private PairChoice() {}

    public static int most(int variables) {
        return Math.min(MOST, Math.min(variables * (variables - 1) / 2, PER_VARIABLE * variables));
    }

    private record Ranked(int first, int second, int rank) {}

    /** The pairs to ask for, [≤ room][2], the smaller first, in order. */
    public static int[][] choose(FeatureScores scores, ParentSets graph, int room) {
        int d = scores.variables();
        List<Ranked> ranked = new ArrayList<>();
        double[] gain = new double[d];
        for (int j : scores.targets()) {
            int target = j;
            int[] parents = IntStream.range(0, graph.count(j))
                    .map(p -> graph.parent(target, p))
                    .toArray();
            scores.toggled(j, parents, parents.length, gain);
            int[] candidates = IntStream.range(0, d)
                    .filter(i -> i != target && gain[i] > Double.NEGATIVE_INFINITY)
                    .boxed()
                    .sorted(Comparator.comparingInt((Integer i) -> graph.positionOf(target, i) >= 0 ? 0 : 1)
                            .thenComparing(Comparator.comparingDouble((Integer i) -> gain[i])
                                    .reversed()))
                    .mapToInt(Integer::intValue)
                    .limit(Math.max(DEPTH, parents.length))
                    .toArray();
            for (int b = 1; b < candidates.length; b++) {
                for (int a = 0; a < b; a++) {
                    int rank = b < parents.length ? 0 : a + b;
                    ranked.add(new Ranked(
                            Math.min(candidates[a], candidates[b]), Math.max(candidates[a], candidates[b]), rank));
                }
            }
        }
        return ranked.stream()
                .sorted(Comparator.comparingInt(Ranked::rank))
                .map(pair -> List.of(pair.first(), pair.second()))
                .distinct()
                .limit(room)
                .sorted(Comparator.comparingInt((List<Integer> pair) -> pair.get(0))
                        .thenComparingInt(pair -> pair.get(1)))
                .map(pair -> new int[] {pair.get(0), pair.get(1)})
                .toArray(int[][]::new);
    }
}
