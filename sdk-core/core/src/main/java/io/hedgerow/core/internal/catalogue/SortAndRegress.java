// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.regression.LeadingRegressions;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import io.hedgerow.core.internal.simulation.Sortability;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The sorting baselines that every result on simulated data must be compared with: sort the variables by a simple
 * statistic, then regress each on its predecessors. By variance (Reisach, Seiler and Weichwald 2021) it learns nothing
 * that a sort does not know; by R² (Reisach et al. 2023) neither, and no change of units takes it away.
 *
 * <p>Exactly: variables are sorted by their score, ties by index. Each is regressed by least squares on all that come
 * before it; predecessor i stays when dropping it alone would worsen the Bayesian information criterion, that is when n
 * log(1 + b_i² / (r (S_AA⁻¹)_ii)) &gt; log n with coefficient b_i and residual variance r; the weights are then fitted
 * again on those that stay. The authors select with an adaptive lasso path instead; this needs no path. Small false
 * edges remain by chance in large graphs: threshold the result like that of any other method.
 *
 * <p>Symbols: S: [d, d], the second-moment or covariance matrix; n rows; A the predecessors. One Cholesky factor serves
 * all targets. Cost: O(d³), and O(d k²) per variable with k parents. Not private. Stateless.
 */
public final class SortAndRegress {

    private SortAndRegress() {}

    /** The numbers by which variables are sorted. */
    public enum Order {
        /** S_jj. */
        VARIANCE {
            @Override
            public double[] scores(int variables, double[] secondMoment) {
                MomentMatrix.require(variables, secondMoment);
                double[] variances = new double[variables];
                Arrays.setAll(variances, j -> secondMoment[j * variables + j]);
                return variances;
            }
        },
        /** R²_j = 1 − 1 / (S_jj (S⁻¹)_jj), the share of a variable's variance that all others explain linearly. */
        R_SQUARED {
            @Override
            public double[] scores(int variables, double[] secondMoment) {
                double[] shares = VARIANCE.scores(variables, secondMoment);
                LeadingRegressions all = new LeadingRegressions(variables);
                for (int j = 0; j < variables; j++) {
                    requirePositive(
                            all.regress(Arrays.copyOfRange(secondMoment, j * variables, j * variables + j + 1)));
                    all.include();
                }
                Arrays.setAll(shares, j -> Math.max(0, 1 - 1 / (shares[j] * all.inverseDiagonal(j))));
                return shares;
            }
        };

        /**
         * {@return the numbers by which variables are sorted, one for each}
         *
         * @param variables d
         * @param secondMoment S: [d, d] row by row, symmetric, positive definite; not modified
         * @throws IllegalArgumentException when S has the wrong shape or is not positive definite
         */
        public abstract double[] scores(int variables, double[] secondMoment);

        /**
         * Measures how far these scores grow along the directed paths of a graph: varsortability, or R²-sortability.
         * Near 1 the baseline nearly solves the problem, and success on such data proves little; 1/2 is the value by
         * chance.
         *
         * @param truth the graph; at least one edge
         * @param secondMoment S: [d, d] row by row, symmetric, positive definite; not modified
         * @return the share of pairs with a path of some length whose score grows; from 0 to 1
         * @throws IllegalArgumentException when the graph has no edge or S is not positive definite
         */
        public double sortability(WeightMatrix truth, double[] secondMoment) {
            return SortAndRegress.sortability(truth, scores(truth.variables(), secondMoment));
        }
    }

    /**
     * {@return how far scores that are already known grow along the directed paths of a graph, see
     * {@link Order#sortability}}
     *
     * @param truth the graph; at least one edge
     * @param scores see {@link Order#scores}
     * @throws IllegalArgumentException when the graph has no edge
     */
    public static double sortability(WeightMatrix truth, double[] scores) {
        return Sortability.of(truth, scores);
    }

    /**
     * {@return a learned network, acyclic, not thresholded}
     *
     * @param by what the order is taken from
     * @param variables d
     * @param secondMoment S: [d, d] row by row, symmetric, positive definite; not modified
     * @param rows n; at least 2
     * @throws IllegalArgumentException when S is not positive definite
     */
    public static WeightMatrix learn(Order by, int variables, double[] secondMoment, long rows) {
        return learn(by.scores(variables, secondMoment), secondMoment, rows);
    }

    /**
     * {@return a network learned from scores that are already known, acyclic, not thresholded}
     *
     * @param scores see {@link Order#scores}
     * @param secondMoment S: [d, d] row by row, symmetric, positive definite; not modified
     * @param rows n; at least 2
     * @throws IllegalArgumentException when S is not positive definite
     */
    public static WeightMatrix learn(double[] scores, double[] secondMoment, long rows) {
        int d = scores.length;
        if (rows < 2) {
            throw new IllegalArgumentException("rows must be >= 2, was " + rows);
        }
        int[] order = IntStream.range(0, d)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> scores[j]))
                .mapToInt(Integer::intValue)
                .toArray();
        double limit = StrictMath.expm1(StrictMath.log((double) rows) / rows);
        double[] weights = new double[d * d];
        LeadingRegressions regressions = new LeadingRegressions(d);
        for (int position = 0; position < d; position++) {
            int j = order[position];
            double[] column = new double[position + 1];
            for (int a = 0; a <= position; a++) {
                column[a] = secondMoment[order[a] * d + j];
            }
            double residual = regressions.regress(column);
            requirePositive(residual);
            double[] b = regressions.coefficients();
            int[] kept = IntStream.range(0, position)
                    .filter(a -> b[a] * b[a] > limit * residual * regressions.inverseDiagonal(a))
                    .map(a -> order[a])
                    .toArray();
            regressions.include();
            refit(d, secondMoment, kept, j, weights);
        }
        return WeightMatrix.ofRows(d, weights);
    }

    private static void requirePositive(double residual) {
        if (!(residual > 0)) {
            throw new IllegalArgumentException(
                    "secondMoment must be positive definite, has a residual variance of " + residual);
        }
    }

    /** Weights of 0 where a parent is a combination of others but for round-off. */
    private static void refit(int d, double[] s, int[] chosen, int target, double[] weights) {
        TargetRegression regression = new TargetRegression(d, s, target, chosen.length);
        for (int parent : chosen) {
            regression.add(parent);
        }
        int[] parents = regression.parents();
        double[] b = regression.coefficients(new double[parents.length]);
        for (int a = 0; a < parents.length; a++) {
            weights[parents[a] * d + target] = b[a];
        }
    }
}
