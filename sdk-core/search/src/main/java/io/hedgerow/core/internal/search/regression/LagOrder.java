// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.regression;

import java.util.function.IntToDoubleFunction;

/**
 * Chooses the number of lags of a vector autoregression from one matrix of moments, by the Akaike criterion of the
 * reduced form x_t = Σ_{i ≤ p} x_{t−i} B_i + e_t, Σ_p being the covariance of e: AIC(p) = n ln det Σ_p + 2 p d². A
 * search prunes lags that are not needed but cannot add lags, so the largest p within {@value #NEAR} of the smallest
 * criterion is taken. The Bayesian criterion gives too few.
 */
public final class LagOrder {

    /** By the usual reading of the criterion, models this near are nearly as good (Burnham and Anderson 2002). */
    private static final double NEAR = 2;

    private LagOrder() {}

    /** Chooses from 1 to m = {@code most} lags by covariances of present and lags, [(m + 1) d, (m + 1) d] by rows. */
    public static int choose(int variables, int most, double[] covariance, double rows) {
        return choose(variables, most, covariance, lag -> rows);
    }

    /**
     * Chooses where lags have unlike numbers of rows, as in a noisy matrix: AIC(p) − AIC(p − 1) = n_p ln (det Σ_p / det
     * Σ_{p−1}) + 2 d², n_p the rows from which an unneeded lag would gain as much as from this matrix.
     */
    public static int choose(int variables, int most, double[] covariance, IntToDoubleFunction rows) {
        double[] criterion = new double[most + 1];
        double smallest = 0;
        for (int p = 2; p <= most; p++) {
            double ratio = logDeterminant(variables, p, covariance) - logDeterminant(variables, p - 1, covariance);
            criterion[p] = criterion[p - 1] + rows.applyAsDouble(p) * ratio + 2.0 * variables * variables;
            smallest = Math.min(smallest, criterion[p]);
        }
        int chosen = most;
        while (criterion[chosen] > smallest + NEAR) {
            chosen--;
        }
        return chosen;
    }

    /** Sums ln of the residual variances of each variable given the lags and the variables before it. */
    static double logDeterminant(int d, int p, double[] covariance) {
        int q = (int) Math.round(Math.sqrt(covariance.length));
        double logDeterminant = 0;
        for (int j = 0; j < d; j++) {
            TargetRegression regression = new TargetRegression(q, covariance, j, (p + 1) * d);
            for (int i = d; i < (p + 1) * d; i++) {
                regression.add(i);
            }
            for (int i = 0; i < j; i++) {
                regression.add(i);
            }
            logDeterminant += Math.log(Math.max(regression.residualVariance(), Double.MIN_NORMAL));
        }
        return logDeterminant;
    }
}
