// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

import io.hedgerow.core.internal.search.regression.MomentMatrix;
import org.apache.commons.math3.special.Gamma;

/**
 * The marginal likelihood of linear Gaussian networks with a noise variance for each variable (BGe: Geiger and
 * Heckerman 2002, as corrected by Kuipers, Moffa and Heckerman 2014). Graphs that imply the same independences have the
 * same score, and so have the same rows in other units.
 *
 * <p>Symbols: C: [d, d] correlations; n effective rows; t the prior's scale, T = t I; w = 2, that is α_w = d + 2; R = n
 * C + t I; c parents with residual r and D of R:
 *
 * <pre>ln Γ((n+w+c+1)/2) − ln Γ((w+c+1)/2) + (w+2c+1)/2 ln t − (n+w+c+1)/2 ln r − D/2</pre>
 *
 * <p>t must be far below n times the smallest eigenvalue of C; a larger one is like an error of measurement. Immutable.
 */
public final class BgeScore implements StructureScore {

    /**
     * t: an edge costs −ln t nats beside the price by rows and share. With .01 true effects of t = 4 to 6 were left
     * out; with 1 sets of strong effects had 1.3 wrong edges ({@code docs/adr/0040-every-row-counts.md}).
     */
    static final double DEFAULT_SCALE = 0.1;
    /**
     * t for series, stable only where effects are small: at d = 10 and 20 and 512 rows 1 leaves 1.6 and 3.4 wrong pairs
     * within a step, {@value #DEFAULT_SCALE} 4.1 and 8.8 (unequal noise variances, {@code docs/results.md}).
     */
    public static final double SCALE_OF_SERIES = 1;

    private static final int W = 2;

    private final double[] matrix;
    private final double rows;
    private final double logScale;
    private final double[] constants;

    private BgeScore(double[] matrix, int variables, double rows, double scale) {
        this.matrix = matrix;
        this.rows = rows;
        this.logScale = StrictMath.log(scale);
        this.constants = new double[variables];
        for (int c = 0; c < variables; c++) {
            constants[c] = Gamma.logGamma((rows + W + c + 1) / 2)
                    - Gamma.logGamma((W + c + 1) / 2.0)
                    + (W + 2 * c + 1) / 2.0 * logScale;
        }
    }

    /** The score with t = {@value #DEFAULT_SCALE}. */
    public static BgeScore of(int variables, double[] covariance, double rows) {
        return of(variables, covariance, rows, DEFAULT_SCALE);
    }

    /** Takes covariances, [d, d] row by row, with a positive diagonal, in any units, of n_eff rows; t is above 0. */
    static BgeScore of(int variables, double[] covariance, double rows, double scale) {
        double[] r = MomentMatrix.correlation(variables, covariance);
        for (int k = 0; k < r.length; k++) {
            r[k] *= rows;
        }
        for (int j = 0; j < variables; j++) {
            r[j * (variables + 1)] += scale;
        }
        return new BgeScore(r, variables, rows, scale);
    }

    @Override
    public double[] matrix() {
        return matrix;
    }

    /**
     * The −ln t that an edge costs beside its prior, and ln 2, for the best graph's share leaves out edges that are too
     * weak for it; see {@code docs/adr/0049-effects.md}.
     */
    @Override
    public double caution() {
        return StrictMath.log(2) - logScale;
    }

    @Override
    public double of(int parents, double residual, double logDeterminant) {
        return constants[parents] - (rows + W + parents + 1) / 2 * Math.log(residual) - logDeterminant / 2;
    }

    /**
     * The mean evidence of l columns together that nothing relates, t being far below n: with c columns before it ln r
     * is on average ln n + ψ((n − c)/2) − ψ(n/2) (a Wishart matrix's determinant: Muirhead 1982, theorem 3.2.15).
     */
    public double ofUnrelated(int columns) {
        double sum = 0;
        double logDeterminant = 0;
        for (int c = 0; c < columns; c++) {
            double residual = Math.log(rows) + Gamma.digamma(Math.max(1, rows - c) / 2) - Gamma.digamma(rows / 2);
            sum += of(c, Math.exp(residual), logDeterminant);
            logDeterminant += residual;
        }
        return sum;
    }
}
