// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

/**
 * How means are handled before a site computes second moments: kept, subtracted or modelled. Not a privacy statement:
 * see the solver.
 */
public enum Centring {
    /** Nothing: S = XᵀX / n. */
    NONE,
    /** The site's own mean: S is its covariance matrix with divisor n. */
    LOCAL_MEAN,
    /**
     * Nothing: the model has a bias term b_j of each variable instead, on which sites agree as on weights (paper 001,
     * section 5.1). S is that of the variables and a column of ones. Only rounds of linear models towards a consensus
     * have it. Bias terms tell about means of variables.
     */
    BIAS_TERMS
}
