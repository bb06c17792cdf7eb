// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

import io.hedgerow.core.internal.search.regression.MomentMatrix;

/**
 * The Bayesian information criterion of linear Gaussian networks with a noise variance for each variable (Schwarz
 * 1978), times −½: −(n ln r + c ln n) / 2, with the residual r of the correlations, n effective rows, c parents. Graphs
 * that imply the same independences have the same score, and so have the same rows in other units. It has no prior of
 * coefficients, as {@link BgeScore} has. Immutable.
 */
public final class BicScore implements StructureScore {

    private final double[] correlations;
    private final double rows;
    private final double price;

    private BicScore(double[] correlations, double rows) {
        this.correlations = correlations;
        this.rows = rows;
        this.price = StrictMath.log(rows) / 2;
    }

    public static BicScore of(int variables, double[] covariance, double rows) {
        return new BicScore(MomentMatrix.correlation(variables, covariance), rows);
    }

    @Override
    public double[] matrix() {
        return correlations;
    }

    @Override
    public double of(int parents, double residual, double logDeterminant) {
        return -rows / 2 * Math.log(residual) - parents * price;
    }
}
