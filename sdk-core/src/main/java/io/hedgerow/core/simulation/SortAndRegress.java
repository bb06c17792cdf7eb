package io.hedgerow.core.simulation;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.LeadingRegressions;
import io.hedgerow.core.internal.search.MomentMatrix;
import io.hedgerow.core.internal.search.TargetRegression;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The baseline that every result on simulated data must be compared with: takes the order of the marginal variances for
 * the causal order and regresses (Reisach, Seiler and Weichwald 2021). It learns nothing that a sort does not know.
 *
 * <p>Exactly: variables are sorted by S[j, j], ties by index. Each is regressed by least squares on all that come
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

    /**
     * Learns a network.
     *
     * @param variables d
     * @param secondMoment S: [d, d] row by row, symmetric, positive definite; not modified
     * @param rows n; at least 2
     * @return acyclic, not thresholded
     * @throws IllegalArgumentException when S is not positive definite
     */
    public static WeightMatrix learn(int variables, double[] secondMoment, long rows) {
        int d = variables;
        MomentMatrix.require(d, secondMoment);
        if (rows < 2) {
            throw new IllegalArgumentException("rows must be >= 2, was " + rows);
        }
        int[] order = IntStream.range(0, d)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> secondMoment[j * d + j]))
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
            if (!(residual > 0)) {
                throw new IllegalArgumentException(
                        "secondMoment must be positive definite, has a residual variance of " + residual);
            }
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

    private static void refit(int d, double[] s, int[] parents, int target, double[] weights) {
        TargetRegression regression = new TargetRegression(d, s, target, parents.length);
        for (int parent : parents) {
            regression.add(parent);
        }
        double[] b = regression.coefficients(new double[parents.length]);
        for (int a = 0; a < parents.length; a++) {
            weights[parents[a] * d + target] = b[a];
        }
    }
}
