// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.WeightMatrix;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Ranks what may drive what from one step to the next where there are more variables than steps, as with the expression
 * of genes: a score, no network. From pooled moments alone, so that it does not matter how series are divided among
 * sites.
 *
 * <p>Symbols: z = x_{t−1} in units of its deviation; δ_j = x_{j,t} − x_{j,t−1}; b_j minimises the mean of (δ_j − zᵀb)²
 * + λ Σ_{i ≠ j} b_i², λ = {@value #LAMBDA}, the own past without a price. score_ij = |b_ij| / sd(δ_j), times how much i
 * seems to drive in all: √(mean_j score_ij²) / mean, for regulators of many genes are few.
 *
 * <p>Not private.
 */
public final class RidgeRanking {

    private static final double LAMBDA = 3;
    private static final double NO_PRICE = 1e-6;
    /** A variable that never changes drives nothing. */
    private static final double SMALLEST = 1e-12;

    private RidgeRanking() {}

    /**
     * Scores.
     *
     * @param slices of the columns, with at least one lag
     * @param moments of all rows, about their common mean
     * @return over the columns of one lag: [d + i, j] is the score of i → j; 0 on own lags
     */
    public static WeightMatrix of(TimeSlices slices, SufficientStatistics moments) {
        int d = slices.size();
        double[] unit = new double[d];
        for (int i = 0; i < d; i++) {
            unit[i] = Math.sqrt(Math.max(moments.covariance(d + i, d + i), 0));
        }
        double[] scores = new double[4 * d * d];
        for (int j = 0; j < d; j++) {
            double spread = Math.sqrt(Math.max(
                    SMALLEST,
                    moments.covariance(j, j) + moments.covariance(d + j, d + j) - 2 * moments.covariance(j, d + j)));
            DMatrixRMaj b = regression(moments, unit, j);
            for (int i = 0; i < d; i++) {
                scores[(d + i) * 2 * d + j] = i == j ? 0 : Math.abs(b.get(i)) / spread;
            }
        }
        weighByReach(scores, d);
        return WeightMatrix.ofRows(2 * d, scores);
    }

    private static DMatrixRMaj regression(SufficientStatistics moments, double[] unit, int j) {
        int d = unit.length;
        DMatrixRMaj normal = new DMatrixRMaj(d, d);
        DMatrixRMaj right = new DMatrixRMaj(d, 1);
        for (int i = 0; i < d; i++) {
            double scale = unit[i] > SMALLEST ? 1 / unit[i] : 0;
            right.set(i, scale * (moments.covariance(d + i, j) - moments.covariance(d + i, d + j)));
            for (int k = 0; k < d; k++) {
                double other = unit[k] > SMALLEST ? 1 / unit[k] : 0;
                normal.set(i, k, scale * other * moments.covariance(d + i, d + k));
            }
            normal.add(i, i, i == j ? NO_PRICE : LAMBDA);
        }
        DMatrixRMaj b = new DMatrixRMaj(d, 1);
        if (!CommonOps_DDRM.solve(normal, right, b)) {
            throw new IllegalArgumentException("moments must be those of real rows, the regression on them failed");
        }
        return b;
    }

    private static void weighByReach(double[] scores, int d) {
        double mean = 0;
        double[] reach = new double[d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                double score = scores[(d + i) * 2 * d + j];
                reach[i] += score * score / d;
                mean += score / d / d;
            }
        }
        for (int i = 0; i < d && mean > 0; i++) {
            for (int j = 0; j < d; j++) {
                scores[(d + i) * 2 * d + j] *= Math.sqrt(reach[i]) / mean;
            }
        }
    }
}
