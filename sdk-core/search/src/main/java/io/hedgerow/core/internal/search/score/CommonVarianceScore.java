// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

/**
 * The marginal likelihood of linear networks whose noises have one variance, and coefficients with a normal prior. It
 * identifies all directions (Peters and Bühlmann 2014), unless columns are in other units. Immutable.
 *
 * <p>Symbols: G: [d, d] covariances in the columns' own units; n effective rows; s² the noise variance; v² the prior
 * variance of a coefficient in units of s²; A = G + I/(n v²), r = G_jj − A_jP A_PP⁻¹ A_Pj:
 *
 * <pre>−n r / (2 s²) − (D + c ln(n v²)) / 2</pre>
 */
final class CommonVarianceScore implements StructureScore {

    private final double[] matrix;
    private final double rows;
    private final double variance;
    private final double ridge;
    private final double price;

    private CommonVarianceScore(double[] matrix, double rows, double variance, double ridge) {
        this.matrix = matrix;
        this.rows = rows;
        this.variance = variance;
        this.ridge = ridge;
        this.price = -StrictMath.log(ridge);
    }

    static CommonVarianceScore of(int variables, double[] covariance, double rows, double noiseVariance, double slab) {
        double ridge = 1 / (rows * slab);
        double[] a = covariance.clone();
        for (int j = 0; j < variables; j++) {
            a[j * (variables + 1)] += ridge;
        }
        return new CommonVarianceScore(a, rows, noiseVariance, ridge);
    }

    @Override
    public double[] matrix() {
        return matrix;
    }

    @Override
    public double shift() {
        return ridge;
    }

    @Override
    public double of(int parents, double residual, double logDeterminant) {
        return -rows * residual / (2 * variance) - (logDeterminant + parents * price) / 2;
    }
}
