// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

/**
 * What is subtracted from a site's records before second moments are taken. Not a privacy statement: see the solver.
 */
public enum Centring {
    /** Nothing: S = XᵀX / n. */
    NONE,
    /** The site's own mean: S is its covariance matrix with divisor n. */
    LOCAL_MEAN
}
