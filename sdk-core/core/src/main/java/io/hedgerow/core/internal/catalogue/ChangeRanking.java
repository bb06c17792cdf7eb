// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.chain.AveragedRegression;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Ranks possible causes of changes from one time step to the next where there are more variables than steps, as in gene
 * expression: a score, no network. From pooled moments alone, so that it does not matter how series are divided among
 * sites.
 *
 * <p>Symbols: z = x_{t−1} and δ_j = x_{j,t} − x_{j,t−1}, each in units of its deviation; b_j [d] the regression of δ_j
 * on z. score_ij = |b_ij|, times how much i seems to drive in all: √(mean_j b_ij²) / mean |b|, for regulators of many
 * genes are few. Not private.
 */
public final class ChangeRanking {

    private static final double LAMBDA = 3;
    private static final double NO_PRICE = 1e-6;
    /** A variable that never changes drives nothing, and nothing drives it. */
    private static final double SMALLEST = 1e-12;

    private final int d;
    private final double rows;
    private final double[] past;
    private final double[][] toChange;

    private ChangeRanking(TimeSlices slices, SufficientStatistics moments) {
        this.d = slices.size();
        this.rows = moments.rows();
        double[] unit = new double[d];
        for (int i = 0; i < d; i++) {
            unit[i] = perDeviation(moments.covariance(d + i, d + i));
        }
        this.past = new double[d * d];
        this.toChange = new double[d][d];
        for (int j = 0; j < d; j++) {
            double change = perDeviation(
                    moments.covariance(j, j) + moments.covariance(d + j, d + j) - 2 * moments.covariance(j, d + j));
            for (int i = 0; i < d; i++) {
                past[i * d + j] = unit[i] * unit[j] * moments.covariance(d + i, d + j);
                toChange[j][i] = unit[i] * change * (moments.covariance(d + i, j) - moments.covariance(d + i, d + j));
            }
        }
    }

    /**
     * Scores by ridge regression: b_j minimises the mean of (δ_j − zᵀb)² + λ Σ_{i ≠ j} b_i², λ = {@value #LAMBDA}, the
     * own past without a price.
     *
     * @param slices of the columns, with at least one lag
     * @param moments of all rows, about their common mean
     * @return over the columns of one lag: [d + i, j] is the score of i → j; 0 on own lags
     */
    public static WeightMatrix ridge(TimeSlices slices, SufficientStatistics moments) {
        ChangeRanking ranking = new ChangeRanking(slices, moments);
        return ranking.scores(ranking::ridge);
    }

    /**
     * Scores by averaging over sets of causes: b_j is the posterior mean over regressions on few of z, the own past
     * always among them. Takes causes of which one can stand for another less for one than ridge regression.
     *
     * @param slices of the columns, with at least one lag
     * @param moments of all rows, about their common mean
     * @return as {@link #ridge}
     */
    public static WeightMatrix averaged(TimeSlices slices, SufficientStatistics moments) {
        ChangeRanking ranking = new ChangeRanking(slices, moments);
        return ranking.scores(ranking::averaged);
    }

    private WeightMatrix scores(IntFunction<double[]> regression) {
        double[] scores = new double[4 * d * d];
        IntStream.range(0, d).parallel().forEach(j -> {
            double[] b = regression.apply(j);
            for (int i = 0; i < d; i++) {
                scores[(d + i) * 2 * d + j] = i == j ? 0 : Math.abs(b[i]);
            }
        });
        weighByReach(scores);
        return WeightMatrix.ofRows(2 * d, scores);
    }

    private double[] averaged(int j) {
        double[] moments = new double[(d + 1) * (d + 1)];
        for (int i = 0; i < d; i++) {
            System.arraycopy(past, i * d, moments, i * (d + 1), d);
            moments[i * (d + 1) + d] = toChange[j][i];
        }
        System.arraycopy(toChange[j], 0, moments, d * (d + 1), d);
        moments[moments.length - 1] = 1;
        return AveragedRegression.of(d, moments, j, rows, j);
    }

    private double[] ridge(int j) {
        DMatrixRMaj normal = new DMatrixRMaj(d, d, true, past.clone());
        for (int i = 0; i < d; i++) {
            normal.add(i, i, i == j ? NO_PRICE : LAMBDA);
        }
        DMatrixRMaj b = new DMatrixRMaj(d, 1);
        if (!CommonOps_DDRM.solve(normal, new DMatrixRMaj(d, 1, true, toChange[j]), b)) {
            throw new IllegalArgumentException("moments must be those of real rows, the regression on them failed");
        }
        return b.data;
    }

    private void weighByReach(double[] scores) {
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

    private static double perDeviation(double variance) {
        return variance > SMALLEST ? 1 / Math.sqrt(variance) : 0;
    }
}
