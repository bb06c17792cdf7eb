// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.search.TotalEffects;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * Computes total effects in the graphs of a posterior: of each graph the {@link AdjustedRegression} of its parents on n
 * rows with covariances S: [d, d], and 0 where y is no descendant of x. Cost: O(graphs · d²) for descendants, and for
 * each distinct set of parents of a variable one regression, O(d k²).
 */
final class PosteriorEffects {

    private static final double LOW = (1 - TotalEffects.COVERED) / 2;

    /** Of a share of graphs. */
    private static final double SHARP = 1e-3;

    private final int d;
    private final int graphs;
    private final List<Map<String, Parents>> families;

    /** The frequency with which x has these parents, and with which y then is a descendant. */
    private static final class Parents {
        private final AdjustedRegression regression;
        private final int[] descendant;

        Parents(AdjustedRegression regression, int variables) {
            this.regression = regression;
            this.descendant = new int[variables];
        }
    }

    /** The bounds hold 90 % of it, and of it in the graphs with a path: of a small P the former alone is 0 and 0. */
    record Posterior(double probability, double median, double lower, double upper) {}

    /** Regresses all variables on one, adjusted for its parents. */
    @FunctionalInterface
    interface Regressions {
        AdjustedRegression of(int x, int[] parents);
    }

    PosteriorEffects(int variables, Regressions regressions, List<ParentSets> drawn) {
        this.d = variables;
        this.graphs = drawn.size();
        this.families = java.util.stream.IntStream.range(0, d)
                .<Map<String, Parents>>mapToObj(x -> new HashMap<>())
                .toList();
        for (ParentSets graph : drawn) {
            boolean[][] below = descendants(graph);
            for (int x = 0; x < d; x++) {
                int cause = x;
                int[] parents = graph.sorted(x);
                Parents own = families.get(x)
                        .computeIfAbsent(
                                Arrays.toString(parents), key -> new Parents(regressions.of(cause, parents), d));
                for (int y = 0; y < d; y++) {
                    own.descendant[y] += below[x][y] ? 1 : 0;
                }
            }
        }
    }

    /** [x, y]: whether a directed path leads from x to y. */
    static boolean[][] descendants(ParentSets graph) {
        int d = graph.variables();
        boolean[][] below = new boolean[d][d];
        int[] order = graph.topologicalOrder();
        for (int j : order) {
            for (int p = 0; p < graph.count(j); p++) {
                int parent = graph.parent(j, p);
                for (int x = 0; x < d; x++) {
                    below[x][j] |= below[x][parent];
                }
                below[parent][j] = true;
            }
        }
        return below;
    }

    double probability(int x, int y) {
        int count = 0;
        for (Parents own : families.get(x).values()) {
            count += own.descendant[y];
        }
        return (double) count / graphs;
    }

    Posterior of(int x, int y, EffectMixture mixture) {
        double probability = probability(x, y);
        mixture.clear();
        for (Parents own : families.get(x).values()) {
            if (own.descendant[y] > 0) {
                AdjustedRegression regression = own.regression;
                mixture.add(
                        regression.value(y),
                        regression.error(y),
                        regression.freedom(),
                        (double) own.descendant[y] / graphs);
            }
        }
        double[] ends = ends(probability, mixture::quantile);
        mixture.add(0, 1 - probability);
        return new Posterior(probability, mixture.quantile(0.5), ends[0], ends[1]);
    }

    /**
     * The ends of an interval that holds 90 % of an effect's posterior, and 90 % of {@code there}, what it is in the
     * graphs with a path, of probability P. If 0 is between the tails of the latter, these are the ends. Otherwise a
     * mass at 0 of 5 % or more is held by an interval from 0, which needs no tail on that side: it ends where 90 % of
     * the graphs with a path are in it. With a smaller mass the tail on the side of 0 is as much shorter.
     */
    static double[] ends(double probability, DoubleUnaryOperator there) {
        double low = there.applyAsDouble(LOW);
        double high = there.applyAsDouble(1 - LOW);
        if (low <= 0 && 0 <= high) {
            return new double[] {low, high};
        }
        double[] above = low > 0
                ? endsAbove(probability, there, high)
                : endsAbove(probability, share -> -there.applyAsDouble(1 - share), -low);
        // a difference, for −0 is not 0 in files
        return low > 0 ? above : new double[] {-above[1], 0.0 - above[0]};
    }

    /** The same where less than 5 % of the graphs with a path have a value below 0. */
    private static double[] endsAbove(double probability, DoubleUnaryOperator there, double high) {
        double mass = 1 - probability;
        if (mass < LOW) {
            return new double[] {Math.max(0, there.applyAsDouble((LOW - mass) / probability)), high};
        }
        double below = LOW;
        for (double least = 0; below - least > SHARP; ) {
            double middle = (least + below) / 2;
            if (there.applyAsDouble(middle) < 0) {
                least = middle;
            } else {
                below = middle;
            }
        }
        return new double[] {0, there.applyAsDouble(1 - 2 * LOW + below)};
    }
}
