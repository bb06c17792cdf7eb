// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The terms of a {@link DecomposableScore}, negated for climbs, which maximise: −(fit(j, r_j) + Σ penalty(i, j)) / u,
 * r_j by regressions on one matrix, u the unit of the score.
 *
 * <p>Symbols: S: [d, d], S = XᵀX / n or a covariance matrix, possibly with noise added and then not positive definite:
 * a set of parents with a pivot that is not positive scores −∞, and so does one of too many. Not thread-safe. O(d k)
 * for one parent more of k, O(d k²) for others, and as much for all that differ by one edge.
 */
public final class RegressionScores implements FamilyScores {

    private final int variables;
    private final DecomposableScore score;
    private final int mostParents;
    private final double unit;
    private final int[] targets;
    private final TargetRegression[] regressions;
    /** [target]: the parents that its regression has. */
    private final int[][] regressed;

    /** Takes S row by row, finite and symmetric, not to be changed; differences far below the unit are round-off. */
    public RegressionScores(int variables, double[] s, DecomposableScore score, int mostParents, double unit) {
        MomentMatrix.require(variables, s);
        if (mostParents < 1) {
            throw new IllegalArgumentException("mostParents must be >= 1, was " + mostParents);
        }
        this.variables = variables;
        this.score = score;
        this.mostParents = Math.min(mostParents, variables - 1);
        this.unit = unit;
        this.targets = IntStream.range(0, variables).toArray();
        this.regressions = new TargetRegression[variables];
        this.regressed = new int[variables][0];
        for (int j = 0; j < variables; j++) {
            regressions[j] = new TargetRegression(variables, s, j, this.mostParents);
        }
    }

    @Override
    public int variables() {
        return variables;
    }

    @Override
    public int[] targets() {
        return targets;
    }

    @Override
    public double of(int target, int[] parents, int count) {
        return regress(target, parents, count)
                ? value(target, regressions[target].residualVariance(), prices(target, parents, count))
                : Double.NEGATIVE_INFINITY;
    }

    @Override
    public void toggled(int target, int[] parents, int count, double[] out) {
        if (!regress(target, parents, count)) {
            Arrays.fill(out, Double.NEGATIVE_INFINITY);
            for (int p = 0; p < count; p++) {
                int[] others = Arrays.copyOf(parents, count - 1);
                System.arraycopy(parents, p + 1, others, p, count - 1 - p);
                out[parents[p]] = of(target, others, count - 1);
            }
            return;
        }
        TargetRegression regression = regressions[target];
        double prices = prices(target, parents, count);
        for (int i = 0; i < variables; i++) {
            out[i] = i == target || count == mostParents || !regression.usable(i)
                    ? Double.NEGATIVE_INFINITY
                    : value(target, regression.residualVarianceWith(i), prices + score.penalty(i, target));
        }
        double[] without = new double[count];
        regression.coefficients(without);
        for (int p = 0; p < count; p++) {
            out[parents[p]] = value(target, without[p], prices - score.penalty(parents[p], target));
        }
    }

    /** Regresses a target on parents in their order; false where a pivot is not positive, or parents are too many. */
    private boolean regress(int target, int[] parents, int count) {
        TargetRegression regression = regressions[target];
        int[] before = regressed[target];
        int shared = before.length;
        if (count > mostParents) {
            return false;
        }
        if (shared > count || !Arrays.equals(before, 0, shared, parents, 0, shared)) {
            regression.clear();
            shared = 0;
        }
        int added = shared;
        while (added < count && regression.add(parents[added])) {
            added++;
        }
        regressed[target] = Arrays.copyOf(parents, added);
        return added == count;
    }

    private double prices(int target, int[] parents, int count) {
        double prices = 0;
        for (int p = 0; p < count; p++) {
            prices += score.penalty(parents[p], target);
        }
        return prices;
    }

    private double value(int target, double residual, double prices) {
        return -(score.fit(target, residual) + prices) / unit;
    }
}
